import type { CallOptions, Http } from '../http.ts'
import { amount, flag, id, list, oneOf, or, shape, text } from '../decode.ts'

/** One place where the person is signed in. Times are ISO 8601 in UTC. */
export interface AccountSession {
  id: string
  /** Inside a widget on another site, or on our own pages. */
  kind: 'site' | 'widget'
  /** User agent of the browser. */
  device: string | null
  createdAt: string
  /** To within an hour. */
  lastUsedAt: string
  expiresAt: string
  /** True for the session that made this call. */
  current: boolean
}

/** Reads one place where a person is signed in. */
export const decodeSession = shape<AccountSession>({
  id,
  kind: or(oneOf('site', 'widget'), 'site'),
  device: or(text, null),
  createdAt: text,
  lastUsedAt: text,
  expiresAt: text,
  current: or(flag, false),
})

const decodeSessions = shape<{ items: AccountSession[] }>({ items: list(decodeSession) })

/** Bytes that the person's messages and images take, and the most that they may take. */
export interface AccountStorage {
  usedBytes: number
  limitBytes: number
}

const decodeStorage = shape<AccountStorage>({ usedBytes: amount, limitBytes: amount })

/** The calls about a person's own account. Its data is downloaded by a link to `/api/account/export`. */
export interface AccountCalls {
  accountSessions: (options?: CallOptions) => Promise<AccountSession[]>
  /** Returns the storage of the account, and its limit. */
  accountStorage: (options?: CallOptions) => Promise<AccountStorage>
  /** Signs one place out. */
  endAccountSession: (id: string, options?: CallOptions) => Promise<void>
  /** Signs every place out but this one. */
  endOtherSessions: (options?: CallOptions) => Promise<void>
  /** Deletes the account with everything of it. */
  deleteAccount: (password: string, options?: CallOptions) => Promise<void>
}

const sessionsPath = '/api/account/sessions'

/** The calls of {@link AccountCalls}. */
export function createAccountCalls({ call, tell }: Http): AccountCalls {
  return {
    accountSessions: async ({ signal } = {}) =>
      (await call(decodeSessions, { path: sessionsPath, cache: 'no-store', signal })).items,
    accountStorage: ({ signal } = {}) =>
      call(decodeStorage, { path: '/api/account/storage', cache: 'no-store', signal }),
    endAccountSession: (sessionId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `${sessionsPath}/${encodeURIComponent(sessionId)}`, signal }),
    endOtherSessions: ({ signal } = {}) => tell({ method: 'DELETE', path: sessionsPath, signal }),
    deleteAccount: (password, { signal } = {}) =>
      tell({ method: 'POST', path: '/api/account/delete', body: { password }, signal }),
  }
}
