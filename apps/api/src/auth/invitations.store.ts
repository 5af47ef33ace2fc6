import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { clientInvitations, users } from '../db/schema/auth.ts'
import { createOrganisation } from '../organisations/organisations.store.ts'
import type { Inviter } from './auth.mails.ts'

/**
 * Makes an invited account the owner of a new organisation. Called when a password was chosen by a link: whoever opened it owns the mailbox.
 * A sign-up with the address grants nothing, because anybody can cause it.
 *
 * @returns false when the account is not invited
 */
export async function acceptInvitation(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const [accepted] = await tx
    .update(clientInvitations)
    .set({ acceptedAt: now })
    .where(
      and(
        eq(clientInvitations.userId, userId),
        isNull(clientInvitations.acceptedAt),
        gt(clientInvitations.expiresAt, now),
      ),
    )
    .returning({ id: clientInvitations.id })
  if (accepted === undefined) return false
  // A member of other organisations gets one of their own as well. An administrator belongs to none.
  const [account] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), or(isNull(users.role), eq(users.role, 'client'))))
  if (account !== undefined) await createOrganisation(tx, { name: account.email, ownerId: userId, now })
  return true
}

/** Deletes the open invitation of an account, which a later decision about its role replaces. */
export async function endInvitation(tx: Db | Transaction, userId: string): Promise<void> {
  await tx
    .delete(clientInvitations)
    .where(and(eq(clientInvitations.userId, userId), isNull(clientInvitations.acceptedAt)))
}

/** Returns the person who invites, as the invitation names them. */
export async function readInviter(tx: Transaction, accountId: string, brandName: string): Promise<Inviter> {
  const [account] = await tx.select({ email: users.email }).from(users).where(eq(users.id, accountId))
  return { email: account?.email, brandName }
}

const dayMs = 86_400_000

/** Days after which an invitation that ran out, or was accepted, is deleted. */
const storedDays = 30

/** Deletes invitations that ran out or were accepted a month ago. */
export async function purgeInvitations(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - storedDays * dayMs)
  await db.delete(clientInvitations).where(lt(clientInvitations.expiresAt, before))
}
