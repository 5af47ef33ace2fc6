import type { AccountExport, VisitorList } from '@org/api-client/contract'
import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { hashPassword } from '../auth/passwords.ts'
import { newToken } from '../auth/tokens.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
import { visitorDomain, visitors } from '../db/schema/visitors.ts'
import { countHourly } from '../limits/attempts.store.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { pageById } from '../platform/request/cursor-pages.ts'
import { isUuid, newId } from '../platform/process/ids.ts'

/** A visitor's id at a client. */
export interface VisitorKey {
  clientId: string
  externalId: string
}

/** Visitors that the signatures of one client may add in an hour: a leaked secret must not fill the database. */
const addedPerHour = 5000

const hourMs = 3_600_000
const dayMs = 86_400_000

let unknownPassword: Promise<string> | undefined

/** The account of a visitor of a client. */
export async function findVisitorAccount(
  db: Db,
  { clientId, externalId }: VisitorKey,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: visitors.userId })
    .from(visitors)
    .where(and(eq(visitors.clientId, clientId), eq(visitors.externalId, externalId)))
  return row?.userId
}

/** Returns true when the widget belongs to the client whose visitor this is: a widget may go to another client. */
export async function isVisitorOfOwner(db: Db, accountId: string, widgetId: string): Promise<boolean> {
  const rows = await db
    .select({ id: visitors.userId })
    .from(visitors)
    .innerJoin(configurators, eq(configurators.clientOwner, visitors.clientId))
    .where(and(eq(visitors.userId, accountId), eq(configurators.id, widgetId)))
  return rows.length > 0
}

/**
 * Finds or adds the account of a visitor, and notes that they were seen.
 *
 * @throws {HttpError} 429 for a client that adds too many in an hour
 */
export async function openVisitorAccount(db: Db, key: VisitorKey, now: Date): Promise<string> {
  const known = await findVisitorAccount(db, key)
  if (known !== undefined) {
    const before = new Date(now.getTime() - hourMs)
    await db
      .update(visitors)
      .set({ lastSeenAt: now })
      .where(
        and(eq(visitors.clientId, key.clientId), eq(visitors.userId, known), lt(visitors.lastSeenAt, before)),
      )
    return known
  }
  await countHourly(db, { name: 'visitors', limit: addedPerHour, subject: key.clientId }, now)
  const id = await addVisitor(db, key, now)
  // Of two requests at once, one has added the visitor.
  const account = id ?? (await findVisitorAccount(db, key))
  if (account === undefined) throw new HttpError('conflict', 'This visitor was deleted.')
  return account
}

async function addVisitor(db: Db, key: VisitorKey, now: Date): Promise<string | undefined> {
  const id = newId()
  const passwordHash = await (unknownPassword ??= hashPassword(newToken()))
  return db.transaction(async (tx) => {
    const email = `${newToken().toLowerCase()}${visitorDomain}`
    await tx.insert(users).values({ id, email, passwordHash, verifiedAt: now, createdAt: now })
    const added = await tx
      .insert(visitors)
      .values({ ...key, userId: id, createdAt: now, lastSeenAt: now })
      .onConflictDoNothing({ target: [visitors.clientId, visitors.externalId] })
      .returning({ id: visitors.userId })
    if (added.length > 0) return id
    await tx.delete(users).where(eq(users.id, id))
    return undefined
  })
}

/** A client's visitors, the newest first; of one id alone where it is given. */
export function listVisitors(
  db: Db,
  clientId: string,
  { userId, ...page }: { limit: number; cursor?: string | undefined; userId?: string | undefined },
): Promise<VisitorList> {
  const ofClient = eq(visitors.clientId, clientId)
  const ofId = userId === undefined ? undefined : eq(visitors.externalId, userId)
  return pageById(
    page,
    visitors.userId,
    ({ where, orderBy, limit }) =>
      db
        .select({
          id: visitors.userId,
          externalId: visitors.externalId,
          createdAt: visitors.createdAt,
          lastSeenAt: visitors.lastSeenAt,
          // Written out: in a select of one table, drizzle writes columns without their table.
          conversations: sql<number>`(select count(*)::int from conversations where conversations.user_id = visitors.user_id)`,
        })
        .from(visitors)
        .where(and(ofClient, ofId, where))
        .orderBy(orderBy)
        .limit(limit),
    {
      id: ({ id }) => id,
      item: ({ id, externalId, createdAt, lastSeenAt, conversations }) => ({
        id,
        user_id: externalId,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        conversations,
      }),
    },
  )
}

/** A client's own visitor. */
export async function findVisitor(
  db: Db,
  clientId: string,
  id: string,
): Promise<{ id: string; email: string } | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select({ id: users.id, email: users.email })
    .from(visitors)
    .innerJoin(users, eq(users.id, visitors.userId))
    .where(and(eq(visitors.clientId, clientId), eq(visitors.userId, id)))
  return row
}

/** The visitor of an account, for its export; null for an account that signs in by itself. */
export async function exportVisitor(db: Db, userId: string): Promise<AccountExport['visitor']> {
  const [row] = await db.select().from(visitors).where(eq(visitors.userId, userId))
  if (row === undefined) return null
  return {
    user_id: row.externalId,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  }
}

/** Some visitors of a client, to be deleted. */
export async function someVisitors(db: Db, clientId: string): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: users.id, email: users.email })
    .from(visitors)
    .innerJoin(users, eq(users.id, visitors.userId))
    .where(eq(visitors.clientId, clientId))
    .orderBy(asc(visitors.userId))
    .limit(100)
}

/** Ids of the accounts of visitors who were not seen for so many days, the longest first. */
export async function unseenVisitors(db: Db, now: Date, days: number): Promise<string[]> {
  const before = new Date(now.getTime() - days * dayMs)
  const rows = await db
    .select({ id: visitors.userId })
    .from(visitors)
    .where(lt(visitors.lastSeenAt, before))
    .orderBy(asc(visitors.lastSeenAt))
    .limit(100)
  return rows.map(({ id }) => id)
}
