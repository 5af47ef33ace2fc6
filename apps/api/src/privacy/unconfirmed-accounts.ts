import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import type { RetentionSettings } from './data-policy.ts'

const dayMs = 86_400_000

/**
 * Deletes accounts whose address was not confirmed in time. Nobody can sign in to one, so that it owns nothing but its
 * links and the e-mails about it, which foreign keys delete. An account with a link that still works stays until it is
 * twice as old: who signs up with an address again and again does not keep it here for ever. An invited account stays until
 * its invitation expires; an administrator causes the e-mails, and their number is limited.
 */
export async function purgeUnconfirmedAccounts(
  db: Db,
  now: Date,
  { unconfirmedAccountDays }: RetentionSettings,
): Promise<void> {
  const before = new Date(now.getTime() - unconfirmedAccountDays * dayMs)
  const longBefore = new Date(now.getTime() - 2 * unconfirmedAccountDays * dayMs)
  await db.execute(sql`
    with expired as (
      delete from users where verified_at is null and created_at < ${before.toISOString()}::timestamptz
        and (
          created_at < ${longBefore.toISOString()}::timestamptz
          or not exists (
            select 1 from one_time_tokens as link
            where link.user_id = users.id and link.used_at is null
              and link.expires_at > ${now.toISOString()}::timestamptz
          )
        )
        and not exists (
          select 1 from client_invitations as invitation
          where invitation.user_id = users.id and invitation.expires_at > ${now.toISOString()}::timestamptz
        )
      returning email
    )
    delete from widget_signups using expired where widget_signups.email = expired.email
  `)
}
