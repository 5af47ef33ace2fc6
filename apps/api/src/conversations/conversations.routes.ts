import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { recentStreamIds, runningStreamId } from './messages.store.ts'
import { titleOf } from './conversation-title.ts'
import type { StreamLog } from '../chat/streams/stream-log.ts'
import type { Db } from '../db/database.ts'
import type { AnswerLimiter } from '../limits/answer-limiter.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { notFound } from '../platform/http/http-error.ts'
import { createFairQueue } from '../platform/process/fair-queue.ts'
import { newId } from '../platform/process/ids.ts'
import { toConversation } from './conversation-json.ts'
import {
  changeConversation,
  deleteConversation,
  findConversation,
  insertConversation,
  listConversations,
} from './conversations.store.ts'
import { type ConversationLimits, creationLimit, searchLimit } from './conversation-limits.ts'
import { encodeCursor, listKey, parseCursor } from './cursor.ts'
import { idOf, known } from './conversation-of-path.ts'
import { mountImport } from './import.routes.ts'
import { type MessagesOptions, mountMessages } from './messages.routes.ts'
import { rowBytes, type StorageQuota } from './storage-quota.ts'
import { fromWireTitle } from './wire-title.ts'

/** Dependencies of the conversation calls. */
export interface ConversationRoutesOptions {
  db: Db
  /** Counts created conversations, searches and imports. */
  limiter: Pick<AnswerLimiter, 'use'>
  limits: ConversationLimits
  storage: StorageQuota
  /** Log that finds and stops running answers. */
  streams: StreamLog
  onRated: MessagesOptions['onRated']
}

/** Steps of searches that run at once, for all accounts in turn: a search reads every message of its account. */
const searchesAtOnce = 2

/** Serves the calls on conversations and their messages. Another person's are 404, like unknown ones. */
export function mountConversations(
  app: Hono<AppEnv>,
  { db, limiter, limits, storage, streams, onRated }: ConversationRoutesOptions,
): void {
  const searches = createFairQueue(searchesAtOnce)
  mountMessages(app, { db, onRated })
  mountImport(app, { db, limiter, limits, storage })

  serve(app, routes.listConversations, async (c, { query, user }) => {
    const search = query.q?.trim() ?? ''
    if (search !== '') await limiter.use(searchLimit(limits), user.id)
    const after = parseCursor(query.cursor, listKey)
    const { signal } = c.req.raw
    const rows = await listConversations(db, user.id, {
      limit: query.limit + 1,
      after: after && { isPinned: after.key[0], updatedAt: after.key[1], id: after.id },
      archived: query.archived === 'true',
      search,
      signal,
      inTurn: (step) => searches.run(user.id, step),
    })
    const page = rows.slice(0, query.limit)
    const last = rows.length > query.limit ? page.at(-1) : undefined
    return {
      account_id: user.id,
      items: page.map(toConversation),
      next_cursor:
        last === undefined ? null : encodeCursor({ key: [last.isPinned, last.sortKey], id: last.id }),
    }
  })

  serve(
    app,
    routes.createConversation,
    async (_c, { body, user }) => {
      const title = fromWireTitle(body.title)
      const bytes = rowBytes + Buffer.byteLength(title ?? '')
      const insert = () => insertConversation(db, { id: newId(), userId: user.id, title })
      return toConversation(await storage.store(user.id, bytes, insert))
    },
    {
      admit: async (_c, user) => {
        if (user !== null) await limiter.use(creationLimit(limits), user.id)
      },
    },
  )

  serve(app, routes.getConversation, async (c, { user }) => {
    const row = known(await findConversation(db, user.id, idOf(c)))
    return { ...toConversation(row), active_stream_id: await runningStreamId(db, user.id, row.id) }
  })

  serve(app, routes.changeConversation, async (c, { body: { title, pinned, archived }, user }) => {
    const changes = {
      ...(title !== undefined && { title: titleOf(title) }),
      ...(pinned !== undefined && { isPinned: pinned }),
      // Archiving removes the pin, so that a restored conversation returns to its time.
      ...(archived !== undefined && { isArchived: archived }),
      ...(archived === true && { isPinned: false }),
    }
    return toConversation(known(await changeConversation(db, user.id, idOf(c), changes)))
  })

  serve(app, routes.deleteConversation, async (c, { user }) => {
    const row = known(await findConversation(db, user.id, idOf(c)))
    const streamIds = await recentStreamIds(db, { userId: user.id, conversationId: row.id })
    if (!(await deleteConversation(db, user.id, row.id))) throw notFound('Conversation not found.')
    storage.recount(user.id)
    for (const streamId of streamIds) await streams.stop(streamId, 'deleted')
    return null
  })
}
