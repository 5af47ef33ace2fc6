import type { ChatStream, Message, Page, SequencedChatEvent } from '@org/api-client'
import {
  parseApproval,
  parseCitations,
  parseProductReplacement,
  parseSafetyNotice,
  parseToolContext,
  productKey,
} from '@org/citations'
import type { AnswerEvent } from './answer.ts'
import type { AnswerStream, ThreadMessage } from './transport.ts'

/** An event of this platform's API, as the engine takes it. */
export function readAnswerEvent(event: SequencedChatEvent): AnswerEvent {
  if (event.type === 'citations-replaced') return { ...event, citations: parseCitations(event.citations) }
  if (event.type === 'safety-noticed') return { ...event, notice: parseSafetyNotice(event.notice) ?? null }
  if (event.type === 'approval-noticed') {
    return { ...event, approval: parseApproval(event.approval) ?? null }
  }
  if (event.type === 'data') {
    const { name, value, seq } = event
    return { type: 'part-changed', part: { type: 'data', id: String(seq), name, value }, seq }
  }
  if (event.type !== 'product-resolved') return event
  const { type, seq, original, replacement } = event
  return { type, seq, name: productKey(original), options: parseProductReplacement(replacement) }
}

/** A stream of this platform's API. */
export function readAnswerStream({ streamId, events }: ChatStream): AnswerStream {
  return { streamId, events: readEvents(events) }
}

async function* readEvents(events: AsyncIterable<SequencedChatEvent>): AsyncGenerator<AnswerEvent> {
  for await (const event of events) yield readAnswerEvent(event)
}

/** A page of messages of this platform's API. */
export function readMessages({ items, nextCursor }: Page<Message>): Page<ThreadMessage> {
  const read = ({ toolContext, ...message }: Message) => Object.assign(message, parseToolContext(toolContext))
  return { items: items.map(read), nextCursor }
}
