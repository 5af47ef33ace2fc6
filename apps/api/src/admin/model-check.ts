import type { LanguageModelV4 } from '@ai-sdk/provider'
import { APICallError, generateText } from 'ai'
import { invalid } from '../platform/http/http-error.ts'

/** Milliseconds that a model may take for its first answer. */
const answerMs = 20_000

/**
 * Checks a model name before it is saved: the model answers one short question.
 *
 * @param model the model of the name
 * @param path field of the request that holds the name
 * @throws {HttpError} 422 of `path` when the provider refuses the name or the model does not answer
 */
export async function checkModel(name: string, model: LanguageModelV4, path: string): Promise<void> {
  try {
    await generateText({
      model,
      prompt: 'OK?',
      maxOutputTokens: 64,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(answerMs),
    })
  } catch (error) {
    const status = APICallError.isInstance(error) ? error.statusCode : undefined
    throw invalid([{ path, message: sentenceOf(status) }], name, status)
  }
}

function sentenceOf(status: number | undefined): string {
  if (status === undefined) return 'The model "{0}" did not answer. Nothing was saved.'
  if (status === 404) return 'The provider has no model "{0}". Nothing was saved.'
  return 'The provider refused a question to the model "{0}" (status {1}). Nothing was saved.'
}
