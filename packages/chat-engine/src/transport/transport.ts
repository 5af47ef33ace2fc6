import type {
  ChatInput as ApiChatInput,
  Conversation,
  ConversationDetail,
  ConversationPage,
  ImportedConversation,
  Message,
  Page,
  Rating,
} from '@org/api-client'
import type { AnswerOutcome, Approval, Citation, ProductOptions, SafetyNotice } from '@org/citations'
import type { AnswerEvent, Metadata } from './answer.ts'
import type { MessagePart, ToolPart } from './parts.ts'

/** An answer as it arrives. */
export interface AnswerStream {
  /** Names it for `reconnect` and `stop`; null where neither is possible. */
  streamId: string | null
  events: AsyncIterable<AnswerEvent>
}

/** An earlier message that a guest's question brings along. */
export interface EarlierMessage {
  /** Its key in the engine. @default none */
  key?: string | undefined
  role: 'user' | 'assistant'
  content: string
  /** Its text, tool calls, files and so on, without reasoning. @default the content as text */
  parts?: readonly MessagePart[] | undefined
}

/** A question, as a transport sends it. */
export interface ChatInput extends Omit<ApiChatInput, 'conversation'> {
  /** A guest's earlier messages, oldest first. */
  conversation?: readonly EarlierMessage[] | undefined
  /** Key of the conversation in the engine, the same for all of its questions. */
  conversationKey?: string | undefined
  /** The application's own values. */
  metadata?: Metadata | undefined
  /**
   * Set when this is no new question: the answer is to be continued after its tool calls were decided on. `text` is
   * empty, and the answer is the last of `conversation`. Only a transport whose answers request approvals gets it.
   * @default none
   */
  continues?: ContinuedAnswer | undefined
}

/** An answer that goes on after a person has decided on its tool calls. */
export interface ContinuedAnswer {
  /** The server's id of the answer; null where it has none. */
  messageId: string | null
  /** The calls that were decided on. */
  tools: readonly ToolPart[]
}

/** A stored message. */
export interface ThreadMessage extends Omit<Message, 'toolContext' | 'clientMessageId'> {
  /**
   * The `clientMessageId` that the question was sent with. A question that failed offline is recognised by it when
   * the server has it after all; without it, such a question is shown a second time, as unsent.
   * @default none
   */
  clientMessageId?: string | null | undefined
  /** @default the content as text */
  parts?: readonly MessagePart[] | undefined
  /** @default null */
  metadata?: Metadata | null | undefined
  /** @default none */
  citations?: readonly Citation[] | undefined
  /** @default none */
  products?: ProductOptions | undefined
  /** @default null */
  outcome?: AnswerOutcome | null | undefined
  /** @default none */
  suggestions?: readonly string[] | undefined
  /** @default null */
  safety?: SafetyNotice | null | undefined
  /** @default null */
  approval?: Approval | null | undefined
}

/**
 * Error fields that the engine reads from a transport's rejection: an `ApiError` of `@org/api-client`, or any other
 * `Error` with these fields. One without a `status` counts as a connection that failed.
 */
export interface ChatFailure {
  /** The HTTP status. 401: the person must sign in. */
  status?: number | undefined
  /** `unexpected_answer`: what came is broken, and would be so again. */
  code?: string | undefined
  /** The server's words for a person; shown with a 401. */
  reason?: string | undefined
  /** Wait requested by the server, in seconds. */
  retryAfterSeconds?: number | undefined
  /** With a 409: the stream of the answer that is still running in the same conversation. */
  runningStreamId?: string | undefined
}

/** Ends a call of the transport. */
export interface TransportCall {
  signal?: AbortSignal | undefined
}

/** A change of where a conversation is listed; fields that are left out stay. */
export interface ConversationMarks {
  readonly pinned?: boolean | undefined
  readonly archived?: boolean | undefined
}

/**
 * Everything that goes over the network. `createApiTransport` is the one of this platform's API; another server
 * needs another. Failures are thrown as {@link ChatFailure}.
 */
export interface ChatTransport {
  /**
   * Pinned ones first, then newest first; `q` searches titles and messages, `archived` lists the archived ones alone.
   * Rejects with 401 for a visitor.
   */
  listConversations: (
    call: TransportCall & { limit: number; cursor: string | null; q?: string; archived?: boolean },
  ) => Promise<ConversationPage>
  /** For a conversation that was opened by itself, null while it is unnamed; one that begins with a question is `send`'s. */
  createConversation: (title: string | null) => Promise<Conversation>
  getConversation: (id: string, call?: TransportCall) => Promise<ConversationDetail>
  renameConversation: (id: string, title: string) => Promise<void>
  /** Pins or archives a conversation, or takes either back; without it, pins and archive last as long as the page. */
  markConversation?: (id: string, marks: ConversationMarks) => Promise<void>
  deleteConversation: (id: string) => Promise<void>
  /** Newest first. */
  listMessages: (
    id: string,
    call: TransportCall & { limit: number; cursor: string | null },
  ) => Promise<Page<ThreadMessage>>
  /**
   * Asks a question. Without a `conversationId`, a person who is signed in begins a conversation with it, which
   * `message-started` names; a visitor's is kept nowhere, and brings its `conversation` along. With a `parentId` and an
   * empty `text`, the question of that id is to be answered again.
   */
  send: (input: ChatInput, call: TransportCall) => Promise<AnswerStream>
  /** Takes up a running answer after the event `afterSeq`; null when nothing of it is left. */
  reconnect: (streamId: string, call: TransportCall & { afterSeq: number }) => Promise<AnswerStream | null>
  /** Ends an answer at the server. */
  stop: (streamId: string) => Promise<void>
  /** Loads whether visitors must sign in. */
  anonStatus: (call?: TransportCall) => Promise<{ blocked: boolean }>
  sendFeedback: (messageId: string, rating: Rating, reason?: string) => Promise<void>
  /**
   * Brings a guest's conversations into the account; without it none are offered. Resolves to their ids in the account, in
   * the order given: the newest is then shown in place of a blank conversation. Without ids the selection stays. Rejects
   * with 409 when another account than `accountId` is signed in.
   */
  importConversations?: (
    conversations: readonly ImportedConversation[],
    call?: TransportCall & { accountId?: string | null | undefined },
  ) => Promise<unknown>
}
