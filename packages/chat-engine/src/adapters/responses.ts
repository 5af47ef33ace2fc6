import { isRecord, readText } from '../platform/unknown-values.ts'
import type { ToolPart } from '../transport/parts.ts'
import { type Change, type ChunkReader, parseJson, readError } from './http-stream.ts'
import { readWebAddress } from './part-address.ts'
import { readUsage } from './usage.ts'

/** Events that say nothing which another one does not say as well. */
const REDUNDANT =
  /^response\.(?:created|queued|in_progress|content_part\.\w+|reasoning_summary_part\.\w+|(?:reasoning_text|reasoning_summary_text)\.done|function_call_arguments\.\w+|\w+_call\.(?:in_progress|searching|interpreting|generating|completed))$/u

type Chunk = Record<string, unknown>

/**
 * Creates a reader of the events of `POST /responses` with `stream: true`. `response.output_item.added` begins a message,
 * a reasoning or a tool call, deltas follow, and `response.output_item.done` has the whole item;
 * `response.completed`, `.incomplete` or `.failed` ends the stream.
 */
export function createResponsesReader(): ChunkReader {
  /** Texts of the reasoning parts, by their ids. */
  const reasoning = new Map<string, string>()
  /** Keys of the texts so far, in their order. */
  const texts = new Set<string>()
  /** Number of events of unknown types. */
  let others = 0

  function readTextDelta(chunk: Chunk): Change[] {
    const text = readText(chunk['delta']) ?? ''
    if (text === '') return []
    const id = keyOf(chunk, 'content_index')
    // Texts of different items are paragraphs of their own.
    const isNext = texts.size > 0 && !texts.has(id)
    texts.add(id)
    return [{ type: 'text-delta', text: isNext ? `\n\n${text}` : text }]
  }

  /** A text at its end: it came in deltas, unless the server sends none. */
  function readWholeText(chunk: Chunk): Change[] {
    if (texts.has(keyOf(chunk, 'content_index'))) return []
    return readTextDelta({ ...chunk, delta: chunk['text'] ?? chunk['refusal'] })
  }

  function readReasoning(chunk: Chunk, index: string): Change[] {
    const id = keyOf(chunk, index)
    const text = (reasoning.get(id) ?? '') + (readText(chunk['delta']) ?? '')
    reasoning.set(id, text)
    return [{ type: 'part-changed', part: { type: 'reasoning', id, text } }]
  }

  function readEnd({ type, response }: Chunk): Change[] {
    const { error, usage, model, status, incomplete_details: details } = isRecord(response) ? response : {}
    if (type === 'response.failed') return failed(error)
    const reason = isRecord(details) ? readText(details['reason']) : null
    const metadata = {
      finishReason: reason ?? readText(status) ?? 'completed',
      ...(typeof model === 'string' && { model }),
      ...(isRecord(usage) && { usage: readUsage(usage) }),
    }
    return [{ type: 'metadata-changed', metadata }, { type: 'stream-end' }]
  }

  return {
    read: (chunk) => {
      const type = readText(chunk['type']) ?? ''
      switch (type) {
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          return readTextDelta(chunk)
        case 'response.output_text.done':
        case 'response.refusal.done':
          return readWholeText(chunk)
        case 'response.reasoning_text.delta':
          return readReasoning(chunk, 'content_index')
        case 'response.reasoning_summary_text.delta':
          return readReasoning(chunk, 'summary_index')
        case 'response.output_text.annotation.added':
          return readSource(chunk)
        case 'response.output_item.added':
        case 'response.output_item.done':
          return readItem(chunk, type.endsWith('done'))
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
          return readEnd(chunk)
        case 'error':
          return failed(chunk['error'] ?? chunk)
        default:
          // Gateways send their own errors without a type.
          if (type === '' && isRecord(chunk['error'])) return failed(chunk['error'])
          if (REDUNDANT.test(type)) return []
          return [
            {
              type: 'part-changed',
              part: {
                type: 'data',
                id: `${(others += 1)}`,
                name: type,
                value: chunk,
              },
            },
          ]
      }
    },
    // Its last event ends the stream at once.
    isFinished: () => false,
    end: (isDone) => (isDone ? [{ type: 'stream-end' }] : null),
  }
}

function readSource({ annotation }: Chunk): Change[] {
  if (!isRecord(annotation)) return []
  const { url, title, filename, file_id: fileId } = annotation
  const part = {
    type: 'source',
    // The same source is cited at several places of the text.
    id: readText(url) ?? readText(fileId) ?? '',
    url: readWebAddress(url),
    title: readText(title) ?? readText(filename),
  } as const
  return [{ type: 'part-changed', part }]
}

function failed(error: unknown): Change[] {
  const { message, code } = readError(error)
  return [{ type: 'stream-error', message: message ?? 'The model failed.', code }, { type: 'stream-end' }]
}

function keyOf(chunk: Chunk, index: string): string {
  return `${readText(chunk['item_id']) ?? ''} ${JSON.stringify(chunk[index] ?? 0)}`
}

/** A call of the application's function, or of a tool that the server runs itself, such as `web_search_call`. */
function readItem({ item }: Chunk, isDone: boolean): Change[] {
  if (!isRecord(item)) return []
  const { type, id, call_id: callId, name, arguments: json, action, status, output, ...fields } = item
  if (typeof type !== 'string' || !type.endsWith('_call')) return []
  const isFunction = type === 'function_call'
  const text = readText(json) ?? ''
  const input = isFunction ? (parseJson(text) ?? text) : (action ?? fields)
  const isFailed = status === 'failed'
  // The application answers a function call; what the server runs itself has ended with its item.
  const end = isFunction ? 'input-available' : isFailed ? 'output-error' : 'output-available'
  const part: ToolPart = {
    type: 'tool',
    id: readText(callId) ?? readText(id) ?? '',
    name: readText(name) ?? type.replace(/_call$/u, ''),
    state: isDone ? end : 'input-streaming',
    input: isDone ? input : null,
    output: isDone && !isFunction ? (output ?? null) : null,
    error: isDone && isFailed ? 'failed' : null,
  }
  return [{ type: 'part-changed', part }]
}
