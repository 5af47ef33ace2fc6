import { chatLimits, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { recentStreamIds, runningStreamId } from './messages.store.ts'
import { shorten } from './conversation-title.ts'
import { findImage, listImages } from './message-images.store.ts'
import type { StreamLog } from '../chat/streams/stream-log.ts'
import type { Db } from '../db/database.ts'
import type { AnswerLimiter } from '../limits/answer-limiter.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { inertPolicy } from '../platform/protection/security-headers.ts'
import { toConversation, toMessage } from './conversation-json.ts'
import {
  type ConversationRow,
  type ImportedConversation,
  deleteConversation,
  findClientIds,
  findConversation,
  insertConversation,
  insertImported,
  listConversations,
  listMessages,
  rateAnswer,
  renameConversation,
} from './conversations.store.ts'
import { type ConversationLimits, importLimit, searchLimit } from './conversation-limits.ts'
import { encodeCursor, numberKey, parseCursor, timeKey } from './cursor.ts'
import { defaultTitle, untitled } from './default-title.ts'
import type { StorageQuota } from './storage-quota.ts'

/** Dependencies of the conversation calls. */
export interface ConversationRoutesOptions {
  db: Db
  /** Counts searches and imports. */
  gate: Pick<AnswerLimiter, 'use'>
  limits: ConversationLimits
  storage: StorageQuota
  /** Log that finds and stops running answers. */
  streams: StreamLog
}

/** Serves the calls on conversations and their messages. Another person's are 404, like unknown ones. */
export function mountConversations(
  app: Hono<AppEnv>,
  { db, gate, limits, storage, streams }: ConversationRoutesOptions,
): void {
  serve(app, routes.listConversations, async (_c, { query, user }) => {
    const search = query.q?.trim() ?? ''
    if (search !== '') await gate.use(searchLimit(limits), user.id)
    const after = parseCursor(query.cursor, timeKey)
    const rows = await listConversations(db, user.id, {
      limit: query.limit + 1,
      after: after && { updatedAt: after.key, id: after.id },
      search,
    })
    const page = rows.slice(0, query.limit)
    const last = rows.length > query.limit ? page.at(-1) : undefined
    return {
      items: page.map(toConversation),
      next_cursor: last === undefined ? null : encodeCursor({ key: last.sortKey, id: last.id }),
    }
  })

  serve(app, routes.createConversation, async (_c, { body, user }) => {
    const title = titleOf(body.title ?? defaultTitle)
    return toConversation(await insertConversation(db, { id: newId(), userId: user.id, title }))
  })

  serve(app, routes.getConversation, async (c, { user }) => {
    const row = known(await findConversation(db, user.id, idOf(c)))
    return { ...toConversation(row), active_stream_id: await runningStreamId(db, user.id, row.id) }
  })

  serve(app, routes.renameConversation, async (c, { body, user }) =>
    toConversation(known(await renameConversation(db, user.id, idOf(c), titleOf(body.title)))),
  )

  serve(app, routes.deleteConversation, async (c, { user }) => {
    const row = known(await findConversation(db, user.id, idOf(c)))
    const streamIds = await recentStreamIds(db, { userId: user.id, conversationId: row.id })
    if (!(await deleteConversation(db, user.id, row.id))) throw notFound('Conversation not found.')
    for (const streamId of streamIds) await streams.stop(streamId, 'deleted')
    return null
  })

  serve(app, routes.listMessages, async (c, { query, user }) => {
    const { id } = known(await findConversation(db, user.id, idOf(c)))
    const before = parseCursor(query.cursor, numberKey)
    const rows = await listMessages(db, user.id, id, {
      limit: query.limit + 1,
      before: before?.key,
    })
    const page = rows.slice(0, query.limit)
    const last = rows.length > query.limit ? page.at(-1) : undefined
    const images = await listImages(
      db,
      user.id,
      page.map((row) => row.id),
    )
    return {
      items: page.map((row) => toMessage(row, images.get(row.id))),
      next_cursor: last === undefined ? null : encodeCursor({ key: last.seq, id: last.id }),
    }
  })

  serve(app, routes.image, async (c, { user }) => {
    const image = await findImage(db, user.id, idOf(c))
    if (image === undefined) throw notFound('Image not found.')
    // An <img> shows it all the same; opened by itself, what people sent never becomes a page of ours.
    return c.body(new Uint8Array(image.bytes), 200, {
      'Content-Type': image.mimeType,
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': inertPolicy,
    })
  })

  serve(
    app,
    routes.importConversations,
    async (_c, { body, user }) => {
      const now = new Date()
      // A browser's clock that runs ahead must not put its conversations above all later ones.
      // One that was never set has a year before 1970, which drivers read back as 20xx.
      const upToNow = (time: string) => new Date(Math.min(Math.max(Date.parse(time), 0), now.getTime()))
      const imported = body.conversations.map(({ client_id: clientId = null, title, messages }) => ({
        id: newId(),
        clientId,
        title: titleOf(title),
        messages: messages.map(({ role, content, created_at: createdAt }) => ({
          id: newId(),
          role,
          content,
          createdAt: upToNow(createdAt),
        })),
      }))
      // Conversations of an earlier send of this import are stored already.
      const stored = await findClientIds(db, user.id, imported)
      await storage.reserve(user.id, bytesOf(imported.filter(({ clientId }) => !stored.has(clientId))))
      return { ids: await insertImported(db, user.id, imported, now) }
    },
    {
      maxBytes: 16 * 1024 * 1024,
      admit: async (_c, user) => {
        if (user !== null) await gate.use(importLimit(limits), user.id)
      },
    },
  )

  serve(app, routes.sendFeedback, async (c, { body, user }) => {
    const id = idOf(c)
    if (!(await rateAnswer(db, user.id, id, body.rating, body.reason ?? null)))
      throw notFound('Message not found.')
    return { ok: true }
  })
}

/** UTF-8 bytes of the messages of an import. */
function bytesOf(imported: readonly ImportedConversation[]): number {
  const sizes = imported.flatMap(({ messages }) => messages.map(({ content }) => Buffer.byteLength(content)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The id in the address; one that could not be an id is one that nothing has. */
function idOf(c: AppContext): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound()
  return id
}

function known(row: ConversationRow | undefined): ConversationRow {
  if (row === undefined) throw notFound('Conversation not found.')
  return row
}

/** Any title is accepted (specification 1, section 5): an empty one is 'Untitled', a long one is cut. */
function titleOf(title: string): string {
  return title.trim() === '' ? untitled : shorten(title.trim(), chatLimits.titleCharacters)
}
