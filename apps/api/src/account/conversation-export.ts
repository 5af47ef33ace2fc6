import type { AccountExport } from '@org/api-client/contract'
import { listMessages } from '../conversations/message-parts.store.ts'
import { findImage, type ImageRow, listImages } from '../conversations/message-images.store.ts'
import { toConversation, toMessage } from '../conversations/conversation-json.ts'
import type { ConversationRow } from '../conversations/conversations.store.ts'
import type { Db } from '../db/database.ts'
import { heapBudget } from '../platform/process/heap-budget.ts'

type ExportedMessage = AccountExport['conversations'][number]['messages'][number]
type ExportedImage = ExportedMessage['images'][number]

/** Messages per query. */
const batch = 50

// Per byte of an image: hexadecimal text of the driver (2), its buffer (1), base64 text (1.4) and its encoded copy (1.4).
const heapOfImageByte = 6

/** A conversation as JSON text, with at most 50 messages of about 500 KB and one image in memory at a time. */
export async function* exportConversation(db: Db, row: ConversationRow): AsyncGenerator<string> {
  yield openList({ ...toConversation(row), messages: [] })
  let separator = ''
  for (let after = 0; ;) {
    const { rows, isLast } = await listMessages(db, row.userId, row.id, { limit: batch, after })
    const images = await listImages(
      db,
      row.userId,
      rows.map(({ id }) => id),
    )
    for (const message of rows) {
      const { images: _urls, ...rest } = toMessage(message)
      const exported: ExportedMessage = { ...rest, feedback_reason: message.feedbackReason, images: [] }
      yield separator + openList(exported)
      yield* exportImages(db, row.userId, images.get(message.id) ?? [])
      yield ']}'
      separator = ','
    }
    after = rows.at(-1)?.seq ?? after
    if (isLast) break
  }
  yield ']}'
}

async function* exportImages(db: Db, userId: string, images: readonly ImageRow[]): AsyncGenerator<string> {
  let separator = ''
  for (const { id, size } of images) {
    const memory = heapBudget.open()
    try {
      await memory.wait(size * heapOfImageByte)
      const image = await findImage(db, userId, id)
      if (image === undefined) continue
      const { mimeType, name, bytes } = image
      const data = Buffer.from(bytes).toString('base64')
      const exported: ExportedImage = { mime_type: mimeType, name, data }
      yield separator + JSON.stringify(exported)
      separator = ','
    } finally {
      memory.release()
    }
  }
}

/** JSON of an object whose last member is an empty list, without the closing `]}`. */
function openList(value: object): string {
  return JSON.stringify(value).slice(0, -2)
}
