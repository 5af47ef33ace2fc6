import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { notFound } from '../platform/http/http-error.ts'
import { inertPolicy } from '../platform/protection/security-headers.ts'
import { isUuid } from '../platform/process/ids.ts'
import { serve } from '../platform/request/contract-route.ts'
import { toMessage } from './conversation-json.ts'
import { idOf, known } from './conversation-of-path.ts'
import { findConversation, rateAnswer } from './conversations.store.ts'
import { encodeCursor, numberKey, parseCursor } from './cursor.ts'
import { findImage, listImages } from './message-images.store.ts'
import { listMessages } from './message-parts.store.ts'

/** Dependencies of the calls about messages. */
export interface MessagesOptions {
  db: Db
  /** Called with each rating. Returns false when the answer has no record: of a guest, nothing else is stored. */
  onRated: (rating: {
    userId: string | null
    answerId: string
    rating: 'up' | 'down' | null
    reason: string | null
  }) => Promise<boolean>
}

/** Serves the messages of conversations, their images and their feedback. */
export function mountMessages(app: Hono<AppEnv>, { db, onRated }: MessagesOptions): void {
  serve(app, routes.listMessages, async (c, { query, user }) => {
    const { id } = known(await findConversation(db, user.id, idOf(c)))
    const before = parseCursor(query.cursor, numberKey)
    // A page of long messages has fewer of them: each reader that takes nothing holds a whole response.
    const { rows: page, isLast } = await listMessages(db, user.id, id, {
      limit: query.limit,
      before: before?.key,
    })
    const last = isLast ? undefined : page.at(-1)
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

  serve(app, routes.sendFeedback, async (c, { body, user }) => {
    const [answerId, reason] = [idOf(c), body.reason ?? null]
    const { rating } = body
    if (user !== null && !(await rateAnswer(db, user.id, answerId, rating, reason))) {
      throw notFound('Message not found.')
    }
    const isRecorded =
      isUuid(answerId) && (await onRated({ userId: user?.id ?? null, answerId, rating, reason }))
    if (user === null && !isRecorded) throw notFound('Message not found.')
    return { ok: true }
  })
}
