import type { ChatEvent, SafetyNotice } from '@org/api-client/contract'
import type { Logger } from 'pino'
import type { AnswerDraft, FinishedAnswer } from '../../conversations/message-content.ts'
import { safetyAnswer } from '../../safety/safety-notice.ts'
import type { ApprovedMatch } from '../approved/approved-answers.ts'
import { type AnswerJudgement, localProvider } from '../model/answer-judgement.ts'
import { describeModelFailure } from '../model/model-failure.ts'
import {
  AnswerFiltered,
  AnswerTooLong,
  longestToken,
  defaultMaxTokens,
  modelAnswer,
  type ModelAnswerOptions,
  type ModelQuestion,
} from '../model/model-answer.ts'
import { ThinkingTrace } from '../model/thinking-trace.ts'
import { AnswerText } from './answer-text.ts'
import { writeApprovedAnswer } from './approved-text.ts'
import { nearbyQuestions } from './nearby-questions.ts'

/** Options of a run. */
export interface AnswerRunOptions extends ModelAnswerOptions {
  log: Logger
  emit: (event: ChatEvent) => void
  /** Called whenever there is more to save. */
  onProgress: (draft: AnswerDraft) => void
  /** An approved answer to the question: no model is called. */
  approved?: ApprovedMatch | undefined
}

/** Thrown into the model's signal: the process is about to end. */
export const shutdown = Symbol('shutdown')

/**
 * Runs the model for one question and emits its progress as stream events. Never throws: a failure
 * becomes an `error` event in plain words, and the log has the reason.
 */
export async function runAnswer(question: ModelQuestion, options: AnswerRunOptions): Promise<FinishedAnswer> {
  const { emit, sources, onProgress } = options
  const maxCharacters = (options.maxTokens ?? defaultMaxTokens) * longestToken
  const notice = options.safety?.notice
  // Below a notice of danger, other questions would lead away from its help.
  const suggest = notice === undefined ? () => nearbyQuestions(sources.searches, question) : undefined
  const answer = new AnswerText({ sources, maxCharacters, emit, onProgress, suggest })
  if (notice !== undefined) {
    answer.addEvidence({ safety: notice })
    emit({ type: 'safety', content: notice })
  }
  try {
    if (notice?.severity === 'emergency') {
      answer.write(safetyAnswer(notice))
      answer.addEvidence({ outcome: 'safety', suggestions: [] })
      emit({ type: 'outcome', content: 'safety' })
    } else {
      if (options.approved === undefined) await writeModelAnswer(question, options, answer)
      else await writeApprovedAnswer(options.approved, answer, options)
      answer.conclude()
    }
    return answer.end('complete')
  } catch (error) {
    answer.setStatus('')
    try {
      answer.writeRest()
    } catch {
      // The rest is longer than an answer may be.
    }
    answer.settleSources()
    const { status, event } = endingOf(error, question, options)
    if (event !== undefined) emit(event)
    return answer.end(status)
  }
}

async function writeModelAnswer(
  question: ModelQuestion,
  options: AnswerRunOptions,
  answer: AnswerText,
): Promise<void> {
  const thinking = new ThinkingTrace(question.settings.thinkingLines ?? 0, question.language)
  for await (const event of modelAnswer(question, options)) {
    if (event.type === 'searching') answer.setStatus('Searching…')
    else if (event.type === 'found') {
      answer.searched = true
      // The built-in model judges its sources before its first word.
      if (options.model.provider !== localProvider) answer.emitSources()
    } else if (event.type === 'judged') {
      const notice = options.safety?.notice
      if (notice?.severity === 'urgent' && helpsNobody(event.judgement, notice)) {
        answer.judgement = { outcome: 'safety', suggestions: [], sources: [] }
        options.sources.reorder([])
        answer.setStatus('')
        answer.write(safetyAnswer(notice))
        return
      }
      answer.judgement = event.judgement
      options.sources.reorder(event.judgement.sources)
      answer.emitSources()
    } else if (event.type === 'thought') answer.write(thinking.push(event.text))
    else {
      answer.setStatus('')
      answer.write(thinking.end())
      answer.writeModelText(event.text)
    }
  }
  answer.writeRest()
  answer.setStatus('')
  const hasThoughtOnly = thinking.end() !== ''
  if (hasThoughtOnly || answer.isEmpty) throw new Error('The model gave no text.')
}

/** Categories in which no sentence of an article helps: neither on sleep below a wish to die, nor on exercise below a blow. */
const beyondArticles: ReadonlySet<string> = new Set(['self_harm', 'violence'])

/**
 * "I do not know" or a refusal below a notice of danger would keep a person from the help that the notice names, and so
 * would facts beside it: the built-in model cannot answer these with care.
 */
function helpsNobody({ outcome }: AnswerJudgement, { category }: SafetyNotice): boolean {
  return outcome === 'uncovered' || outcome === 'refused' || beyondArticles.has(category)
}

interface Ending {
  status: FinishedAnswer['status']
  event?: ChatEvent
}

/** The status of an answer that broke off, and its error event. A stopped answer is marked here. */
function endingOf(error: unknown, question: ModelQuestion, { signal, log }: AnswerRunOptions): Ending {
  if (signal.aborted && signal.reason === shutdown) {
    const message = 'The answer was interrupted because the server is restarting. Please ask again.'
    return { status: 'interrupted', event: { type: 'error', code: 'interrupted', message } }
  }
  if (signal.aborted) {
    // A person who stops an answer needs no error. A reader who returns to an abandoned one must not take it for complete.
    if (signal.reason !== 'abandoned') return { status: 'stopped' }
    const message = 'The answer was stopped because nobody was reading it. Please ask again.'
    return { status: 'stopped', event: { type: 'error', code: 'abandoned', message } }
  }
  if (error instanceof AnswerTooLong) {
    const message = 'The answer became too long and was cut off here.'
    return { status: 'stopped', event: { type: 'error', code: 'too_long', message } }
  }
  if (error instanceof AnswerFiltered) {
    const message = 'The assistant may not say more about this. Please ask in another way.'
    return { status: 'stopped', event: { type: 'error', code: 'filtered', message } }
  }
  log.error({ error }, 'the model failed')
  return { status: 'failed', event: { type: 'error', ...describeModelFailure(error, question) } }
}
