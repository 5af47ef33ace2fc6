import { amount, id, maybe, or, shape, text, words } from '../../decode.ts'
import type { CallOptions, Http } from '../../http.ts'
import { type Page, pageOf } from '../conversations.ts'

/** The state of a client's secret for visitor ids. */
export interface IdentitySettings {
  /** Creation time of the current secret; null without one. */
  secretAt: string | null
  /** Time at which the previous secret stops working; null without one. */
  previousUntil: string | null
}

/** A visitor whom a client has identified. */
export interface IdentifiedVisitor {
  id: string
  /** The id that the client's server has signed. */
  userId: string
  createdAt: string
  /** To within an hour. */
  lastSeenAt: string
  conversations: number
}

/** The calls of clients about the visitors whom their own sites identify. */
export interface VisitorCalls {
  identitySettings: (options?: CallOptions) => Promise<IdentitySettings>
  /**
   * Creates a secret, which is shown this once. The previous one works for another day.
   *
   * @param change `endPrevious` ends the previous secret and all sessions of identified visitors at once
   */
  newIdentitySecret: (
    change?: { endPrevious?: boolean },
    options?: CallOptions,
  ) => Promise<IdentitySettings & { secret: string }>
  /** The newest first; `userId` finds one visitor. */
  identifiedVisitors: (
    query?: { userId?: string | undefined; cursor?: string | undefined },
    options?: CallOptions,
  ) => Promise<Page<IdentifiedVisitor>>
  /** Deletes a visitor with everything that is stored of them. */
  deleteVisitor: (visitorId: string, options?: CallOptions) => Promise<void>
}

const settings = { secretAt: maybe, previousUntil: maybe }

const decodeSettings = shape<IdentitySettings>(settings)
const decodeSecret = shape<IdentitySettings & { secret: string }>({ ...settings, secret: text })

const decodeVisitors = pageOf(
  shape<IdentifiedVisitor>({
    id,
    userId: text,
    createdAt: words,
    lastSeenAt: words,
    conversations: or(amount, 0),
  }),
)

/** The calls of {@link VisitorCalls}. */
export function createVisitorCalls({ call, tell }: Http): VisitorCalls {
  return {
    identitySettings: ({ signal } = {}) => call(decodeSettings, { path: '/api/client/identity', signal }),
    newIdentitySecret: (body = {}, { signal } = {}) =>
      call(decodeSecret, { method: 'POST', path: '/api/client/identity/secret', body, signal }),
    identifiedVisitors: (query = {}, { signal } = {}) =>
      call(decodeVisitors, { path: '/api/client/visitors', query, signal }),
    deleteVisitor: (visitorId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `/api/client/visitors/${encodeURIComponent(visitorId)}`, signal }),
  }
}
