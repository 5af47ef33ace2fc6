import type { CallOptions, Http } from '../http.ts'
import { amount, anything, flag, id, list, oneOf, or, shape, text } from '../decode.ts'
import type { Decoder } from '../decode.ts'
import type { MessageRole } from './conversations.ts'

/** A share link of a conversation, without its secret. Times are ISO 8601 in UTC. */
export interface Share {
  id: string
  conversationId: string
  title: string
  /** Number of messages in the snapshot. */
  messages: number
  /** True when the snapshot has the images of the questions. */
  images: boolean
  createdAt: string
  /** Time of the snapshot. */
  updatedAt: string
  expiresAt: string
}

/** Days after which a link ends. */
export type ShareDays = 1 | 7 | 30 | 90

/** Content and life of a share link. */
export interface ShareOptions {
  /** Last message of the branch to share. @default the newest message */
  messageId?: string | null | undefined
  /** @default 30 for a new link, no change for an existing one */
  days?: ShareDays | undefined
  /** True to include the images of the questions. @default false for a new link, no change for an existing one */
  images?: boolean | undefined
}

/** A message of a shared conversation. */
export interface SharedMessage {
  role: MessageRole
  content: string
  /** Tool context as received: `@org/citations` parses it. */
  toolContext: unknown
  images: { url: string }[]
}

/** The snapshot that a link shows. */
export interface SharedConversation {
  title: string
  sharedAt: string
  expiresAt: string
  messages: SharedMessage[]
}

const decodeShare: Decoder<Share> = shape<Share>({
  id,
  conversationId: id,
  title: or(text, ''),
  messages: or(amount, 0),
  images: or(flag, false),
  createdAt: text,
  updatedAt: text,
  expiresAt: text,
})
const decodeConversationShare = shape<{ share: Share | null }>({ share: or(decodeShare, null) })
const decodeCreated = shape<{ share: Share; url: string }>({ share: decodeShare, url: text })
const decodeShares = shape<{ items: Share[] }>({ items: list(decodeShare) })
const decodeShared = shape<SharedConversation>({
  title: or(text, ''),
  sharedAt: text,
  expiresAt: text,
  messages: list(
    shape<SharedMessage>({
      role: oneOf('user', 'assistant'),
      content: or(text, ''),
      toolContext: anything,
      images: or(list(shape<{ url: string }>({ url: text })), []),
    }),
  ),
})

/** The calls about share links. */
export interface ShareCalls {
  /** The link of a conversation; null without one. */
  conversationShare: (conversationId: string, options?: CallOptions) => Promise<Share | null>
  /** Shares a snapshot. The link that the conversation had before ends; the new one is in this answer alone. */
  shareConversation: (
    conversationId: string,
    share?: ShareOptions,
    options?: CallOptions,
  ) => Promise<{ share: Share; url: string }>
  listShares: (options?: CallOptions) => Promise<Share[]>
  /** Takes a new snapshot under the same link. */
  updateShare: (shareId: string, share?: ShareOptions, options?: CallOptions) => Promise<Share>
  revokeShare: (shareId: string, options?: CallOptions) => Promise<void>
  /** The snapshot behind a link's secret. Rejects with 404 when the link has ended. */
  sharedConversation: (token: string, options?: CallOptions) => Promise<SharedConversation>
}

/** The calls of {@link ShareCalls}. */
export function createShareCalls({ call, tell }: Http): ShareCalls {
  const ofConversation = (conversationId: string) =>
    `/api/conversations/${encodeURIComponent(conversationId)}/share`
  const address = (shareId: string) => `/api/shares/${encodeURIComponent(shareId)}`
  return {
    conversationShare: async (conversationId, { signal } = {}) =>
      (await call(decodeConversationShare, { path: ofConversation(conversationId), signal })).share,
    shareConversation: (conversationId, share = {}, { signal } = {}) =>
      call(decodeCreated, { method: 'POST', path: ofConversation(conversationId), body: share, signal }),
    listShares: async ({ signal } = {}) =>
      (await call(decodeShares, { path: '/api/shares', cache: 'no-store', signal })).items,
    updateShare: (shareId, share = {}, { signal } = {}) =>
      call(decodeShare, { method: 'PATCH', path: address(shareId), body: share, signal }),
    revokeShare: (shareId, { signal } = {}) => tell({ method: 'DELETE', path: address(shareId), signal }),
    sharedConversation: (token, { signal } = {}) =>
      call(decodeShared, { path: `/api/shared/${encodeURIComponent(token)}`, signal }),
  }
}
