import { countImageTokens } from '../model/image-tokens.ts'
import type { ModelQuestion } from '../model/model-answer.ts'

/** Mean number of characters of a token, the usual estimate for English. */
const meanToken = 4

/**
 * Estimates what a model reads of a question: its text, the messages before it and its images. For answers whose usage no
 * provider reports, as after a stop.
 */
export async function estimateQuestionTokens({ text, history, images }: ModelQuestion): Promise<number> {
  const characters = history.reduce((sum, { content }) => sum + content.length, text.length)
  return Math.ceil(characters / meanToken) + (await estimateImageTokens(images))
}

/** Estimates what a model reads of images. */
export async function estimateImageTokens(images: ModelQuestion['images']): Promise<number> {
  let tokens = 0
  for (const { bytes } of images) tokens += await countImageTokens(bytes)
  return tokens
}

/** Estimates what a model has written. */
export function estimateTextTokens(text: string): number {
  return Math.ceil(text.length / meanToken)
}
