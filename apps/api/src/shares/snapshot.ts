import { toolContextSchema, type ToolContext } from '@org/api-client/contract'
import { type ImageRow, listImages } from '../conversations/message-images.store.ts'
import { toWireTitle } from '../conversations/wire-title.ts'
import type { ConversationRow } from '../conversations/conversations.store.ts'
import type { Db } from '../db/database.ts'
import type { StoredSnapshot } from '../db/schema/chat.ts'
import { redactWhole } from '../outcomes/redact.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { yieldToEventLoop } from '../platform/process/yield-to-event-loop.ts'
import { type BranchMessage, readBranch, snapshotLimits } from './branch.store.ts'

/** A conversation as its share link shows it. */
export interface Snapshot {
  title: string
  /** JSON of a {@link StoredSnapshot}, written message by message: writing a whole one would stop the event loop. */
  json: string
  /** Bytes of `json`. */
  bytes: number
}

/**
 * Takes the snapshot of one branch of a conversation: texts without personal data, and of the evidence what an answer
 * shows. Running answers and empty messages are left out.
 *
 * @param options.messageId last message of the branch @default the newest message
 * @throws {HttpError} 404 for a message of another conversation, 413 for a branch that is too long, 422 without messages
 */
export async function takeSnapshot(
  db: Db,
  conversation: ConversationRow,
  { messageId, images }: { messageId: string | null | undefined; images: boolean },
): Promise<Snapshot> {
  const { userId, id } = conversation
  if (typeof messageId === 'string' && !isUuid(messageId)) throw notFound('Message not found.')
  const branch = await readBranch(db, { userId, conversationId: id, lastId: messageId ?? null })
  if (branch === 'too_long') throw tooLong()
  if (branch.length === 0 && typeof messageId === 'string') throw notFound('Message not found.')
  const shown = branch.filter(({ status, content }) => status !== 'streaming' && content !== '')
  if (shown.length === 0) throw invalid([{ path: 'id', message: 'There is nothing to share yet.' }])
  const imagesOf = images
    ? await listImages(
        db,
        userId,
        shown.map((message) => message.id),
      )
    : new Map<string, ImageRow[]>()
  const parts: string[] = []
  let bytes = 1
  for (const message of shown) {
    const imageIds = (imagesOf.get(message.id) ?? []).map((image) => image.id)
    const part = JSON.stringify({ ...(await toShared(message)), imageIds } satisfies SharedMessage)
    bytes += Buffer.byteLength(part) + 1
    if (bytes > snapshotLimits.bytes) throw tooLong()
    parts.push(part)
    await yieldToEventLoop()
  }
  const title = await redactWhole(withoutCutEnd(toWireTitle(conversation.title)), yieldToEventLoop)
  return { title, json: `[${parts.join(',')}]`, bytes }
}

/** Leaves out the end of a title that was cut: a part of an address or number is not recognised by the redaction. */
function withoutCutEnd(title: string): string {
  if (!title.endsWith('…')) return title
  const words = title.slice(0, -1).split(' ')
  words.pop()
  while (/\p{Nd}/u.test(words.at(-1) ?? '')) words.pop()
  return `${words.join(' ')}…`
}

type SharedMessage = StoredSnapshot[number]

function tooLong(): HttpError {
  return new HttpError('too_large', 'This conversation is too long to share.')
}

async function toShared({ role, content, toolContext }: BranchMessage) {
  const context = toolContextSchema.safeParse(toolContext)
  return {
    role,
    content: await redactWhole(content, yieldToEventLoop),
    tool_context: context.success ? evidenceOf(context.data) : null,
  }
}

/** Suggestions repeat words of the conversation; readers cannot ask them. */
function evidenceOf({ products, citations, outcome, safety, approval }: ToolContext): ToolContext {
  return { products, citations, outcome, safety, approval }
}
