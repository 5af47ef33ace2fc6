import type { AnswerOutcome, ChatEvent, ToolContext } from '@org/api-client/contract'
import type { Logger } from 'pino'
import type { AnswerDraft, FinishedAnswer } from '../../conversations/message-content.ts'
import { safetyAnswer } from '../../safety/safety-notice.ts'
import { type AnswerJudgement, localProvider } from '../model/answer-judgement.ts'
import { CitationFilter } from '../model/citation-markers.ts'
import { describeModelFailure } from '../model/model-failure.ts'
import {
  AnswerFiltered,
  AnswerTooLong,
  charactersOfToken,
  defaultMaxTokens,
  modelAnswer,
  type ModelAnswerOptions,
  type ModelQuestion,
} from '../model/model-answer.ts'
import { productLink } from '../model/product-link.ts'
import { type AnswerPiece, ProductTagFinder } from '../model/product-tags.ts'
import { ThinkingTrace } from '../model/thinking-trace.ts'

/** Options of a run. */
export interface AnswerRunOptions extends ModelAnswerOptions {
  log: Logger
  emit: (event: ChatEvent) => void
  /** Called whenever there is more to save. */
  onProgress: (draft: AnswerDraft) => void
}

/** Thrown into the model's signal: the process is about to end. */
export const shutdown = Symbol('shutdown')

/**
 * Runs the model for one question and emits its progress as stream events. Never throws: a failure
 * becomes an `error` event in plain words, and the log has the reason.
 */
export async function runAnswer(question: ModelQuestion, options: AnswerRunOptions): Promise<FinishedAnswer> {
  const { emit, sources, signal, log } = options
  const maxCharacters = (options.maxTokens ?? defaultMaxTokens) * charactersOfToken
  const tags = new ProductTagFinder()
  const thinking = new ThinkingTrace(question.settings.thinkingLines ?? 0, question.language)
  const markers = new CitationFilter((number) => sources.has(number))
  let content = ''
  let status = ''
  let searched = false
  let judgement: AnswerJudgement | undefined
  const notice = options.safety?.notice
  let evidence: Pick<ToolContext, 'outcome' | 'suggestions' | 'safety'> =
    notice === undefined ? {} : { safety: notice }
  const draft = () => ({ content, toolContext: { ...sources.toToolContext(), ...evidence } })
  const end = (ending: FinishedAnswer['status']): FinishedAnswer => ({
    ...draft(),
    status: ending,
    inventedCitations: markers.removed,
    searched,
  })
  const setStatus = (next: string) => {
    if (next === status) return
    status = next
    emit({ type: 'status', content: status })
  }
  const write = (text: string) => {
    if (text === '') return
    if (content.length + text.length > maxCharacters) throw new AnswerTooLong()
    content += text
    emit({ type: 'LLM_Response', content: text })
    options.onProgress(draft())
  }
  const writePiece = (piece: AnswerPiece) => {
    if (piece.type === 'text') {
      write(piece.text)
      return
    }
    // A tag for a product that no search gave is only a name.
    const product = sources.mention(piece.name)
    write(product === undefined ? piece.name : piece.tag)
    if (product === undefined) return
    emit({ type: 'product_update', content: { original: piece.tag, replacement: productLink(product) } })
  }
  const writeText = (text: string) => {
    for (const piece of tags.push(text)) writePiece(piece)
  }
  const writeRest = () => {
    writeText(markers.end())
    for (const piece of tags.end()) writePiece(piece)
  }
  let listed = ''
  const emitSources = () => {
    const { citations } = sources
    const list = JSON.stringify(citations)
    if (searched && list !== listed) emit({ type: 'citations', content: citations })
    listed = list
  }
  const conclude = () => {
    sources.settle(content, judgement !== undefined)
    emitSources()
    const outcome = judgement?.outcome ?? outcomeOf(sources)
    const suggestions = judgement?.suggestions ?? []
    evidence = { ...evidence, outcome, suggestions }
    emit({ type: 'outcome', content: outcome })
    if (suggestions.length > 0) emit({ type: 'suggestions', content: suggestions })
  }
  if (notice !== undefined) emit({ type: 'safety', content: notice })
  try {
    if (notice?.severity === 'emergency') {
      write(safetyAnswer(notice))
      evidence = { ...evidence, outcome: 'safety', suggestions: [] }
      emit({ type: 'outcome', content: 'safety' })
      return end('complete')
    }
    for await (const event of modelAnswer(question, options)) {
      if (event.type === 'searching') setStatus('Searching…')
      else if (event.type === 'found') {
        searched = true
        // The built-in model judges what it found before its first word.
        if (options.model.provider !== localProvider) emitSources()
      } else if (event.type === 'judged') {
        judgement = event.judgement
        sources.reorder(judgement.sources)
        emitSources()
      } else if (event.type === 'thought') write(thinking.push(event.text))
      else {
        setStatus('')
        write(thinking.end())
        writeText(markers.push(event.text))
      }
    }
    writeRest()
    setStatus('')
    const hasThoughtOnly = thinking.end() !== ''
    if (hasThoughtOnly || content.trim() === '') throw new Error('The model gave no text.')
    conclude()
    return end('complete')
  } catch (error) {
    setStatus('')
    try {
      writeRest()
    } catch {
      // The rest is longer than an answer may be.
    }
    sources.settle(content, judgement !== undefined)
    if (signal.aborted && signal.reason === shutdown) {
      emit({
        type: 'error',
        code: 'interrupted',
        message: 'The answer was interrupted because the server is restarting. Please ask again.',
      })
      return end('interrupted')
    }
    if (signal.aborted) {
      // The person who stops an answer needs no error; a reader who returns to an abandoned one must not take it for complete.
      if (signal.reason === 'abandoned') {
        emit({
          type: 'error',
          code: 'abandoned',
          message: 'The answer was stopped because nobody was reading it. Please ask again.',
        })
      }
      return end('stopped')
    }
    if (error instanceof AnswerTooLong) {
      emit({ type: 'error', code: 'too_long', message: 'The answer became too long and was cut off here.' })
      return end('stopped')
    }
    if (error instanceof AnswerFiltered) {
      emit({
        type: 'error',
        code: 'filtered',
        message: 'The assistant may not say more about this. Please ask in another way.',
      })
      return end('stopped')
    }
    log.error({ error }, 'the model failed')
    emit({ type: 'error', ...describeModelFailure(error, question) })
    return end('failed')
  }
}

/** The outcome of a model that gives none of its own: answered only where it names a source or a product. */
function outcomeOf(sources: AnswerRunOptions['sources']): AnswerOutcome {
  return sources.citations.length > 0 || sources.hasProducts ? 'answered' : 'uncovered'
}
