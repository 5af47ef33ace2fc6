import type { Share, SharedConversation } from '@org/api-client/contract'
import { and, asc, desc, eq, exists, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { conversationShares } from '../db/schema/chat.ts'
import { newId } from '../platform/process/ids.ts'
import { tokenHash } from '../auth/tokens.ts'
import type { Snapshot } from './snapshot.ts'

const { id, conversationId, title, hasImages, createdAt, updatedAt, expiresAt } = conversationShares

// The snapshot stays in the database: lists need its length alone.
const columns = {
  id,
  conversationId,
  title,
  hasImages,
  createdAt,
  updatedAt,
  expiresAt,
  messages: sql<number>`jsonb_array_length(${conversationShares.snapshot})`.mapWith(Number),
  bytes: sql<number>`pg_column_size(${conversationShares.snapshot})`.mapWith(Number),
}

/** A share link without its snapshot. */
export interface ShareRow {
  id: string
  conversationId: string
  title: string
  hasImages: boolean
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
  messages: number
  /** Size of the snapshot as the database stores it. */
  bytes: number
}

/** A share link as it goes over the wire. */
export function toShare(row: ShareRow): Share {
  return {
    id: row.id,
    conversation_id: row.conversationId,
    title: row.title,
    messages: row.messages,
    images: row.hasImages,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}

/** A new link. It replaces the one that the conversation has. */
export interface NewShare {
  userId: string
  conversationId: string
  token: string
  snapshot: Snapshot
  images: boolean
  now: Date
  expiresAt: Date
}

/** Stores a link; the conversation's earlier one ends with the same statement. */
export async function insertShare(db: Db, share: NewShare): Promise<ShareRow> {
  const { userId, token, snapshot, images, now } = share
  const values = {
    id: newId(),
    tokenHash: tokenHash(token),
    title: snapshot.title,
    snapshot: sql`${snapshot.json}::jsonb`,
    hasImages: images,
    createdAt: now,
    updatedAt: now,
    expiresAt: share.expiresAt,
  }
  const [row] = await db
    .insert(conversationShares)
    .values({ ...values, userId, conversationId: share.conversationId })
    .onConflictDoUpdate({
      target: [conversationShares.userId, conversationShares.conversationId],
      set: values,
    })
    .returning(columns)
  if (row === undefined) throw new Error('The share link was not written.')
  return row
}

/** Gives a link another snapshot, unless it has ended meanwhile. */
export async function replaceSnapshot(
  db: Db,
  userId: string,
  shareId: string,
  change: { snapshot: Snapshot; images: boolean; now: Date; expiresAt: Date },
): Promise<ShareRow | undefined> {
  const { snapshot, images, now } = change
  const [row] = await db
    .update(conversationShares)
    .set({
      title: snapshot.title,
      snapshot: sql`${snapshot.json}::jsonb`,
      hasImages: images,
      updatedAt: now,
      expiresAt: change.expiresAt,
    })
    .where(and(eq(conversationShares.userId, userId), eq(id, shareId), gt(expiresAt, now)))
    .returning(columns)
  return row
}

/** Links of a person that have not expired, newest first. */
export async function listShares(db: Db, userId: string, now: Date): Promise<ShareRow[]> {
  return db
    .select(columns)
    .from(conversationShares)
    .where(and(eq(conversationShares.userId, userId), gt(expiresAt, now)))
    .orderBy(desc(createdAt), asc(id))
}

/** A person's own link by its id, or that of one of their conversations. */
export async function findShare(
  db: Db,
  userId: string,
  by: { id: string } | { conversationId: string },
  now: Date,
): Promise<ShareRow | undefined> {
  const wanted = 'id' in by ? eq(id, by.id) : eq(conversationId, by.conversationId)
  const [row] = await db
    .select(columns)
    .from(conversationShares)
    .where(and(eq(conversationShares.userId, userId), wanted, gt(expiresAt, now)))
  return row
}

/** Ends a person's own link; false when there is none. */
export async function deleteShare(db: Db, userId: string, shareId: string): Promise<boolean> {
  const rows = await db
    .delete(conversationShares)
    .where(and(eq(conversationShares.userId, userId), eq(id, shareId)))
    .returning({ id })
  return rows.length > 0
}

/** Fits the link of a secret that has not ended; those of a disabled account show nothing. */
function isOpen(db: Db, token: string, now: Date) {
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, conversationShares.userId), isNull(users.disabledAt)))
  return and(eq(conversationShares.tokenHash, tokenHash(token)), gt(expiresAt, now), exists(owner))
}

/** The snapshot behind a secret; undefined for one that is unknown, revoked or expired. */
export async function findShared(db: Db, token: string, now: Date): Promise<SharedConversation | undefined> {
  const [row] = await db
    .select({ title, updatedAt, expiresAt, snapshot: conversationShares.snapshot })
    .from(conversationShares)
    .where(isOpen(db, token, now))
  if (row === undefined) return undefined
  return {
    title: row.title,
    shared_at: row.updatedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    messages: row.snapshot.map(({ role, content, tool_context, imageIds }) => ({
      role,
      content,
      tool_context,
      images: imageIds.map((imageId) => ({ url: `/api/shared/${token}/images/${imageId}` })),
    })),
  }
}

/** The owner of a snapshot that shows an image; undefined when none does behind this secret. */
export async function findImageOwner(
  db: Db,
  token: string,
  imageId: string,
  now: Date,
): Promise<string | undefined> {
  const shown = sql`exists (
    select from jsonb_array_elements(${conversationShares.snapshot}) as message
    where message -> 'imageIds' ? ${imageId}
  )`
  const [row] = await db
    .select({ userId: conversationShares.userId })
    .from(conversationShares)
    .where(and(isOpen(db, token, now), shown))
  return row?.userId
}

/** Deletes links that have expired, with their snapshots. */
export async function purgeShares(db: Db, now: Date): Promise<void> {
  await db.delete(conversationShares).where(lte(expiresAt, now))
}
