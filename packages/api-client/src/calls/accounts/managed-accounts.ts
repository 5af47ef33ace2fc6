import { amount, flag, id, list, maybe, oneOf, or, shape, text } from '../../decode.ts'
import type { CallOptions, Http } from '../../http.ts'
import { type AccountSession, decodeSession } from '../account.ts'
import { type Page, pageOf, type PageOptions } from '../conversations.ts'
import type { Role } from '../session.ts'

/** State of an account: `unconfirmed` until its address is confirmed; nobody can sign in to a `disabled` one. */
export type AccountState = 'active' | 'unconfirmed' | 'disabled'

/** An account as administrators see it. Times are ISO 8601 in UTC. */
export interface ManagedAccount {
  id: string
  email: string
  role: Role
  state: AccountState
  /** True when the account has a second factor. */
  secondFactor: boolean
  createdAt: string
  /** Number of its open sessions. */
  sessionCount: number
  /** Latest use of an open session, to within an hour; null without one. */
  lastUsedAt: string | null
}

/** An account with its sessions and second factors. */
export interface ManagedAccountDetail extends ManagedAccount {
  /** True for the account of the administrator who made the call. It is changed on the account page alone. */
  own: boolean
  /** True for the only administrator who can sign in: the role stays, and the account cannot be disabled. */
  onlyAdministrator: boolean
  /** True when an authenticator app is set up. */
  totp: boolean
  /** Number of passkeys. */
  passkeys: number
  /** Number of unused recovery codes. */
  recoveryCodes: number
  /** Number of widgets that the account owns. */
  widgets: number
  /** The newest first. */
  sessions: AccountSession[]
}

/** Filters of {@link ManagedAccountCalls.managedAccounts}. */
export interface ManagedAccountFilters {
  /** A part of the e-mail address. */
  q?: string | undefined
  /** `user` is an account without a role. */
  role?: 'admin' | 'client' | 'user' | undefined
  state?: AccountState | undefined
}

/** The calls of administrators about the accounts and sessions of all people. */
export interface ManagedAccountCalls {
  /** The newest first. */
  managedAccounts: (options?: ManagedAccountFilters & PageOptions) => Promise<Page<ManagedAccount>>
  managedAccount: (accountId: string, options?: CallOptions) => Promise<ManagedAccountDetail>
  /** Gives an account another role, and ends its sessions. */
  setAccountRole: (accountId: string, role: Role, options?: CallOptions) => Promise<ManagedAccountDetail>
  /** Disables an account, which signs it out everywhere, or enables it again. */
  setAccountDisabled: (
    accountId: string,
    disabled: boolean,
    options?: CallOptions,
  ) => Promise<ManagedAccountDetail>
  /** Removes all second factors of an account whose owner has lost them, and ends its sessions. */
  resetSecondFactor: (accountId: string, options?: CallOptions) => Promise<void>
  /** Signs every place of an account out; of the own account, every place but this one. */
  endManagedSessions: (accountId: string, options?: CallOptions) => Promise<void>
  /** Signs one place of an account out. */
  endManagedSession: (accountId: string, sessionId: string, options?: CallOptions) => Promise<void>
}

const fields = {
  id,
  email: text,
  role: or<'admin' | 'client', Role>(oneOf('admin', 'client'), null),
  state: oneOf('active', 'unconfirmed', 'disabled'),
  secondFactor: or(flag, false),
  createdAt: text,
  sessionCount: or(amount, 0),
  lastUsedAt: maybe,
}

const decodeAccounts = pageOf(shape<ManagedAccount>(fields))
const decodeAccount = shape<ManagedAccountDetail>({
  ...fields,
  own: or(flag, false),
  onlyAdministrator: or(flag, false),
  totp: or(flag, false),
  passkeys: or(amount, 0),
  recoveryCodes: or(amount, 0),
  widgets: or(amount, 0),
  sessions: or(list(decodeSession), []),
})

/** The calls of {@link ManagedAccountCalls}. */
export function createManagedAccountCalls({ call, tell }: Http): ManagedAccountCalls {
  return {
    managedAccounts: ({ signal, ...query } = {}) =>
      call(decodeAccounts, { path: '/api/admin/accounts', query, cache: 'no-store', signal }),
    managedAccount: (accountId, { signal } = {}) =>
      call(decodeAccount, { path: pathOf(accountId), cache: 'no-store', signal }),
    setAccountRole: (accountId, role, { signal } = {}) => {
      const request = { method: 'PUT', path: `${pathOf(accountId)}/role`, body: { role }, signal }
      return call(decodeAccount, request)
    },
    setAccountDisabled: (accountId, disabled, { signal } = {}) => {
      const request = { method: 'PUT', path: `${pathOf(accountId)}/disabled`, body: { disabled }, signal }
      return call(decodeAccount, request)
    },
    resetSecondFactor: (accountId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `${pathOf(accountId)}/second-factor`, signal }),
    endManagedSessions: (accountId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `${pathOf(accountId)}/sessions`, signal }),
    endManagedSession: (accountId, sessionId, { signal } = {}) => {
      const path = `${pathOf(accountId)}/sessions/${encodeURIComponent(sessionId)}`
      return tell({ method: 'DELETE', path, signal })
    },
  }
}

function pathOf(accountId: string): string {
  return `/api/admin/accounts/${encodeURIComponent(accountId)}`
}
