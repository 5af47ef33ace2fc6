import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { embedMany } from 'ai'

/** Provider, name and vector length of the embedding model. */
export type EmbeddingChoice = {
  model: string
  /** Length of a vector; the model's own when left out. */
  dimensions?: number
} & (
  | { kind: 'google'; apiKey: string }
  /** `apiKey` is left out for a server that needs none. */
  | { kind: 'openai-compatible'; baseUrl: string; apiKey?: string }
)

/** Purpose of an embedding: some models embed questions and passages differently. */
export type EmbeddingTask = 'passage' | 'question'

/** Options of {@link Embedder.embed}. */
export interface EmbedOptions {
  signal: AbortSignal
  /** @default 0 */
  retries?: number
}

/** An embedding model of a provider. */
export interface Embedder {
  /** Provider, model and dimensions: vectors of another one cannot be compared. */
  id: string
  /**
   * Embeds texts; one vector each, in their order.
   *
   * @throws when the provider fails, or gives something else than a vector for each text
   */
  embed: (task: EmbeddingTask, texts: readonly string[], options: EmbedOptions) => Promise<number[][]>
}

/** Settings that the environment does not name. */
export interface EmbedderOptions {
  /** Gemini's address, for a gateway in between. */
  googleBaseUrl?: string
}

const googleTasks = { passage: 'RETRIEVAL_DOCUMENT', question: 'RETRIEVAL_QUERY' } as const

/** The embedding model of the configuration: Google's, or that of a server that speaks OpenAI's protocol. */
export function createEmbedder(choice: EmbeddingChoice, options: EmbedderOptions = {}): Embedder {
  const { kind, model: name, dimensions } = choice
  const model = createEmbeddingModel(choice, options)
  return {
    id: [kind, name, ...(dimensions === undefined ? [] : [dimensions])].join(':'),
    async embed(task, texts, { signal, retries = 0 }) {
      const { embeddings } = await embedMany({
        model,
        values: [...texts],
        ...(dimensions === undefined ? {} : { dimensions }),
        maxRetries: retries,
        maxParallelCalls: 1,
        abortSignal: signal,
        providerOptions: { google: { taskType: googleTasks[task] } },
      })
      if (embeddings.length !== texts.length || embeddings.some((vector) => vector.length === 0)) {
        throw new Error(`${name} gave ${embeddings.length} vectors for ${texts.length} texts.`)
      }
      return embeddings
    },
  }
}

function createEmbeddingModel(choice: EmbeddingChoice, { googleBaseUrl }: EmbedderOptions): EmbeddingModelV4 {
  if (choice.kind === 'google') {
    return createGoogle({
      apiKey: choice.apiKey,
      ...(googleBaseUrl === undefined ? {} : { baseURL: googleBaseUrl }),
    }).embeddingModel(choice.model)
  }
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: choice.baseUrl,
    ...(choice.apiKey === undefined ? {} : { apiKey: choice.apiKey }),
  }).embeddingModel(choice.model)
}
