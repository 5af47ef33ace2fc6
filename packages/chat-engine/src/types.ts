import type { AnswerOutcome, Approval, Citation, ProductOptions, SafetyNotice } from '@org/citations'
import type { Rating } from '@org/api-client'
import type { AttachmentLabels, ChatLabels } from './platform/labels.ts'
import type { ChatLimits } from './platform/limits.ts'
import type { ChatClock, ChatIds, ChatLogger, ChatStorage } from './platform/platform.ts'
import type { Store } from './platform/store.ts'
import type { ChatTabs } from './tabs/tabs-port.ts'
import type { AnswerEvent, Metadata } from './transport/answer.ts'
import type { MessagePart } from './transport/parts.ts'
import type { ChatTransport } from './transport/transport.ts'
import type { Given } from './platform/with-defaults.ts'

/** An image that goes with a question: base64 without a `data:` prefix. */
export interface ImageAttachment {
  mimeType: string
  data: string
  name: string
}

/** An image of a message: its bytes, or where they are. */
export interface MessageImage {
  mimeType: string
  data: string | null
  url: string | null
  name: string
}

/**
 * State of a message. An answer is `pending` until its first event, then `streaming`. `stopped` by the
 * user; `interrupted` when its stream ended too early; `failed` with an {@link ChatMessage.error}.
 */
export type ChatMessageStatus = 'pending' | 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed'

/** A message. A new object whenever something in it changes. */
export interface ChatMessage {
  /** Its identity in this engine, also after the server gave it an id: what lists are keyed by. */
  readonly key: string
  /** The server's id; null until the server has told it. */
  readonly id: string | null
  /** The message that this one answers to. */
  readonly parentId: string | null
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** The text and all else, such as tool calls and reasoning, in the order in which it began. */
  readonly parts: readonly MessagePart[]
  /** Data that the application added to a question, or the server to an answer; null without any. */
  readonly metadata: Metadata | null
  /** The numbered sources; null until they are known, and then the markers in the text become live. */
  readonly citations: readonly Citation[] | null
  /** The options of the products in the text, by product name. A product without an entry is loading. */
  readonly products: ProductOptions
  /** Outcome of the answer; null until it is known, and for questions. */
  readonly outcome: AnswerOutcome | null
  /** Questions to ask next, each answerable from the content; shown under the newest answer. */
  readonly suggestions: readonly string[]
  /** Help for a danger that the conversation speaks of; shown above the answer. */
  readonly safety: SafetyNotice | null
  /** The review of an approved answer; null for other answers. */
  readonly approval: Approval | null
  readonly images: readonly MessageImage[]
  /** ISO 8601, UTC. */
  readonly createdAt: string | null
  readonly status: ChatMessageStatus
  /** User-facing error text. */
  readonly error: string | null
  /** Why its run failed; null where this page has not seen it fail: a stored message has its {@link ChatMessage.error} alone. */
  readonly failure: RunFailure | null
  readonly feedback: Rating
  /**
   * Its place among the versions of the same message: a question that was edited, an answer that was asked for
   * again. From 0; null when there is this one alone.
   */
  readonly siblings: { readonly index: number; readonly count: number } | null
}

/** A conversation as a list shows it. */
export interface ConversationSummary {
  /** Its identity in this engine, also after the server gave it an id. */
  readonly key: string
  /** The server's id; null while it is known to this browser alone. */
  readonly id: string | null
  /** Its title as the server stores it; null while it is unnamed. */
  readonly name: string | null
  /** Its name for a list: the label `newChat` while it is unnamed, `untitled` for an empty name. */
  readonly title: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
  /** Listed above all others. @default false */
  readonly pinned?: boolean | undefined
  /** Listed by a search with `archived` alone. @default false */
  readonly archived?: boolean | undefined
}

/** The conversations, pinned ones first, then newest first. */
export interface ConversationListState {
  /** `failed` when the first page could not be had; a local conversation is there all the same. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly items: readonly ConversationSummary[]
  /** True when older conversations can be loaded. */
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** The key of the conversation on screen; null until the first list is there. */
  readonly selectedKey: string | null
  /** Search result; null without a search. */
  readonly search: ConversationSearch | null
}

/** A search in titles and messages. */
export interface ConversationSearch {
  readonly query: string
  /** True for a list of the archived conversations; its `query` may be empty. @default false */
  readonly archived?: boolean | undefined
  readonly status: 'loading' | 'ready' | 'failed'
  /** Until the answer is there, what the search before it found. */
  readonly items: readonly ConversationSummary[]
  /** True when `loadMore` would find more. */
  readonly hasMore: boolean
}

/** Why a run failed. */
export type RunFailureKind = 'auth' | 'rate_limit' | 'network' | 'server' | 'stream'

/** A failure: a plain object, not thrown. */
export interface ChatError<Kind = RunFailureKind | 'unknown_conversation' | 'unknown_message'> {
  readonly kind: Kind
  /** User-facing text. */
  readonly message: string
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** Code of the server or of the transport. */
  readonly code: string | null
  /** The server's words for a person. */
  readonly reason: string | null
  /** Wait requested by the server, in seconds. */
  readonly retryAfterSeconds: number | null
  /** The value that the transport threw; null without one. */
  readonly cause: unknown
}

/** Why a run failed, with the words for a person. */
export type RunFailure = ChatError<RunFailureKind>

/** Result of a change at the server. */
export type ChangeOutcome =
  | { readonly ok: true }
  /** `reverted`: the earlier state is shown again. */
  | { readonly ok: false; readonly reverted: boolean; readonly error: ChatError }

/** Origin of a {@link ChatError}. */
export interface ErrorOrigin {
  /** `run` for an answer, else the method of the transport or of the engine. */
  readonly operation: string
  readonly conversationKey: string | null
  readonly messageKey: string | null
}

/** State of the run of a conversation's last question. */
export type RunState =
  | { readonly phase: 'idle' | 'done' | 'stopped' }
  | { readonly phase: 'submitting' | 'streaming' | 'reconnecting'; readonly messageKey: string }
  | ({ readonly phase: 'failed' } & RunFailure)

/** The line above the composer: what the server is doing (with a spinner), or what went wrong (red, with '!'). */
export interface StatusLine {
  readonly tone: 'busy' | 'error'
  readonly text: string
}

/** One conversation's messages and its run. Changes when the structure does, not with every piece of text. */
export interface ThreadState {
  readonly key: string
  readonly conversationId: string | null
  /** Loading state of the history. */
  readonly history: 'idle' | 'loading' | 'ready' | 'failed'
  /** Keys of its messages, oldest first. */
  readonly messageKeys: readonly string[]
  /** True when older messages can be loaded. */
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  readonly run: RunState
  readonly statusLine: StatusLine | null
}

/** A question that waits for a sign-in. */
export interface PendingPrompt {
  readonly text: string
  readonly images: readonly ImageAttachment[]
  readonly authors: readonly string[]
  readonly tools: readonly string[]
  readonly metadata: Metadata | null
}

/** Access of the current person to the chat. */
export interface AccessState {
  /**
   * `unknown` until the first listing; `guest` when listing gave 401; `needsAuth` when visitors must sign in;
   * `signedIn` once a listing worked.
   */
  readonly status: 'unknown' | 'guest' | 'needsAuth' | 'signedIn'
  readonly pendingPrompt: PendingPrompt | null
}

/** Acknowledgement of the disclaimer's current version. */
export interface DisclaimerState {
  readonly required: boolean
  readonly acknowledged: boolean
}

/** Composer draft of a conversation: stored, so that it survives a reload. */
export interface Draft {
  readonly text: string
  /** The images that are ready to be sent. */
  readonly images: readonly ImageAttachment[]
  /** Those that are being made ready. */
  readonly pending: readonly PendingImage[]
}

/** A file on its way to being an image of the draft. */
export interface PendingImage {
  readonly id: string
  readonly name: string
  readonly progress: 'reading' | 'shrinking'
}

/** A file that was not attached, and why, in words for a person. */
export interface AttachmentRefusal {
  readonly name: string
  /** No image of an accepted type, too large, one too many, or not to be read. */
  readonly reason: 'type' | 'size' | 'count' | 'unreadable'
  readonly text: string
}

/** Makes an image small enough. A browser's is in `@org/chat-engine/browser-images`. */
export interface ImageTools {
  /**
   * The image with no side longer than `maxPixels` and, if it can be, no more than `maxBytes`; the same one when
   * it is so already.
   * @throws when it cannot be decoded.
   */
  shrink: (image: Blob, limits: { maxPixels: number; maxBytes: number }) => Promise<Blob>
}

/** One place where a text was found in a conversation. */
export interface FindHit {
  readonly messageKey: string
  /** Index of the hit within the message, from 0. */
  readonly index: number
}

/** Guest conversations in this browser that can be imported into the account. */
export interface GuestImportState {
  readonly status: 'none' | 'offered' | 'importing' | 'failed'
  /** Number of conversations. */
  readonly count: number
}

/** State of the browser's storage. */
export interface StorageState {
  /** `refused`: it is full or forbidden, so that some of it lasts only until the page is closed. */
  readonly status: 'stored' | 'refused'
  /** The same in words for a person; null when all is stored. */
  readonly text: string | null
}

/** A question. */
export interface SendInput {
  text: string
  images?: readonly ImageAttachment[] | undefined
  /** Names; none chosen means all. */
  authors?: readonly string[] | undefined
  tools?: readonly string[] | undefined
  /** JSON values for the transport, kept as the message's metadata; the transport of this platform's API sends none. */
  metadata?: Metadata | null | undefined
}

/** A message that an application gives: a {@link ChatMessage}, or its role and text alone. */
export type GivenMessage = Pick<ChatMessage, 'role' | 'text'> & Given<ChatMessage>

/** Outcome of `setMessages`: `set`, or the reason why not. */
export type SetMessagesOutcome = 'set' | 'not_started' | 'unknown_conversation' | 'busy'

/** Outcome of a send: `sent`, or the reason why not. */
export type SendOutcome =
  | 'sent'
  /** The engine was not started: it has no conversation yet. */
  | 'not_started'
  | 'unknown_conversation'
  /** No message with that key, or not one of the wanted role. */
  | 'unknown_message'
  | 'empty'
  | 'busy'
  | 'disclaimer'
  | 'login_required'
  | 'too_long'
  | 'too_many_images'

/** Outcome of a decision on a tool call: `sent` when the answer goes on with it, or the reason why not. */
export type ApprovalOutcome =
  | SendOutcome
  /** Kept: other calls of the answer need a decision, too. */
  | 'waiting'
  /** No call with that id in the newest answer waits for a decision. */
  | 'unknown_tool'
  /** The engine's code for decisions could not be loaded. */
  | 'not_loaded'

/** Options of {@link createChatEngine}. They are read when they are used: changing the object's fields takes effect. */
export interface ChatEngineOptions {
  /** Everything that goes over the network. */
  transport: ChatTransport
  /** Storage of drafts, a guest's history and the acknowledgement. @default localStorage where available, else memory */
  storage?: ChatStorage | undefined
  /**
   * Separates engines of one origin, such as those of two brands: their storage keys, drafts, guests and tabs. Read
   * once, when the engine is created.
   * @default '' (keys `disclaimer` and `org.drafts`; in the namespace `brand`: `org.brand.disclaimer`, `org.brand.drafts`)
   */
  namespace?: string | undefined
  /**
   * Messages of the first conversation, which is selected at once, also in a server render. A visitor's is stored when a
   * question is asked in it; every question brings them along. A server that stores conversations does not get them.
   * @default none
   */
  initialMessages?: readonly GivenMessage[] | undefined
  /** @default the platform's timers, with one frame an animation frame */
  clock?: ChatClock | undefined
  /** @default random UUIDs */
  ids?: ChatIds | undefined
  /** Spreads the attempts to take up a broken stream: from 0 up to, but not, 1. @default Math.random */
  random?: (() => number) | undefined
  /** The other tabs of this browser: `createTabs()` of `@org/chat-engine/tabs`. @default none: each tab is alone */
  tabs?: ChatTabs | undefined
  /** @default none: images go as they are, if they are small enough */
  imageTools?: ImageTools | undefined
  limits?: Given<ChatLimits> | undefined
  labels?: Given<ChatLabels & AttachmentLabels> | undefined
  /** Receives every failure, also those that are dealt with, such as a lost connection. */
  logger?: ChatLogger | undefined
  /** Called for each failed run and each failed call, but not for a lost connection that may be resumed. */
  onError?: ((error: ChatError, origin: ErrorOrigin) => void) | undefined
  /** Called when an answer has ended: complete, stopped, interrupted or failed. */
  onFinish?: ((answer: ChatMessage, run: { conversationKey: string; run: RunState }) => void) | undefined
  /** Called for each new event of a stream, before it is shown. */
  onEvent?:
    | ((event: AnswerEvent, answer: { conversationKey: string; messageKey: string }) => void)
    | undefined
  /**
   * A rename or a removal that the server refuses is put back; `keep` leaves it as the person sees it, in this browser
   * alone.
   * @default 'revert'
   */
  refusedChanges?: 'revert' | 'keep' | undefined
  /** The gate before the first message. @default none */
  disclaimer?: DisclaimerSettings | undefined
}

/** The gate before the first message. @default `{ required: true, version: '2025-09-15' }` for fields that are not given */
export interface DisclaimerSettings extends Given<{ required: boolean; version: string }> {
  /**
   * Storage of the acknowledgement for engines of several namespaces that share it: under the key `disclaimer`.
   * @default the engine's storage, in its namespace
   */
  readonly storage?: ChatStorage | undefined
}

/** The chat of one visitor: conversations, their messages and runs, access, products, drafts. */
export interface ChatEngine {
  readonly conversations: Store<ConversationListState>
  readonly access: Store<AccessState>
  readonly disclaimer: Store<DisclaimerState>
  /** The options of every product that became known, by product name. */
  readonly products: Store<ProductOptions>
  /** Guest conversations that can be imported after sign-in. */
  readonly guestImport: Store<GuestImportState>
  /** State of the browser's storage. */
  readonly storage: Store<StorageState>
  /** One conversation's thread; the same store for the same key. */
  thread: (key: string) => Store<ThreadState>
  /** One message; the same store for the same key. Only it changes while its text grows. */
  message: (key: string) => Store<ChatMessage | undefined>
  /** Composer draft of a conversation. */
  draft: (key: string) => Store<Draft>

  /** Lists the conversations for the first time; later calls change nothing. */
  start: () => Promise<void>
  /** Loads the account and its conversations again: after a sign-in. */
  refresh: () => Promise<void>
  /** Forgets everything of the person who was chatting, their drafts too: on a sign-out. */
  reset: () => Promise<void>
  /**
   * Resumes answers whose connection was lost, without waiting for the next attempt: for when the page is looked at
   * again, or the network is back. The wait that a server asked for (`Retry-After`) is kept.
   */
  resume: () => void
  /** Ends timers and connections; answers go on at the server. */
  dispose: () => void

  /** Opens a new blank conversation, or the existing blank one; the server creates it with the first question. Returns its key. */
  create: () => string
  /** Shows a conversation, by its key or by the server's id, and loads its messages if need be. Gives its key. */
  select: (keyOrId: string) => string
  /** An empty title becomes 'Untitled'. */
  rename: (key: string, title: string) => Promise<ChangeOutcome>
  /** Lists a conversation above all others, or no longer. */
  pin: (key: string, pinned: boolean) => Promise<ChangeOutcome>
  /**
   * Takes a conversation out of the list, or restores it. Archiving the selected conversation selects the first that
   * remains, or a blank one. A question in an archived conversation restores it.
   */
  archive: (key: string, archived: boolean) => Promise<ChangeOutcome>
  /** Removing the selected conversation selects the first that remains, or a blank one. */
  remove: (key: string) => Promise<ChangeOutcome>
  /** Loads the next page of older conversations, or of what a search found. */
  loadMore: () => Promise<void>
  /**
   * Searches titles and messages, once the typing pauses; '' ends the search. A guest's are searched here.
   *
   * @param options.archived lists the archived conversations: those that match, or all for '' @default false
   */
  search: (query: string, options?: { archived?: boolean | undefined }) => void
  /**
   * Replaces the messages of a conversation, oldest first; a message keeps its identity by its `key`. Those of a
   * conversation that the server stores come back with the next `reload`.
   */
  setMessages: (key: string, messages: readonly GivenMessage[]) => SetMessagesOutcome
  /** Loads a conversation's messages again: after a failure. */
  reload: (key: string) => Promise<void>
  /** Loads the next page of older messages. */
  loadOlder: (key: string) => Promise<void>

  /** Asks a question; at once, its pair of messages is in the thread. Says what became of it. */
  send: (key: string, input: SendInput) => SendOutcome
  /** Approves a tool call in the state `approval-requested`, by the id of its part. The answer goes on in its message. */
  approve: (messageKey: string, toolId: string) => Promise<ApprovalOutcome>
  /** Rejects such a call; the answer goes on without its result. */
  reject: (messageKey: string, toolId: string, reason?: string | null) => Promise<ApprovalOutcome>
  /** Asks the last question again unless it was answered: as the same question where the server may not have it, else for another answer. */
  retry: (key: string) => SendOutcome
  /** Asks a question anew, in place of an earlier one: a branch beside it. */
  edit: (messageKey: string, input: SendInput) => SendOutcome
  /** Asks for another answer to the same question: a branch beside the answer that there is. */
  regenerate: (answerKey: string) => SendOutcome
  /** Shows another version of a message, by its index among the {@link ChatMessage.siblings}, and what followed it. */
  showSibling: (messageKey: string, index: number) => void
  /** Ends the answer, here and at the server; what was written stays. */
  stop: (key: string) => Promise<void>
  /**
   * Sends the question that waited for a sign-in: in its conversation, or in a new one when that is gone. Returns null
   * when none waits.
   */
  sendPendingPrompt: () => SendOutcome | null
  dismissPendingPrompt: () => void
  acknowledgeDisclaimer: () => void
  setDraft: (key: string, change: Partial<Pick<Draft, 'text' | 'images'>>) => void
  /** Adds images to the draft, told by their bytes: PNG, JPEG, WebP or GIF. Gives what was refused. */
  attach: (key: string, files: readonly Blob[]) => Promise<readonly AttachmentRefusal[]>
  removeImage: (key: string, index: number) => void
  /** Finds every match of `text` in the whole conversation, as displayed; older messages are loaded first. */
  find: (key: string, text: string) => Promise<readonly FindHit[]>
  /** Brings the guest's conversations into the account. */
  importGuest: () => Promise<ChangeOutcome>
  /** Leaves the guest's conversations in this browser, and does not offer to import them again. */
  dismissGuestImport: () => void
  /** Rates an answer; null takes it back. Rolled back when the server refuses. */
  rate: (messageKey: string, rating: Rating, reason?: string) => Promise<ChangeOutcome>
}
