import { eq } from 'drizzle-orm'
import { passwordLimits, signupRequestSchema } from '@org/api-client/contract'
import { endInvitation } from '../auth/invitations.store.ts'
import { passwordProblem } from '../auth/password-policy.ts'
import { hashPassword } from '../auth/passwords.ts'
import { resetSecondFactor } from '../auth/second-factor.service.ts'
import { endSessionsOf } from '../auth/session.store.ts'
import { storeSecurityEvents } from '../audit/security-events.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { newId } from '../platform/process/ids.ts'
import { changeRole } from '../organisations/organisations.store.ts'
import { HttpError } from '../platform/http/http-error.ts'

/** Thrown when an account cannot be created or changed; its message contains the reason. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
}

/** Roles of an account. `user` is a plain one. */
export const roles = ['admin', 'client', 'user'] as const
export type Role = (typeof roles)[number]

/**
 * Makes an administrator, whose address counts as confirmed.
 *
 * @throws {AccountError} when the address has an account, or the password will not do
 */
export async function createAdmin(db: Db, address: string, password: string): Promise<void> {
  const email = normalised(address)
  const { error } = signupRequestSchema.safeParse({ email, password })
  const paths = new Set(error?.issues.map(({ path }) => path[0]))
  if (paths.has('email')) throw new AccountError(`${address} is not an email address.`)
  if (paths.has('password')) {
    throw new AccountError(`A password has ${passwordLimits.min} to ${passwordLimits.max} characters.`)
  }
  const problem = passwordProblem(password, email)
  if (problem !== undefined) throw new AccountError(problem)
  const made = await db
    .insert(users)
    .values({
      id: newId(),
      email,
      passwordHash: await hashPassword(password),
      role: 'admin',
      verifiedAt: new Date(),
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  const [account] = made
  if (account === undefined) throw new AccountError(`${email} has an account already; see set-role.`)
  await storeSecurityEvents(db, [{ action: 'account_creation', accountId: account.id }], new Date())
}

/**
 * Gives an account another role, from its next call on.
 *
 * @throws {AccountError} when there is no such account, and for the last owner of an organisation
 */
export async function setRole(db: Db, address: string, role: Role): Promise<void> {
  const email = normalised(address)
  const account = await db.transaction(async (tx) => {
    const [found] = await tx.select().from(users).where(eq(users.email, email)).for('update')
    if (found === undefined) throw new AccountError(`There is no account ${email}.`)
    const given = role === 'user' ? null : role
    if (found.role !== given) {
      await changeRole(tx, found, { role: given, now: new Date() }).catch((error: unknown) => {
        throw error instanceof HttpError ? new AccountError(error.message) : error
      })
    }
    await endInvitation(tx, found.id)
    return found
  })
  await endSessionsOf(db, account.id)
  const events = [{ action: 'role_change', accountId: account.id } as const]
  await storeSecurityEvents(db, [...events, { action: 'session_end', accountId: account.id }], new Date())
}

/**
 * Removes all second factors of an account whose owner has lost them, and ends its sessions. The command checks nothing:
 * the operator has to make sure that the owner has requested it.
 *
 * @throws {AccountError} when there is no such account
 */
export async function resetFactors(db: Db, address: string): Promise<void> {
  const email = normalised(address)
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (account === undefined) throw new AccountError(`There is no account ${email}.`)
  await db.transaction((tx) => resetSecondFactor(tx, account.id))
  const events = [{ action: 'factor_reset', accountId: account.id } as const]
  await storeSecurityEvents(db, [...events, { action: 'session_end', accountId: account.id }], new Date())
}

function normalised(address: string): string {
  return address.trim().toLowerCase()
}
