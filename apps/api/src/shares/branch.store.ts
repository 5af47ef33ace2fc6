import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { messages } from '../db/schema/chat.ts'
import type { MessageRow } from '../conversations/message-parts.store.ts'

/**
 * The longest branch that can be shared: it is one row of the database, and one page of a browser. `bytes` counts its
 * JSON with the evidence: one statement writes it, which holds the event loop of the embedded database meanwhile.
 */
export const snapshotLimits = { messages: 400, characters: 600_000, bytes: 800_000 } as const

/** A message of a branch. */
export type BranchMessage = Pick<MessageRow, 'id' | 'role' | 'content' | 'toolContext' | 'status'>

/** Messages that one statement reads: with their evidence, each may have some hundred kilobytes. */
const readAtOnce = 10

/** A branch of a person's conversation. */
export interface Branch {
  userId: string
  conversationId: string
  /** Last message; null for the newest of the conversation. */
  lastId: string | null
}

/** Reads the messages from the first one to a last one, oldest first; none for a message of another conversation. */
export async function readBranch(
  db: Db,
  { userId, conversationId, lastId }: Branch,
): Promise<BranchMessage[] | 'too_long'> {
  const own = and(eq(messages.userId, userId), eq(messages.conversationId, conversationId))
  const [last] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(lastId === null ? own : and(own, eq(messages.id, lastId)))
    .orderBy(desc(messages.seq))
    .limit(1)
  if (last === undefined) return []
  const { rows } = await db.execute<{ id: string; size: number }>(sql`
    with recursive branch as (
      select id, parent_id, octet_length(content) as size, 1 as depth
      from messages where user_id = ${userId} and conversation_id = ${conversationId} and id = ${last.id}
      union all
      select m.id, m.parent_id, octet_length(m.content), branch.depth + 1
      from messages m join branch on m.id = branch.parent_id
      where m.user_id = ${userId} and branch.depth <= ${snapshotLimits.messages}
    )
    select id, size from branch order by depth desc
  `)
  // A character takes at most four bytes: the limit is checked again once the texts are read.
  const bytes = rows.reduce((sum, { size }) => sum + size, 0)
  if (rows.length > snapshotLimits.messages || bytes > snapshotLimits.characters * 4) return 'too_long'
  const branch: BranchMessage[] = []
  for (let start = 0; start < rows.length; start += readAtOnce) {
    const ids = rows.slice(start, start + readAtOnce).map(({ id }) => id)
    branch.push(...(await readMessages(db, userId, ids)))
  }
  const characters = branch.reduce((sum, { content }) => sum + content.length, 0)
  return characters > snapshotLimits.characters ? 'too_long' : branch
}

async function readMessages(db: Db, userId: string, ids: readonly string[]): Promise<BranchMessage[]> {
  const { id, role, content, toolContext, status } = messages
  const rows = await db
    .select({ id, role, content, toolContext, status })
    .from(messages)
    .where(and(eq(messages.userId, userId), inArray(messages.id, [...ids])))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((each) => byId.get(each) ?? [])
}
