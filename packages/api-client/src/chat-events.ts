import type { ChatEvent as WireEvent } from './contract/index.ts'
import { id, isRecord, list, oneOf, text } from './decode.ts'

/** Coverage of a question by the content. `safety` and `approved`: the answer is a prepared text. */
export type AnswerOutcome = 'answered' | 'partial' | 'uncovered' | 'refused' | 'safety' | 'approved'

/** Events of a stream, in order. */
export type ChatEvent =
  /** The ids that the server gave; a guest has no conversation there. */
  | { type: 'message-started'; userId: string; assistantId: string; conversationId: string | null }
  /** The next piece of the answer. */
  | { type: 'text-delta'; text: string }
  /** The whole list of citations, which replaces the one before; `@org/citations` reads its entries. */
  | { type: 'citations-replaced'; citations: unknown[] }
  /** The conversation's new title. */
  | { type: 'title-changed'; conversationId: string | null; title: string }
  /** Resolution of the product tag `original`: HTML links, or a list that `@org/citations` parses. */
  | { type: 'product-resolved'; original: string; replacement: string | unknown[] }
  /** Progress text of the server; an empty string clears it. */
  | { type: 'status-changed'; text: string }
  /** Error reported by the server; the stream may continue. */
  | { type: 'stream-error'; message: string; code: string | null }
  /** Coverage of the question by the content; sent after the text. */
  | { type: 'outcome-decided'; outcome: AnswerOutcome }
  /** Help for a danger, before any text; the answer has no products. `@org/citations` reads the notice. */
  | { type: 'safety-noticed'; notice: Record<string, unknown> }
  /** The answer is one that a person approved; before any text. `@org/citations` reads the approval. */
  | { type: 'approval-noticed'; approval: Record<string, unknown> }
  /** Questions to ask next, at most three; comes after the text. */
  | { type: 'suggestions-replaced'; suggestions: string[] }
  /** An event of a type that this version does not know: its `type`, and its `content` or else the whole event. */
  | { type: 'data'; name: string; value: unknown }
  /** The sentinel: the answer is complete. */
  | { type: 'stream-end' }

/** An event and its number, which grows along the stream and names the place to resume from. */
export type SequencedChatEvent = ChatEvent & { seq: number }

/** Why an event was skipped; `unknown_type`: it has no `type`, or an unknown one and no id in a stream that has ids. */
export type ProtocolFault = 'not_json' | 'unknown_type' | 'broken_field'

/** An event that was skipped. */
export interface ProtocolError {
  fault: ProtocolFault
  /** The event's data, cut to 200 characters. */
  data: string
  /** Number of events skipped in this stream so far, including this one. */
  count: number
}

/** Reads one event's data; a fault instead of an event when it is to be skipped. */
export function parseChatEvent(data: string): ChatEvent | ProtocolFault {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return data.trim() === '[DONE]' ? { type: 'stream-end' } : 'not_json'
  }
  if (!isRecord(value)) return 'broken_field'
  const name = text(value['type'])
  if (name === undefined) return 'unknown_type'
  const read = isWireEvent(name) ? readers[name] : undefined
  if (read === undefined) return { type: 'data', name, value: value['content'] ?? value }
  return read(value, value['content']) ?? 'broken_field'
}

const readOutcome = oneOf('answered', 'partial', 'uncovered', 'refused', 'safety', 'approved')
const readTexts = list(text)

function isWireEvent(name: string): name is WireEvent['type'] {
  return Object.hasOwn(readers, name)
}

type Reader = (event: Record<string, unknown>, content: unknown) => ChatEvent | undefined

// A record, because TypeScript then requires a reader for each event of the contract.
const readers: Record<WireEvent['type'], Reader> = {
  LLM_Response: (event, content) => {
    const piece = text(content) ?? text(event['text']) ?? text(event['delta'])
    return piece === undefined ? undefined : { type: 'text-delta', text: piece }
  },
  conv_title: (event, content) => {
    const fields = isRecord(content) ? content : event
    const title = text(fields['title'])
    if (title === undefined) return undefined
    return { type: 'title-changed', conversationId: id(fields['id']) ?? null, title }
  },
  citations: (_, content) =>
    Array.isArray(content) ? { type: 'citations-replaced', citations: content } : undefined,
  product_update: (_, content) => {
    if (!isRecord(content)) return undefined
    const original = text(content['original'])
    const replacement = content['replacement']
    if (original === undefined) return undefined
    if (typeof replacement !== 'string' && !Array.isArray(replacement)) return undefined
    return { type: 'product-resolved', original, replacement }
  },
  outcome: (_, content) => {
    const outcome = readOutcome(content)
    return outcome === undefined ? undefined : { type: 'outcome-decided', outcome }
  },
  safety: (_, content) => (isRecord(content) ? { type: 'safety-noticed', notice: content } : undefined),
  approval: (_, content) => (isRecord(content) ? { type: 'approval-noticed', approval: content } : undefined),
  suggestions: (_, content) => {
    const suggestions = readTexts(content)
    return suggestions && { type: 'suggestions-replaced', suggestions: suggestions.slice(0, 3) }
  },
  status: (_, content) => {
    const status = text(content)
    return status === undefined ? undefined : { type: 'status-changed', text: status }
  },
  error: (event, content) => {
    const message = text(event['message']) ?? text(isRecord(content) ? content['message'] : content)
    const code = text(event['code']) ?? text(isRecord(content) ? content['code'] : null) ?? null
    return message === undefined ? undefined : { type: 'stream-error', message, code }
  },
  message: (_, content) => {
    if (!isRecord(content)) return undefined
    const userId = id(content['user_id'])
    const assistantId = id(content['assistant_id'])
    if (userId === undefined || assistantId === undefined) return undefined
    return {
      type: 'message-started',
      userId,
      assistantId,
      conversationId: id(content['conversation_id']) ?? null,
    }
  },
}
