import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { messageImages, messages } from '../db/schema/chat.ts'
import { newId } from '../platform/ids.ts'
import type { QuestionImage } from './model-answer.ts'

/** An image of a stored question, without its bytes. */
export type ImageRow = Omit<typeof messageImages.$inferSelect, 'bytes' | 'position'>

/** Keeps the images of a question, in their order. */
export async function insertImages(
  db: Db,
  messageId: string,
  images: readonly QuestionImage[],
): Promise<void> {
  if (images.length === 0) return
  await db
    .insert(messageImages)
    .values(images.map((image, position) => ({ id: newId(), messageId, position, ...image })))
}

/** What is known of the images of some messages, by the message. */
export async function listImages(db: Db, messageIds: readonly string[]): Promise<Map<string, ImageRow[]>> {
  if (messageIds.length === 0) return new Map()
  const { id, messageId, mimeType, name } = messageImages
  const rows = await db
    .select({ id, messageId, mimeType, name })
    .from(messageImages)
    .where(inArray(messageId, [...messageIds]))
    .orderBy(asc(messageImages.position))
  return Map.groupBy(rows, (row) => row.messageId)
}

/** The images of one message, for a model to look at again. */
export async function loadImages(db: Db, id: string): Promise<QuestionImage[]> {
  const { mimeType, name, bytes } = messageImages
  return db
    .select({ mimeType, name, bytes })
    .from(messageImages)
    .where(eq(messageImages.messageId, id))
    .orderBy(asc(messageImages.position))
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
