import { sql } from 'drizzle-orm'
import { deleteConversations } from '../conversations/conversations.store.ts'
import type { Db } from '../db/database.ts'
import { unseenVisitors } from '../visitors/visitors.store.ts'
import type { RetentionSettings } from './data-policy.ts'

/**
 * Deletes identified visitors who have not been seen for `visitorDays`. Foreign keys and triggers delete what refers to
 * their accounts; conversations go before, in several statements.
 */
export async function purgeVisitors(
  db: Db,
  now: Date,
  { visitorDays }: Pick<RetentionSettings, 'visitorDays'>,
): Promise<void> {
  for (;;) {
    const ids = await unseenVisitors(db, now, visitorDays)
    for (const id of ids) {
      await deleteConversations(db, id)
      await db.execute(sql`delete from users where id = ${id}`)
    }
    if (ids.length === 0) return
  }
}
