/** Tokens of an answer, as its metadata have them. */
export interface TokenUsage {
  /** Null where the server gives no number. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
}

/** Reads the usage of chat completions (`prompt_tokens`) or of responses (`input_tokens`). */
export function readUsage(usage: Record<string, unknown>): TokenUsage {
  return {
    inputTokens: readCount(usage['prompt_tokens'] ?? usage['input_tokens']),
    outputTokens: readCount(usage['completion_tokens'] ?? usage['output_tokens']),
    totalTokens: readCount(usage['total_tokens']),
  }
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
