import type { CallOptions, Http } from '../http.ts'
import { anything, flag, id, isRecord, list, oneOf, or, shape, text, toWire } from '../decode.ts'
import type { Decoder } from '../decode.ts'
import { unnamedTitle } from '../unnamed-title.ts'

/** One page of a list; `nextCursor` is null on the last. */
export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** A conversation without its messages. Times are ISO 8601, null when the server sends none. */
export interface Conversation {
  id: string
  /** Null until the conversation is named. */
  title: string | null
  createdAt: string | null
  updatedAt: string | null
  /** Listed above all others. @default false */
  pinned?: boolean | undefined
  /** Listed with `archived` alone. @default false */
  archived?: boolean | undefined
}

/** Changes of a conversation; those left out stay. Archiving unpins. */
export interface ConversationChanges {
  title?: string | undefined
  pinned?: boolean | undefined
  archived?: boolean | undefined
}

/** One page of a person's conversations. */
export interface ConversationPage extends Page<Conversation> {
  /** Account that the conversations belong to; null where the server does not name it. */
  accountId?: string | null | undefined
}

/** A conversation with its running answer, if any. */
export interface ConversationDetail extends Conversation {
  activeStreamId: string | null
}

/** Author role of a message. */
export type MessageRole = 'user' | 'assistant'

/** State of an answer on the server. */
export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed'

/** A thumb, or none. */
export type Rating = 'up' | 'down' | null

/** An image of a stored question: base64 or an address. */
export interface StoredImage {
  mimeType: string
  data: string | null
  url: string | null
  name: string
}

/** A stored message. */
export interface Message {
  id: string
  /** The message that this one answers to. */
  parentId: string | null
  role: MessageRole
  content: string
  /** Tool context in either of its two shapes, as received: `@org/citations` parses it. */
  toolContext: unknown
  images: StoredImage[]
  createdAt: string | null
  status: MessageStatus
  feedback: Rating
  /** The id that the question was sent with; null for imported messages and on servers that do not return it. */
  clientMessageId: string | null
}

/** Reads a page; a bare array is a last page. */
export function pageOf<Item>(item: Decoder<Item>): Decoder<Page<Item>> {
  const page = shape<Page<Item>>({ items: list(item), nextCursor: or(id, null) })
  return (value) => page(Array.isArray(value) ? { items: value } : value)
}

const conversationFields = {
  id,
  title: (value: unknown) => (value === unnamedTitle ? null : or(text, '')(value)),
  createdAt: or(text, null),
  updatedAt: or(text, null),
  pinned: or(flag, false),
  archived: or(flag, false),
}

/** Reads a conversation. */
export const decodeConversation: Decoder<Conversation> = shape<Conversation>(conversationFields)

/** Reads a conversation with its running answer. */
export const decodeConversationDetail: Decoder<ConversationDetail> = shape<ConversationDetail>({
  ...conversationFields,
  activeStreamId: or(id, null),
})

const messageFields = shape<Message>({
  id,
  parentId: or(id, null),
  role: oneOf('user', 'assistant'),
  content: or(text, ''),
  toolContext: anything,
  images: or(
    list(
      shape<StoredImage>({
        mimeType: or(text, 'image/png'),
        data: or(text, null),
        url: or(text, null),
        name: or(text, ''),
      }),
    ),
    [],
  ),
  createdAt: or(text, null),
  status: or(oneOf('streaming', 'complete', 'stopped', 'interrupted', 'failed'), 'complete'),
  feedback: or(oneOf('up', 'down'), null),
  clientMessageId: or(id, null),
})

/** Reads a message; `text` is read where there is no `content`. */
export const decodeMessage: Decoder<Message> = (value) =>
  messageFields(
    isRecord(value) && text(value['content']) === undefined ? { ...value, content: value['text'] } : value,
  )

/** Position of a page in a list. */
export interface PageOptions extends CallOptions {
  /** @default the server's: 20 */
  limit?: number | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | null | undefined
}

/** A conversation to bring into the account. */
export interface ImportedConversation {
  /** Null for an unnamed one. */
  title: string | null
  messages: readonly { role: MessageRole; content: string; createdAt: string }[]
  /** UUID of the conversation in this browser. A repeated import returns the conversation of the first one. */
  clientId?: string | undefined
}

/** The calls about conversations and their messages. */
export interface ConversationCalls {
  /**
   * Pinned ones first, then newest first; `q` searches titles and messages, `archived` lists the archived ones alone.
   * Rejects with 401 for a visitor.
   */
  listConversations: (
    options?: PageOptions & { q?: string | undefined; archived?: boolean | undefined },
  ) => Promise<ConversationPage>
  /** @param title null for an unnamed conversation: the server names it after its first question. */
  createConversation: (title: string | null, options?: CallOptions) => Promise<Conversation>
  getConversation: (id: string, options?: CallOptions) => Promise<ConversationDetail>
  renameConversation: (id: string, title: string, options?: CallOptions) => Promise<void>
  /** Renames, pins or archives a conversation. */
  changeConversation: (id: string, changes: ConversationChanges, options?: CallOptions) => Promise<void>
  deleteConversation: (id: string, options?: CallOptions) => Promise<void>
  /** Newest first. */
  listMessages: (id: string, options?: PageOptions) => Promise<Page<Message>>
  /**
   * Imports a guest's history into the account; resolves to the ids, in the order of the list. With an `accountId`, it
   * rejects with 409 when another account is signed in.
   */
  importConversations: (
    conversations: readonly ImportedConversation[],
    options?: CallOptions & { accountId?: string | null | undefined },
  ) => Promise<string[]>
  /** Rates an answer; a null rating takes it back. */
  sendFeedback: (messageId: string, rating: Rating, reason?: string, options?: CallOptions) => Promise<void>
}

const decodeAccount = shape<Pick<ConversationPage, 'accountId'>>({ accountId: or(id, null) })
const decodeConversationPage: Decoder<ConversationPage> = (value) => {
  const page = pageOf(decodeConversation)(value)
  return page && Object.assign(page, decodeAccount(value))
}

const decodeIds = shape<{ ids: string[] }>({ ids: or(list(id), []) })

/** The calls of {@link ConversationCalls}. */
export function createConversationCalls({ call, tell }: Http): ConversationCalls {
  const address = (conversationId: string) => `/api/conversations/${encodeURIComponent(conversationId)}`
  return {
    listConversations: ({ signal, limit, cursor, q, archived } = {}) =>
      call(decodeConversationPage, {
        path: '/api/conversations',
        query: { limit, cursor, q, archived: archived === true ? 'true' : undefined },
        signal,
      }),
    createConversation: (title, { signal } = {}) =>
      call(decodeConversation, {
        method: 'POST',
        path: '/api/conversations',
        body: { title: title ?? unnamedTitle },
        signal,
      }),
    getConversation: (conversationId, { signal } = {}) =>
      call(decodeConversationDetail, { path: address(conversationId), signal }),
    renameConversation: (conversationId, title, { signal } = {}) =>
      tell({ method: 'PATCH', path: address(conversationId), body: { title }, signal }),
    changeConversation: (conversationId, changes, { signal } = {}) =>
      tell({ method: 'PATCH', path: address(conversationId), body: changes, signal }),
    deleteConversation: (conversationId, { signal } = {}) =>
      tell({ method: 'DELETE', path: address(conversationId), signal }),
    listMessages: (conversationId, { signal, limit, cursor } = {}) =>
      call(pageOf(decodeMessage), {
        path: `${address(conversationId)}/messages`,
        query: { limit, cursor },
        signal,
      }),
    importConversations: async (conversations, { signal, accountId } = {}) => {
      const body = {
        accountId,
        conversations: conversations.map(({ clientId, title, messages }) => ({
          client_id: clientId,
          title: title ?? unnamedTitle,
          messages: messages.map(toWire),
        })),
      }
      const path = '/api/conversations/import'
      return (await call(decodeIds, { method: 'POST', path, body, signal })).ids
    },
    sendFeedback: (messageId, rating, reason, { signal } = {}) =>
      tell({
        method: 'PUT',
        path: `/api/messages/${encodeURIComponent(messageId)}/feedback`,
        body: { rating, reason },
        signal,
      }),
  }
}
