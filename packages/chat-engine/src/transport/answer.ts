import type { SequencedChatEvent } from '@org/api-client'
import type {
  AnswerOutcome,
  Approval,
  Citation,
  ProductOption,
  ProductOptions,
  SafetyNotice,
} from '@org/citations'
import { appendText, type IdentifiedPart, type MessagePart, putPart } from './parts.ts'

/**
 * Events of a stream, in order. `seq` increases along the stream and identifies the position to resume
 * from.
 */
export type AnswerEvent =
  | Exclude<
      SequencedChatEvent,
      {
        type: 'citations-replaced' | 'product-resolved' | 'safety-noticed' | 'approval-noticed' | 'data'
      }
    >
  /** A part of the answer other than text: a new one, or the present state of one that is known by its id. */
  | { type: 'part-changed'; part: IdentifiedPart; seq: number }
  /** An event for `onEvent` alone: the answer does not keep it. */
  | { type: 'data-received'; name: string; value: unknown; seq: number }
  /** Fields to set in the answer's metadata; the others stay. */
  | { type: 'metadata-changed'; metadata: Metadata; seq: number }
  /** The whole list of citations, which replaces the one before. */
  | { type: 'citations-replaced'; citations: readonly Citation[]; seq: number }
  /** Help for a danger; null when the notice cannot be read. */
  | { type: 'safety-noticed'; notice: SafetyNotice | null; seq: number }
  /** The review of an approved answer; null when it cannot be read. */
  | { type: 'approval-noticed'; approval: Approval | null; seq: number }
  /** Resolution of the product tag with that name. */
  | { type: 'product-resolved'; name: string; options: readonly ProductOption[]; seq: number }
  /** All that another reader has of the same stream, up to `seq`. */
  | { type: 'caught-up'; answer: AnswerState; seq: number }

/** JSON values that an application adds to a question, or a server to an answer. */
export type Metadata = Readonly<Record<string, unknown>>

/** Accumulated state of the events of one stream. */
export interface AnswerState {
  /** The number of the last event taken in; what comes again is left out. */
  readonly lastSeq: number
  readonly userId: string | null
  readonly assistantId: string | null
  readonly conversationId: string | null
  readonly text: string
  /** The text and all else, in the order in which it began. */
  readonly parts: readonly MessagePart[]
  /** Null until the stream gave some. */
  readonly metadata: Metadata | null
  /** Null until the stream gave a list. */
  readonly citations: readonly Citation[] | null
  readonly products: ProductOptions
  readonly title: { readonly conversationId: string | null; readonly title: string } | null
  /** Outcome of the answer; null until the stream reports it. */
  readonly outcome: AnswerOutcome | null
  /** Questions to ask next. */
  readonly suggestions: readonly string[]
  /** Help for a danger; null where the conversation speaks of none. */
  readonly safety: SafetyNotice | null
  /** The review of an approved answer; null for other answers. */
  readonly approval: Approval | null
  /** Progress text of the server; empty when none is shown. */
  readonly status: string
  readonly error: { readonly message: string; readonly code: string | null } | null
  /** True once `[DONE]` has arrived. */
  readonly ended: boolean
}

/** An answer before its first event. */
export const emptyAnswer: AnswerState = {
  lastSeq: 0,
  userId: null,
  assistantId: null,
  conversationId: null,
  text: '',
  parts: [],
  metadata: null,
  citations: null,
  products: {},
  title: null,
  outcome: null,
  suggestions: [],
  safety: null,
  approval: null,
  status: '',
  error: null,
  ended: false,
}

/**
 * Takes one event in; pure. An event whose `seq` is not greater than `lastSeq` gives the same state, so that a replay
 * never doubles anything; nothing is taken in after the end.
 */
export function reduceAnswer(answer: AnswerState, event: AnswerEvent): AnswerState {
  if (event.seq <= answer.lastSeq || answer.ended) return answer
  return { ...answer, ...changesOf(answer, event), lastSeq: event.seq }
}

function changesOf(answer: AnswerState, event: AnswerEvent): Partial<AnswerState> {
  switch (event.type) {
    case 'message-started':
      return {
        userId: event.userId,
        assistantId: event.assistantId,
        conversationId: event.conversationId,
      }
    case 'text-delta': {
      const text = answer.text + event.text
      return { text, parts: appendText(answer.parts, event.text, text) }
    }
    case 'part-changed':
      return { parts: putPart(answer.parts, event.part) }
    case 'metadata-changed':
      return { metadata: { ...answer.metadata, ...event.metadata } }
    case 'citations-replaced':
      return { citations: event.citations }
    case 'product-resolved':
      return { products: { ...answer.products, [event.name]: event.options } }
    case 'caught-up':
      return event.answer
    case 'title-changed':
      return { title: { conversationId: event.conversationId, title: event.title } }
    case 'outcome-decided':
      return { outcome: event.outcome }
    case 'safety-noticed':
      return { safety: event.notice }
    case 'approval-noticed':
      return { approval: event.approval }
    case 'suggestions-replaced':
      return { suggestions: event.suggestions }
    case 'status-changed':
      return { status: event.text }
    case 'stream-error':
      return { error: { message: event.message, code: event.code } }
    case 'stream-end':
      return { ended: true }
    case 'data-received':
      return {}
    default:
      // Events of a transport by others, at run time; TypeScript requires a case for each type of AnswerEvent.
      event satisfies never
      return {}
  }
}
