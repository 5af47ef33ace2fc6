import { isRecord, readText } from '../platform/unknown-values.ts'
import type { Metadata } from '../transport/answer.ts'
import type { ToolPart } from '../transport/parts.ts'
import { type Change, type ChunkReader, parseJson, readError } from './http-stream.ts'
import { readUsage } from './usage.ts'

/**
 * Creates a reader of the chunks of `POST /chat/completions` with `stream: true`: `choices[0].delta` holds pieces of
 * text, reasoning and tool calls; a `finish_reason` ends the choice, a chunk with `usage` may follow, and `[DONE]` ends
 * the stream.
 */
export function createChatCompletionsReader(): ChunkReader {
  const calls = createCallReader()
  let reasoning = ''
  let reasoningCount = 0
  let isFinished = false
  /** Number of values that are no completions. */
  let others = 0

  function readReasoning(delta: Record<string, unknown>): Change[] {
    // Two names for the same: of DeepSeek and its kind, and of OpenRouter.
    const named = readText(delta['reasoning_content']) ?? readText(delta['reasoning'])
    const piece = named ?? textsOf(delta['content'], 'thinking')
    if (piece === '') return []
    if (reasoning === '') reasoningCount += 1
    reasoning += piece
    return [{ type: 'part-changed', part: { type: 'reasoning', id: `${reasoningCount}`, text: reasoning } }]
  }

  function readContent(delta: Record<string, unknown>): Change[] {
    const { content } = delta
    const text = (readText(content) ?? textsOf(content, 'text')) + (readText(delta['refusal']) ?? '')
    if (text === '') return []
    reasoning = ''
    return [{ type: 'text-delta', text }]
  }

  return {
    read: (chunk) => {
      const { choices, error } = chunk
      if (error !== undefined && error !== null) {
        const { message, code } = readError(error)
        return [
          { type: 'stream-error', message: message ?? 'The model failed.', code },
          { type: 'stream-end' },
        ]
      }
      if (!Array.isArray(choices)) {
        const name = readText(chunk['type']) ?? readText(chunk['object']) ?? 'unknown'
        return [
          {
            type: 'part-changed',
            part: { type: 'data', id: `${(others += 1)}`, name, value: chunk },
          },
        ]
      }
      const choice: unknown = choices.find((one) => isRecord(one) && (one['index'] ?? 0) === 0)
      const { delta, finish_reason: finishReason } = isRecord(choice) ? choice : {}
      const fields = isRecord(delta) ? delta : {}
      const toolCalls: readonly unknown[] = Array.isArray(fields['tool_calls']) ? fields['tool_calls'] : []
      isFinished ||= typeof finishReason === 'string'
      const metadata = readMetadata(chunk, finishReason)
      return [
        ...readReasoning(fields),
        ...readContent(fields),
        ...toolCalls.flatMap(calls.read),
        ...(typeof finishReason === 'string' ? calls.finish() : []),
        ...(Object.keys(metadata).length > 0 ? [{ type: 'metadata-changed', metadata } as const] : []),
      ]
    },
    isFinished: () => isFinished,
    // Some servers close the stream without the sentinel.
    end: (isDone) => (isDone || isFinished ? [...calls.finish(), { type: 'stream-end' }] : null),
  }
}

/** The texts of content that is a list, as Mistral's is: `[{ type: 'thinking', thinking: [{ type: 'text', text }] }]`. */
function textsOf(content: unknown, type: 'text' | 'thinking'): string {
  const items: readonly unknown[] = Array.isArray(content) ? content : []
  return items
    .map((item) => {
      if (!isRecord(item) || item['type'] !== type) return ''
      return readText(item[type]) ?? textsOf(item[type], 'text')
    })
    .join('')
}

/**
 * Creates a reader of the pieces of tool calls. Their `index` in the message names the call that a piece belongs to; some
 * servers send every call under one index, so that another id begins another call.
 */
function createCallReader() {
  /** The calls so far, and the last one of each index. */
  const calls: { part: ToolPart; json: string }[] = []
  const lastOf = new Map<unknown, (typeof calls)[number]>()

  function read(value: unknown): Change[] {
    if (!isRecord(value)) return []
    const { index, id, function: called } = value
    const { name, arguments: json } = isRecord(called) ? called : {}
    const ownId = readText(id) || null
    const known = lastOf.get(index)
    if (known !== undefined && (ownId === null || ownId === known.part.id)) {
      known.json += readText(json) ?? ''
      return []
    }
    const part: ToolPart = {
      type: 'tool',
      id: ownId ?? `${calls.length + 1}`,
      name: readText(name) ?? '',
      state: 'input-streaming',
      input: null,
      output: null,
      error: null,
    }
    const call = { part, json: readText(json) ?? '' }
    calls.push(call)
    lastOf.set(index, call)
    return [{ type: 'part-changed', part }]
  }

  /** The arguments of the calls are whole: what is no JSON stays text. */
  function finish(): Change[] {
    const finished = calls.splice(0).map(({ part, json }): Change => {
      const input = json === '' ? {} : (parseJson(json) ?? json)
      return { type: 'part-changed', part: { ...part, state: 'input-available', input } }
    })
    lastOf.clear()
    return finished
  }

  return { read, finish }
}

function readMetadata({ model, usage }: Record<string, unknown>, finishReason: unknown): Metadata {
  return {
    ...(typeof finishReason === 'string' && { finishReason }),
    ...(typeof finishReason === 'string' && typeof model === 'string' && { model }),
    ...(isRecord(usage) && { usage: readUsage(usage) }),
  }
}
