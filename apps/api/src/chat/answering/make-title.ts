import type { LanguageModelV4 } from '@ai-sdk/provider'
import { generateText } from 'ai'
import { shorten, titleFromQuestion } from '../../conversations/conversation-title.ts'

const titleMs = 10_000

/**
 * A model's title for the conversation that begins with a question; the title made of the question itself where the
 * model fails or takes more than 10 s.
 *
 * @param prompt system prompt of the model
 * @param signal gives up asking
 */
export async function makeTitle(
  model: LanguageModelV4,
  prompt: string,
  question: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { text } = await generateText({
      model,
      instructions: prompt,
      prompt: JSON.stringify({ question: shorten(question, 2000) }),
      maxOutputTokens: 200,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(titleMs)]),
    })
    const [line = ''] = text.trim().split('\n')
    const bare = line.replaceAll(/^["'“«]+|(?<!["'”».])["'”».]+$/gu, '').trim()
    return bare === '' ? titleFromQuestion(question) : shorten(bare)
  } catch {
    return titleFromQuestion(question)
  }
}
