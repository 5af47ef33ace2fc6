import { and, eq, lt, notExists } from 'drizzle-orm'
import { storeSecurityEvents } from '../audit/security-events.ts'
import { purgeAttempts } from '../limits/attempts.store.ts'
import { purgeSessions } from '../auth/session.store.ts'
import type { Db } from '../db/database.ts'
import { conversations, messages } from '../db/schema/chat.ts'

/** Number of removed rows. */
export interface Pruned {
  conversations: number
}

const batch = 500

/**
 * Removes conversations in which nothing has happened since a day, with their messages, and what has expired anyway.
 * Batch by batch, so that nobody waits for it; a running answer keeps its conversation. The audit list has an entry of it.
 */
export async function prune(db: Db, before: Date, now: Date): Promise<Pruned> {
  // Before the first row goes: a command that is stopped half-way has removed some.
  await storeSecurityEvents(db, [{ action: 'conversation_pruning', accountId: null }], now)
  await purgeSessions(db, now)
  await purgeAttempts(db, now)
  let removed = 0
  for (;;) {
    const running = db
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.conversationId, conversations.id), eq(messages.status, 'streaming')))
    const old = await db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(lt(conversations.updatedAt, before), notExists(running)))
      .limit(batch)
    for (const { id } of old) await db.delete(conversations).where(eq(conversations.id, id))
    removed += old.length
    if (old.length < batch) return { conversations: removed }
  }
}
