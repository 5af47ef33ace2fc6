import type { LanguageModelV4 } from '@ai-sdk/provider'
import { generateText } from 'ai'
import { hasImageDescription, saveImageDescription } from '../../conversations/messages.store.ts'
import type { Db } from '../../db/database.ts'
import { heapBudget } from '../../platform/process/heap-budget.ts'
import { imageDescriptionPrompt } from '../../settings/default-prompts.ts'
import { heapOfImageByte, type ModelQuestion, type TokenUsage, usageOf } from '../model/model-answer.ts'
import type { AnswerTask } from './answer-task.ts'
import { estimateImageTokens } from './estimated-tokens.ts'

/** Longest description, in characters; the model is asked for about 150 words. */
const longest = 2000
/** Characters of the question that go along with its images. */
const longestQuestion = 2000
/** Milliseconds that a description may take beside its answer. */
const describeMs = 30_000
/** Milliseconds that it may take after the end of its answer. */
const lateMs = 5000

/** A description that is made while the answer is. */
export interface ImageDescription {
  /** Resolves when it is stored or given up, at most 5 s later. */
  finish: () => Promise<void>
}

/**
 * Describes the images of a question once, so that later questions of the conversation can be about them: a model
 * receives the images with their own question alone. A failure is not shown: the answer itself needs no description.
 *
 * @param onUsage receives the tokens of the description
 */
export function describeImages(
  { ids, question, isAgain }: AnswerTask,
  options: { db: Db; model: LanguageModelV4; signal: AbortSignal; onUsage: (used: TokenUsage) => void },
): ImageDescription | undefined {
  const { conversation, questionId } = ids
  if (conversation === null || question.images.length === 0) return undefined
  const { db } = options
  const { userId } = conversation
  const late = new AbortController()
  const signal = AbortSignal.any([options.signal, late.signal, AbortSignal.timeout(describeMs)])
  async function run(): Promise<void> {
    if (isAgain && (await hasImageDescription(db, userId, questionId))) return
    const description = await describe(question, { ...options, signal })
    if (description !== '') await saveImageDescription(db, userId, questionId, description)
  }
  const stored = run().catch(() => undefined)
  return {
    async finish() {
      const timer = setTimeout(() => late.abort(), lateMs)
      await stored
      clearTimeout(timer)
    },
  }
}

async function describe(
  { text, images, settings }: ModelQuestion,
  {
    model,
    signal,
    onUsage,
  }: { model: LanguageModelV4; signal: AbortSignal; onUsage: (used: TokenUsage) => void },
): Promise<string> {
  const memory = heapBudget.open()
  const imageBytes = images.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (!memory.take(imageBytes * heapOfImageByte)) return ''
  try {
    const result = await generateText({
      model,
      instructions: [imageDescriptionPrompt, settings.imagePrompt]
        .filter((prompt) => prompt.trim() !== '')
        .join('\n\n'),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: JSON.stringify({ text: text.slice(0, longestQuestion) }) },
            ...images.map(({ bytes, mimeType }) => ({
              type: 'file' as const,
              data: bytes,
              mediaType: mimeType,
            })),
          ],
        },
      ],
      maxOutputTokens: 600,
      maxRetries: 0,
      abortSignal: signal,
    }).catch(async (error: unknown) => {
      // A provider that hangs up at a stop reports no usage, but has read the images.
      if (signal.aborted) onUsage({ total: await estimateImageTokens(images), output: 0 })
      throw error
    })
    onUsage(usageOf(result.usage))
    return result.text.trim().slice(0, longest)
  } finally {
    memory.release()
  }
}
