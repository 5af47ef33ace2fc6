import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/database.ts'
import { messageImages, messages } from '../db/schema/chat.ts'
import { newId } from '../platform/ids.ts'
import type { QuestionImage } from '../chat/model/model-answer.ts'

/** An image of a stored question, without its bytes. */
export type ImageRow = Omit<typeof messageImages.$inferSelect, 'bytes' | 'position'>

/** The rows that keep the images of a question, in their order. */
export function imageRows(
  messageId: string,
  images: readonly QuestionImage[],
): (typeof messageImages.$inferInsert)[] {
  return images.map((image, position) => ({ id: newId(), messageId, position, ...image }))
}

/** Lists the metadata of messages' images, by message. */
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

interface EncodedImage extends Omit<QuestionImage, 'bytes'> {
  base64: string
}

/** The images of one message, as a column of another query; none where there is no message. */
export function imagesOf(messageId: PgColumn | null): SQL<QuestionImage[]> {
  const images = sql`(
    select coalesce(json_agg(json_build_object(
      'mimeType', mime_type, 'name', name, 'base64', encode(bytes, 'base64')
    ) order by position), '[]')
    from message_images where message_id = ${messageId}
  )`
  return images.mapWith((rows: EncodedImage[]) =>
    rows.map(({ base64, ...image }) => ({ ...image, bytes: Buffer.from(base64, 'base64') })),
  )
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
