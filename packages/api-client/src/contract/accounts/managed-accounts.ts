import { z } from 'zod'
import { accountSessionSchema } from '../account.ts'
import { idSchema, pageOf, pageQuerySchema, textUpTo, timestampSchema } from '../primitives.ts'
import { roleSchema } from '../session.ts'

/** `unconfirmed`: nobody has opened the link in the e-mail yet. `disabled`: nobody can sign in. */
export const accountStateSchema = z.enum(['active', 'unconfirmed', 'disabled'])

/** State of an account. */
export type AccountState = z.infer<typeof accountStateSchema>

/** An account as administrators see it. Accounts of identified visitors are none: nobody signs in to them. */
export const managedAccountSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: roleSchema,
  state: accountStateSchema,
  /** True when the account has a second factor. */
  second_factor: z.boolean(),
  created_at: timestampSchema,
  /** Number of its open sessions. */
  session_count: z.number().int().min(0),
  /** Latest use of an open session, to within an hour; null without one. */
  last_used_at: timestampSchema.nullable(),
})

/** An account as administrators see it. */
export type ManagedAccount = z.infer<typeof managedAccountSchema>

/** The query of GET /api/admin/accounts. `q` is a part of the e-mail address; `user` is an account without a role. */
export const managedAccountsQuerySchema = pageQuerySchema.extend({
  q: textUpTo(254).optional(),
  role: z.enum(['admin', 'client', 'user']).optional(),
  state: accountStateSchema.optional(),
})

/** The query of GET /api/admin/accounts. */
export type ManagedAccountsQuery = z.infer<typeof managedAccountsQuerySchema>

/** GET /api/admin/accounts: the newest first. */
export const managedAccountsSchema = pageOf(managedAccountSchema)

/** The answer of GET /api/admin/accounts. */
export type ManagedAccounts = z.infer<typeof managedAccountsSchema>

/** GET /api/admin/accounts/{id}: an account with its sessions and second factors. */
export const managedAccountDetailSchema = managedAccountSchema.extend({
  /** True for the account of the administrator who made the call. It is changed on the account page alone. */
  own: z.boolean(),
  /** True for the only administrator who can sign in: the role stays, and the account cannot be disabled. */
  only_administrator: z.boolean(),
  /** True when an authenticator app is set up. */
  totp: z.boolean(),
  /** Number of passkeys. */
  passkeys: z.number().int().min(0),
  /** Number of unused recovery codes. */
  recovery_codes: z.number().int().min(0),
  /** Number of widgets that the account owns. */
  widgets: z.number().int().min(0),
  /** The newest first. */
  sessions: z.array(accountSessionSchema),
})

/** An account with its sessions and second factors. */
export type ManagedAccountDetail = z.infer<typeof managedAccountDetailSchema>

/** PUT /api/admin/accounts/{id}/role: ends the sessions of the account. */
export const accountRoleSchema = z.object({ role: roleSchema })

/** PUT /api/admin/accounts/{id}/disabled: with `true` the account is signed out everywhere and cannot sign in. */
export const accountDisabledSchema = z.object({ disabled: z.boolean() })
