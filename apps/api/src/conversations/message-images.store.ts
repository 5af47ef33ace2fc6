import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/database.ts'
import { messageImages, messages } from '../db/schema/chat.ts'
import { newId } from '../platform/process/ids.ts'
import type { QuestionImage } from './message-content.ts'

/** An image of a stored question, without its bytes. */
export interface ImageRow extends Omit<typeof messageImages.$inferSelect, 'bytes' | 'position'> {
  /** Size in bytes. */
  size: number
}

/** The rows that keep the images of a question, in their order. */
export function imageRows(
  messageId: string,
  images: readonly QuestionImage[],
): (typeof messageImages.$inferInsert)[] {
  return images.map((image, position) => ({ id: newId(), messageId, position, ...image }))
}

/** Lists the metadata of the images of a person's messages, by message. */
export async function listImages(
  db: Db,
  userId: string,
  messageIds: readonly string[],
): Promise<Map<string, ImageRow[]>> {
  if (messageIds.length === 0) return new Map()
  const { id, messageId, mimeType, name } = messageImages
  const rows = await db
    .select({ id, messageId, mimeType, name, size: sql<number>`octet_length(${messageImages.bytes})` })
    .from(messageImages)
    .innerJoin(messages, eq(messages.id, messageId))
    .where(and(eq(messages.userId, userId), inArray(messageId, [...messageIds])))
    .orderBy(asc(messageImages.position))
  return Map.groupBy(rows, (row) => row.messageId)
}

/**
 * Size of the images of one message of this person, in bytes, as a column of another query; 0 without images or a
 * message.
 */
export function imageBytesOf(userId: string, messageId: PgColumn | null): SQL<number> {
  return sql`(
    select coalesce(sum(octet_length(image.bytes)), 0)::int
    from messages as shown join message_images as image on image.message_id = shown.id
    where shown.user_id = ${userId} and shown.id = ${messageId}
  )`
}

/** Loads the images of one message of this person, in their order. A driver holds each several times over meanwhile. */
export async function loadImages(db: Db, userId: string, ofMessage: string): Promise<QuestionImage[]> {
  const { mimeType, name, bytes, messageId, position } = messageImages
  const rows = await db
    .select({ mimeType, name, bytes })
    .from(messageImages)
    .innerJoin(messages, eq(messages.id, messageId))
    .where(and(eq(messages.userId, userId), eq(messageId, ofMessage)))
    .orderBy(asc(position))
  // Drivers return different kinds of byte arrays; a view copies nothing.
  return rows.map(({ mimeType: type, name: fileName, bytes: { buffer, byteOffset, length } }) => ({
    mimeType: type,
    name: fileName,
    bytes: Buffer.from(buffer, byteOffset, length),
  }))
}

/** One image, if the message that it belongs to is this person's. */
export async function findImage(db: Db, userId: string, id: string): Promise<QuestionImage | undefined> {
  const { mimeType, name, bytes } = messageImages
  const [row] = await db
    .select({ mimeType, name, bytes })
    .from(messageImages)
    .innerJoin(messages, eq(messages.id, messageImages.messageId))
    .where(and(eq(messageImages.id, id), eq(messages.userId, userId)))
  return row
}
