import type { Rating } from '@org/api-client/contract'
import { and, asc, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { conversations, messages } from '../db/schema/chat.ts'
import { searchMessages } from './message-parts.store.ts'
import { deleteMessages, rowsAtOnce } from './messages.store.ts'

/** A conversation's row. */
export type ConversationRow = typeof conversations.$inferSelect

/** A position in the list: pinned conversations first, then newest first. */
export interface ConversationCursor {
  isPinned: boolean
  updatedAt: string
  id: string
}

// Microseconds, as PostgreSQL keeps them: a JavaScript date would lose the place between two neighbours.
const updatedAtText = sql<string>`to_char(${conversations.updatedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A conversation of a list, with its sort key. */
interface ListedConversation extends ConversationRow {
  sortKey: string
}

/** Options of {@link listConversations}. */
export interface ConversationListOptions {
  limit: number
  after: ConversationCursor | undefined
  /** True to list the archived conversations alone, false to leave them out. */
  archived: boolean
  search: string
  /** Aborted once nobody waits for the result. */
  signal: AbortSignal
  /** Runs one step of a search: between two steps, those of other accounts take their turn. */
  inTurn: <Result>(step: () => Promise<Result>) => Promise<Result>
}

/** Conversations whose titles one statement of a search reads. */
const searchedAtOnce = 20

/** Conversations whose sizes one statement of a search reads: each may have 2,500 messages and more. */
const sizedAtOnce = 5

/** A person's conversations, pinned ones first, then the one used last first, with each row's sort key. */
export async function listConversations(
  db: Db,
  userId: string,
  { limit, after, archived, search, signal, inTurn }: ConversationListOptions,
): Promise<ListedConversation[]> {
  if (search === '') return listPage(db, userId, { limit, after, archived })
  const pattern = `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const found: ListedConversation[] = []
  let from = after
  while (!signal.aborted) {
    const next = { limit: searchedAtOnce, after: from, archived, pattern }
    const part = await inTurn(() => listPage(db, userId, next))
    found.push(...(await searchIn(db, userId, { part, pattern, signal, inTurn })))
    const last = part.at(-1)
    if (found.length >= limit || part.length < searchedAtOnce || last === undefined) break
    from = { isPinned: last.isPinned, updatedAt: last.sortKey, id: last.id }
  }
  return found.slice(0, limit)
}

interface SearchedPart extends Pick<ConversationListOptions, 'signal' | 'inTurn'> {
  part: readonly PageRow[]
  pattern: string
}

/** Returns the conversations of a part whose title or messages contain a text, in their order. */
async function searchIn(
  db: Db,
  userId: string,
  { part, pattern, signal, inTurn }: SearchedPart,
): Promise<ListedConversation[]> {
  const untitled = part.filter(({ isTitled }) => !isTitled).map(({ id }) => id)
  const inMessages = new Set<string>()
  while (untitled.length > 0) {
    const search = { conversationIds: untitled.splice(0, sizedAtOnce), pattern, signal }
    for (const id of await inTurn(() => searchMessages(db, userId, search))) inMessages.add(id)
  }
  return part.filter(({ id, isTitled }) => isTitled || inMessages.has(id))
}

interface PageRow extends ListedConversation {
  /** True when the title contains the text. */
  isTitled: boolean
}

async function listPage(
  db: Db,
  userId: string,
  {
    limit,
    after,
    archived,
    pattern,
  }: Pick<ConversationListOptions, 'limit' | 'after' | 'archived'> & { pattern?: string },
): Promise<PageRow[]> {
  const conditions: (SQL | undefined)[] = [
    eq(conversations.userId, userId),
    eq(conversations.isArchived, archived),
  ]
  if (after !== undefined) {
    conditions.push(
      sql`(${conversations.isPinned}, ${conversations.updatedAt}, ${conversations.id}) < (${after.isPinned}::boolean, ${after.updatedAt}::timestamptz, ${after.id}::uuid)`,
    )
  }
  const isTitled =
    pattern === undefined
      ? sql<boolean>`true`
      : sql<boolean>`coalesce(${ilike(conversations.title, pattern)}, false)`
  const rows = await db
    .select({ row: conversations, sortKey: updatedAtText, isTitled })
    .from(conversations)
    .where(and(...conditions))
    .orderBy(desc(conversations.isPinned), desc(conversations.updatedAt), desc(conversations.id))
    .limit(limit)
  return rows.map(({ row, sortKey, isTitled: fits }) => Object.assign(row, { sortKey, isTitled: fits }))
}

/** Conversations that one statement of {@link leastRecentlyUsed} reads. */
const readAtOnce = 100

/** A person's conversations, the one used least recently first. One that is used meanwhile comes again at the end. */
export async function* leastRecentlyUsed(db: Db, userId: string): AsyncGenerator<ConversationRow> {
  let last: { sortKey: string; id: string } | undefined
  for (;;) {
    const rows = await db
      .select({ row: conversations, sortKey: updatedAtText })
      .from(conversations)
      .where(
        and(
          eq(conversations.userId, userId),
          last &&
            sql`(${conversations.updatedAt}, ${conversations.id}) > (${last.sortKey}::timestamptz, ${last.id}::uuid)`,
        ),
      )
      .orderBy(asc(conversations.updatedAt), asc(conversations.id))
      .limit(readAtOnce)
    for (const { row } of rows) yield row
    const end = rows.at(-1)
    if (end === undefined || rows.length < readAtOnce) return
    last = { sortKey: end.sortKey, id: end.row.id }
  }
}

/** A person's own conversation. */
export async function findConversation(
  db: Db,
  userId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const [row] = await db.select().from(conversations).where(own(userId, id))
  return row
}

/** Adds a conversation. */
export async function insertConversation(
  db: Db,
  values: { id: string; userId: string; title: string | null },
): Promise<ConversationRow> {
  const [row] = await db.insert(conversations).values(values).returning()
  if (row === undefined) throw new Error('The conversation was not written.')
  return row
}

/** Renames, pins or archives a person's own conversation; its time stays. */
export async function changeConversation(
  db: Db,
  userId: string,
  id: string,
  changes: Partial<Pick<ConversationRow, 'title' | 'isPinned' | 'isArchived'>>,
): Promise<ConversationRow | undefined> {
  if (Object.keys(changes).length === 0) return findConversation(db, userId, id)
  const [row] = await db.update(conversations).set(changes).where(own(userId, id)).returning()
  return row
}

/**
 * Deletes a person's conversations with their messages, in several statements.
 *
 * @returns ids of the streams of answers that may be running
 */
export async function deleteConversations(db: Db, userId: string): Promise<string[]> {
  const streamIds = await deleteMessages(db, userId)
  const some = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.userId, userId))
    .limit(rowsAtOnce)
  const next = () =>
    db
      .delete(conversations)
      .where(and(eq(conversations.userId, userId), inArray(conversations.id, some)))
      .returning({ id: conversations.id })
  while ((await next()).length > 0);
  return streamIds
}

/** Deletes a person's own conversation with its messages; false when there was none. */
export async function deleteConversation(db: Db, userId: string, id: string): Promise<boolean> {
  await deleteMessages(db, userId, id)
  const rows = await db.delete(conversations).where(own(userId, id)).returning({ id: conversations.id })
  return rows.length > 0
}

/** Rates a person's own answer; false when there is none. */
export async function rateAnswer(
  db: Db,
  userId: string,
  id: string,
  feedback: Rating,
  reason: string | null,
): Promise<boolean> {
  const rows = await db
    .update(messages)
    .set({ feedback, feedbackReason: feedback === null ? null : reason })
    .where(and(eq(messages.id, id), eq(messages.userId, userId), eq(messages.role, 'assistant')))
    .returning({ id: messages.id })
  return rows.length > 0
}

/** A conversation from elsewhere, its messages one after another. */
export interface ImportedConversation {
  id: string
  /** The browser's own id; null without one. */
  clientId: string | null
  title: string | null
  messages: { id: string; role: 'user' | 'assistant'; content: string; createdAt: Date }[]
}

/** Client ids of an import that the account has stored already. */
export async function findClientIds(
  db: Db,
  userId: string,
  imported: readonly ImportedConversation[],
): Promise<Set<string | null>> {
  const given = imported.flatMap(({ clientId }) => clientId ?? [])
  if (given.length === 0) return new Set()
  const rows = await db
    .select({ clientId: conversations.clientId })
    .from(conversations)
    .where(and(eq(conversations.userId, userId), inArray(conversations.clientId, given)))
  return new Set(rows.map(({ clientId }) => clientId))
}

/**
 * Inserts imported conversations with their messages, all or none. A conversation with a client id that this person has
 * imported before is left as it is.
 *
 * @returns the ids, in the order of the list; of a conversation imported before, the existing one
 */
export async function insertImported(
  db: Db,
  userId: string,
  imported: readonly ImportedConversation[],
  now: Date,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const ids: string[] = []
    for (const conversation of imported) {
      const { id, clientId, title, messages: items } = conversation
      const createdAt = items[0]?.createdAt ?? now
      const updatedAt = items.at(-1)?.createdAt ?? now
      const [stored] = await tx
        .insert(conversations)
        .values({ id, userId, clientId, title, createdAt, updatedAt })
        // Changes nothing; `do nothing` would return no row for the existing conversation.
        .onConflictDoUpdate({
          target: [conversations.userId, conversations.clientId],
          set: { clientId: sql`excluded.client_id` },
        })
        .returning({ id: conversations.id })
      ids.push(stored?.id ?? id)
      if (stored?.id !== id || items.length === 0) continue
      const rows = items.map(({ id: messageId, role, content, createdAt: saidAt }, index) => ({
        id: messageId,
        role,
        content,
        createdAt: saidAt,
        conversationId: id,
        userId,
        parentId: items[index - 1]?.id ?? null,
        status: 'complete' as const,
      }))
      for (let start = 0; start < rows.length; start += rowsAtOnce) {
        await tx.insert(messages).values(rows.slice(start, start + rowsAtOnce))
      }
    }
    return ids
  })
}

function own(userId: string, id: string): SQL | undefined {
  return and(eq(conversations.id, id), eq(conversations.userId, userId))
}
