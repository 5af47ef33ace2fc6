import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { createLocalModel } from '../built-in/local-model.ts'

/** The configured chat model. `local` needs no key and composes its answers from the passages found. */
export type ModelChoice =
  | { kind: 'local' }
  | { kind: 'google'; apiKey: string; model: string }
  | { kind: 'openai-compatible'; apiKey: string; baseUrl: string; model: string }

/** Settings that the environment does not name. */
export interface ModelOptions {
  /** Gemini's address, for a gateway in between. */
  googleBaseUrl?: string
}

/** The model that answers: Google Gemini, any server that speaks OpenAI's chat protocol, or the built-in one. */
export function createModel(choice: ModelChoice, { googleBaseUrl }: ModelOptions = {}): LanguageModelV4 {
  switch (choice.kind) {
    case 'local':
      return createLocalModel()
    case 'google':
      return createGoogle({
        apiKey: choice.apiKey,
        ...(googleBaseUrl === undefined ? {} : { baseURL: googleBaseUrl }),
      })(choice.model)
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: choice.baseUrl,
        apiKey: choice.apiKey,
        includeUsage: true,
      })(choice.model)
  }
  return choice satisfies never
}

/** The models of a name, at the provider that is configured. The built-in one has no names. */
export function createNamedModels(choice: ModelChoice): (name: string) => LanguageModelV4 {
  return (name) => createModel(choice.kind === 'local' ? choice : { ...choice, model: name })
}
