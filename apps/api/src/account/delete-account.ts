import { eq, inArray } from 'drizzle-orm'
import { isOnly, listAdministrators, lockAdministrators } from '../auth/administrators.ts'
import { accountDeletedMail } from '../auth/auth.mails.ts'
import type { Account } from '../platform/http/principal.ts'
import type { Billing } from '../billing/billing.ts'
import type { StreamLog } from '../chat/streams/stream-log.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { memberInvitations } from '../db/schema/members.ts'
import { deleteConversations } from '../conversations/conversations.store.ts'
import { recentStreamIds } from '../conversations/messages.store.ts'
import { writeIndex } from '../knowledge/index/index-writes.ts'
import type { Language } from '../languages/say.ts'
import { queueMail } from '../mail/outbox.store.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { eraseVisitorsOf } from './erase-visitor.ts'
import { eraseInParts, erasePerson } from '../privacy/erase-person.ts'
import { personalData } from '../privacy/personal-data.ts'
import { lockMemberships, organisationsOfOne } from '../organisations/organisations.store.ts'

/** Account to delete, and the address of the request. */
export interface AccountDeletion {
  db: Db
  billing: Billing
  streams: StreamLog
  user: Account
  /** Language of the confirmation email. */
  language: Language
}

/**
 * Ends a person's subscription and running answers, and deletes the account with everything of it. Organisations without
 * another member go along; their widgets stay, without an owner.
 *
 * @throws {HttpError} 409 for the only administrator and the last owner of an organisation with other members, 503 when the subscription cannot be ended now
 */
export async function deleteAccount({
  db,
  billing,
  streams,
  user,
  language,
}: AccountDeletion): Promise<void> {
  if (user.role === 'admin') refuseOnly(await listAdministrators(db), user.id)
  // Refused before anything is deleted.
  await db.transaction((tx) => lockMemberships(tx, user.id, { whole: false }))
  // First, and outside the transaction: who has no account any more must not be charged.
  await billing.closeAccount(user.id)
  // From here on nobody joins an organisation of this person alone: it would lose its visitors and statistics.
  const ownIds = await db.transaction(async (tx) => {
    await lockMemberships(tx, user.id, { whole: false })
    const ids = await organisationsOfOne(tx, user.id)
    await tx.delete(memberInvitations).where(inArray(memberInvitations.organisationId, ids))
    return ids
  })
  // Outside of the transaction, which would hold up everybody for as long as a large account takes.
  const running = await deleteConversations(db, user.id)
  for (const id of ownIds) await eraseVisitorsOf({ db, streams }, id)
  await eraseInParts(db, personalData, { id: user.id, email: user.email, organisationIds: ownIds })
  const erase = async (tx: Transaction): Promise<string[]> => {
    // Held until the end, so that of two who go at once one stays.
    if (user.role === 'admin') refuseOnly(await lockAdministrators(tx), user.id)
    // From here on no answer of the person begins: its rows refer to the account.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
    // Of two owners who go at once, the second one stays.
    await lockMemberships(tx, user.id, { whole: false })
    const answering = await recentStreamIds(tx, { userId: user.id })
    const organisationIds = await organisationsOfOne(tx, user.id)
    await erasePerson(tx, personalData, { id: user.id, email: user.email, organisationIds })
    await queueMail(tx, {
      ...accountDeletedMail({ email: user.email, language }),
      deleteWhenSent: true,
    })
    return answering
  }
  // A save of content holds the index and waits for its organisation: a deletion that held the organisation and waited
  // for the index would end one of them. Whoever has no role has no content.
  const streamIds = await retryDeadlocks(() =>
    user.role === null ? db.transaction(erase) : writeIndex(db, erase),
  )
  for (const streamId of new Set([...running, ...streamIds])) await streams.stop(streamId, 'deleted')
}

function refuseOnly(administrators: readonly string[], userId: string): void {
  if (!isOnly(administrators, userId)) return
  throw new HttpError('conflict', 'You are the only administrator. Make somebody else one first.')
}
