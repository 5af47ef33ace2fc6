import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import type { OwnedConversation } from './messages.store.ts'

/**
 * Writes facts of a turn. The conversation's row stays locked until they are written, so that its deletion finds them.
 *
 * @param conversation null for a guest, who has none
 * @param write called with whether the conversation still exists; true for a guest
 */
export async function recordTurnOf(
  db: Db,
  conversation: OwnedConversation | null,
  write: (tx: Db | Transaction, exists: boolean) => Promise<void>,
): Promise<void> {
  if (conversation === null) return write(db, true)
  const { userId, conversationId } = conversation
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`select 1 from conversations where user_id = ${userId} and id = ${conversationId} for key share`,
    )
    await write(tx, rows.length > 0)
  })
}
