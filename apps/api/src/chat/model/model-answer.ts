import type { LanguageModelV4 } from '@ai-sdk/provider'
import { isStepCount, type ModelMessage, streamText } from 'ai'
import type { HistoryMessage, QuestionImage } from '../../conversations/message-content.ts'
import type { Db } from '../../db/database.ts'
import type { Language } from '../../languages/say.ts'
import { heapBudget } from '../../platform/process/heap-budget.ts'
import { openSpan } from '../../platform/process/spans.ts'
import type { AnswerSettings } from '../../settings/answer-settings.ts'
import type { TurnSettings } from '../question/question.ts'
import { type AnswerJudgement, localProvider, readJudgement } from './answer-judgement.ts'
import { questionLanguage } from '../../knowledge/translation/question-language.ts'
import { plainAnswer } from './plain-answer.ts'
import { createSearchTools } from './search-tool.ts'
import { safetyInstructions } from '../../safety/safety-instructions.ts'
import type { SafetyCheck } from '../../safety/safety-stage.ts'
import type { TurnSources } from './turn-sources.ts'

/** The question of the model. */
export interface ModelQuestion {
  history: readonly HistoryMessage[]
  text: string
  /** In which whoever asks is spoken to. */
  language: Language
  images: readonly QuestionImage[]
  /** Only these authors' passages are found; all when empty. */
  authors: readonly string[]
  /** True when the model may search. */
  searchAllowed: boolean
  /** True when the model may search the shop on its own. @default false */
  shopAllowed?: boolean
  settings: QuestionSettings
}

/** Settings of one question. */
export type QuestionSettings = AnswerSettings &
  Pick<TurnSettings, 'mustSearch' | 'affiliateCode' | 'clientId'>

/** Events of a model's answer. */
export type ModelEvent =
  | { type: 'searching' }
  | { type: 'found' }
  | { type: 'thought'; text: string }
  | { type: 'text'; text: string }
  | { type: 'judged'; judgement: AnswerJudgement }

/** Tokens that a model read and wrote. */
export interface TokenUsage {
  total: number
  /** Those that it wrote. */
  output: number
}

/** Returns the usage that a provider reports; 0 for what it does not. */
export function usageOf(usage: {
  totalTokens: number | undefined
  outputTokens: number | undefined
}): TokenUsage {
  return { total: usage.totalTokens ?? 0, output: usage.outputTokens ?? 0 }
}

/** Options of a model's answer. Times in milliseconds. */
export interface ModelAnswerOptions {
  db: Db
  model: LanguageModelV4
  sources: TurnSources
  signal: AbortSignal
  /** Longest silence of the model, also before it begins to answer. @default 60_000 */
  idleMs?: number
  /** Longest time of the whole answer. @default 300_000 */
  totalMs?: number
  /** Longest step of the answer, in tokens as the model counts them. @default 4096 */
  maxTokens?: number
  /** Tries after the first, before any text has come. @default 1 */
  maxRetries?: number
  /** The result of the safety stage; its instructions follow every prompt. @default no danger */
  safety?: SafetyCheck
  /** Receives the tokens of each step of the model. */
  onUsage?: (used: TokenUsage) => void
}

const maxSteps = 5

/** Default of the longest answer, in tokens. */
export const defaultMaxTokens = 4096

/** Thrown when an answer is longer than it may be; what came before it has been given. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/** Thrown when the provider breaks an answer off for what it says. */
export class AnswerFiltered extends Error {
  override readonly name = 'AnswerFiltered'
}

/** Thrown when the images of other questions leave no memory for those of this one. */
export class TooManyImages extends Error {
  override readonly name = 'TooManyImages'
}

/** Most characters of one token: a long word may be one. More than this is a model that keeps to no number of tokens. */
export const longestToken = 32

// Sent as base64 within JSON, and kept by the SDK until the answer is there: four bytes for three, three times over.
/** Bytes of memory for one byte of an image while a model reads it. */
export const heapOfImageByte = 4

/**
 * Asks the model, lets it search, and gives its text as it comes.
 *
 * @throws {AnswerTooLong} when it is cut off
 * @throws {AnswerFiltered} when the provider does not let it end
 * @throws {TooManyImages} when there is no memory for its images
 * @throws whatever the model or its provider failed with
 */
export async function* modelAnswer(
  question: ModelQuestion,
  options: ModelAnswerOptions,
): AsyncGenerator<ModelEvent> {
  const { db, model, sources, signal, idleMs = 60_000, totalMs = 300_000, maxRetries = 1 } = options
  const { maxTokens = defaultMaxTokens } = options
  const { mustSearch = false, thinkingLines } = question.settings
  let found = false
  const tools = createSearchTools({
    db,
    sources,
    authors: question.authors,
    settings: question.settings.search,
    onFound: () => (found = true),
    forBuiltIn: model.provider === localProvider,
    withShop: question.shopAllowed === true,
    clientId: question.settings.clientId,
  })
  const silence = new AbortController()
  // Nobody sees what it thinks and what its calls are made of, and it is kept all the same.
  let unseenCharacters = maxTokens * longestToken
  const countUnseen = (text: string) => {
    unseenCharacters -= text.length
    if (unseenCharacters < 0) throw new AnswerTooLong()
  }
  const memory = heapBudget.open()
  const imageBytes = question.images.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (!memory.take(imageBytes * heapOfImageByte)) throw new TooManyImages()
  // The SDK's own clock begins with the first byte, which may never come.
  const watch = setTimeout(() => silence.abort(new DOMException('silent', 'TimeoutError')), idleMs)
  // Names of OpenTelemetry's conventions for generative AI.
  const span = openSpan(`chat ${model.modelId}`, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.modelId,
    'gen_ai.request.max_tokens': maxTokens,
  })
  const used = { input: 0, output: 0 }
  let failure: unknown
  try {
    const result = streamText({
      model,
      ...promptOf(question, options.safety),
      ...(question.searchAllowed ? { tools } : {}),
      // Forced at every step it would never come to an answer; allowed at the last one it might end in a search.
      prepareStep: ({ stepNumber }) => {
        if (!question.searchAllowed) return {}
        if (stepNumber === maxSteps - 1) return { toolChoice: 'none' }
        return mustSearch && stepNumber === 0 ? { toolChoice: 'required' } : {}
      },
      maxOutputTokens: maxTokens,
      stopWhen: isStepCount(maxSteps),
      abortSignal: AbortSignal.any([signal, silence.signal]),
      timeout: { totalMs },
      maxRetries,
      onError: () => undefined,
    })
    for await (const part of result.stream) {
      watch.refresh()
      if (part.type === 'reasoning-delta') countUnseen(part.text)
      else if (part.type === 'tool-input-delta') countUnseen(part.delta)
      if (part.type === 'tool-input-start' || part.type === 'tool-call') yield { type: 'searching' }
      else if (part.type === 'reasoning-delta' && thinkingLines !== null)
        yield { type: 'thought', text: part.text }
      else if (part.type === 'text-delta' && part.text !== '') yield { type: 'text', text: part.text }
      else if (part.type === 'text-start') {
        const judgement = readJudgement(part.providerMetadata)
        if (judgement !== undefined) yield { type: 'judged', judgement }
      } else if (part.type === 'finish-step') {
        used.input += part.usage.inputTokens ?? 0
        used.output += part.usage.outputTokens ?? 0
        options.onUsage?.(usageOf(part.usage))
      } else if (part.type === 'finish' && part.finishReason === 'length') throw new AnswerTooLong()
      else if (part.type === 'finish' && part.finishReason === 'content-filter') throw new AnswerFiltered()
      else if (part.type === 'error') throw part.error
      // A call that cannot be made comes with words for the model, which may call again.
      else if (part.type === 'tool-error' && part.error instanceof Error) throw part.error
      else if (part.type === 'abort') throw signal.reason ?? new DOMException(part.reason, 'TimeoutError')
      if (found) {
        found = false
        yield { type: 'found' }
      }
    }
  } catch (error) {
    failure = error
    throw error
  } finally {
    span.set({ 'gen_ai.usage.input_tokens': used.input, 'gen_ai.usage.output_tokens': used.output })
    span.end(failure)
    clearTimeout(watch)
    // Whoever leaves before the end hangs up.
    silence.abort()
    memory.release()
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** The asker's language, read from the question; the interface's language where the question does not tell. */
function languagePrompt({ text, language }: ModelQuestion): string {
  const name = languageNames.of(questionLanguage(text) ?? language) ?? 'English'
  return `Answer in ${name}, the language of the question. Search in the language of the content: in English unless a search shows passages in ${name}. Where the sources are in another language, say so in one sentence.`
}

/** The prompt of a question: instructions, messages and provider options. */
export function promptOf(question: ModelQuestion, safety?: SafetyCheck) {
  const { systemPrompt, tagPrompt, imagePrompt, temperature, thinkingLines, search } = question.settings
  const prompts = [
    systemPrompt,
    tagPrompt,
    languagePrompt(question),
    ...(question.images.length === 0 ? [] : [imagePrompt]),
    // Last, so that no prompt of a widget or an entitlement replaces or follows them.
    safetyInstructions(safety),
  ]
  const { usePrevContext, expandShort } = search
  return {
    instructions: prompts.filter((prompt) => prompt.trim() !== '').join('\n\n'),
    temperature,
    messages: [...question.history.map(toModelMessage), questionMessage(question)],
    providerOptions: {
      local: { usePrevContext, expandShort },
      ...(thinkingLines === null ? {} : { google: { thinkingConfig: { includeThoughts: true } } }),
    },
  }
}

function questionMessage({ text, images }: ModelQuestion): ModelMessage {
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      ...images.map(({ bytes, mimeType }) => ({ type: 'file' as const, data: bytes, mediaType: mimeType })),
    ],
  }
}

// Numbers of earlier answers mean other sources, their tags other searches, and what was thought is no answer.
function toModelMessage({ role, content, imageDescription }: HistoryMessage): ModelMessage {
  if (role === 'user') {
    const images =
      typeof imageDescription === 'string' ? `\n\n[Images of this message: ${imageDescription}]` : ''
    return { role, content: content + images }
  }
  const plain = plainAnswer(content)
  return { role, content: plain === '' ? '…' : plain }
}
