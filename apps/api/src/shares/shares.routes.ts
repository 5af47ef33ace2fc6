import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { RecordSecurityEvent } from '../audit/security-events.ts'
import { newToken } from '../auth/tokens.ts'
import { idOf, known } from '../conversations/conversation-of-path.ts'
import { findConversation } from '../conversations/conversations.store.ts'
import { findImage } from '../conversations/message-images.store.ts'
import { rowBytes, type StorageQuota } from '../conversations/storage-quota.ts'
import type { Db } from '../db/database.ts'
import type { AnswerLimiter, LimitedCall } from '../limits/answer-limiter.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { inertPolicy } from '../platform/protection/security-headers.ts'
import { serve } from '../platform/request/contract-route.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import {
  deleteShare,
  findShare,
  findShared,
  findImageOwner,
  insertShare,
  listShares,
  replaceSnapshot,
  type ShareRow,
  toShare,
} from './shares.store.ts'

/** Dependencies of the calls about share links. */
export interface ShareRoutesOptions {
  db: Db
  limiter: Pick<AnswerLimiter, 'use'>
  storage: StorageQuota
  recordEvent: RecordSecurityEvent
  now: () => Date
  /** Base URL of the links. */
  siteUrl: () => URL
}

const dayMs = 86_400_000

/** Links of one account. */
const sharesOfAccount = 100

const snapshotLimit: LimitedCall = {
  name: 'shares',
  points: 60,
  seconds: 3600,
  text: 'Too many share links in a short time. Please try again later.',
}

/** By network: a guess of a 256-bit secret is hopeless anyway, and a shared page loads its images one by one. */
const readLimit: LimitedCall = {
  name: 'shared',
  points: 300,
  seconds: 60,
  text: 'Too many requests in a short time. Please wait a moment.',
}

/** Serves share links: for their owners, and their snapshots for anyone who has a link. */
export function mountShares(
  app: Hono<AppEnv>,
  { db, limiter, storage, recordEvent, now, siteUrl }: ShareRoutesOptions,
): void {
  serve(app, routes.conversationShare, async (c, { user }) => {
    const { id } = known(await findConversation(db, user.id, idOf(c)))
    const row = await findShare(db, user.id, { conversationId: id }, now())
    return { share: row === undefined ? null : toShare(row) }
  })

  serve(app, routes.shareConversation, async (c, { body, user }) => {
    await limiter.use(snapshotLimit, user.id)
    const conversation = known(await findConversation(db, user.id, idOf(c)))
    const existing = await listShares(db, user.id, now())
    const others = existing.filter(({ conversationId }) => conversationId !== conversation.id)
    if (others.length >= sharesOfAccount) {
      throw new HttpError('conflict', 'You have too many share links. Please remove some of them.')
    }
    const { message_id: messageId, images, days } = body
    const snapshot = await takeSnapshot(db, conversation, { messageId, images })
    const token = newToken()
    const replaced = existing.find(({ conversationId }) => conversationId === conversation.id)
    const row = await storage.store(user.id, growth(snapshot, replaced), () =>
      insertShare(db, {
        userId: user.id,
        conversationId: conversation.id,
        token,
        snapshot,
        images,
        now: now(),
        expiresAt: new Date(now().getTime() + days * dayMs),
      }),
    )
    recordEvent({ action: 'share', accountId: user.id })
    return { share: toShare(row), url: new URL(`/shared/${token}`, siteUrl()).href }
  })

  serve(app, routes.listShares, async (_c, { user }) => ({
    items: (await listShares(db, user.id, now())).map(toShare),
  }))

  serve(app, routes.updateShare, async (c, { body, user }) => {
    await limiter.use(snapshotLimit, user.id)
    const share = await findShare(db, user.id, { id: idOf(c) }, now())
    if (share === undefined) throw shareNotFound()
    const conversation = known(await findConversation(db, user.id, share.conversationId))
    const { message_id: messageId, images = share.hasImages, days } = body
    const snapshot = await takeSnapshot(db, conversation, { messageId, images })
    const row = await storage.store(user.id, growth(snapshot, share), () =>
      replaceSnapshot(db, user.id, share.id, {
        snapshot,
        images,
        now: now(),
        expiresAt: days === undefined ? share.expiresAt : new Date(now().getTime() + days * dayMs),
      }),
    )
    if (row === undefined) throw shareNotFound()
    recordEvent({ action: 'share', accountId: user.id })
    return toShare(row)
  })

  serve(app, routes.revokeShare, async (c, { user }) => {
    if (!(await deleteShare(db, user.id, idOf(c)))) throw shareNotFound()
    storage.recount(user.id)
    recordEvent({ action: 'share_end', accountId: user.id })
    return null
  })

  const countRead = (c: AppContext) => limiter.use(readLimit, countedAddress(c.get('clientAddress')))

  serve(
    app,
    routes.sharedConversation,
    async (c) => {
      unindexed(c)
      const shared = await findShared(db, tokenOf(c), now())
      if (shared === undefined) throw shareNotFound()
      return shared
    },
    { admit: countRead },
  )

  serve(
    app,
    routes.sharedImage,
    async (c) => {
      const id = c.req.param('id') ?? ''
      const owner = isUuid(id) ? await findImageOwner(db, tokenOf(c), id, now()) : undefined
      const image = owner === undefined ? undefined : await findImage(db, owner, id)
      if (image === undefined) throw notFound('Image not found.')
      unindexed(c)
      return c.body(new Uint8Array(image.bytes), 200, {
        'Content-Type': image.mimeType,
        'Content-Disposition': 'attachment',
        'Content-Security-Policy': inertPolicy,
      })
    },
    { admit: countRead },
  )
}

/** Bytes that a snapshot adds to the storage of its account. */
function growth({ title, bytes }: Snapshot, replaced: ShareRow | undefined): number {
  return Math.max(0, rowBytes + Buffer.byteLength(title) + bytes - (replaced?.bytes ?? 0))
}

/** No search engine lists what a link shows, and no other site learns the link. */
function unindexed(c: AppContext): void {
  c.header('X-Robots-Tag', 'noindex, nofollow')
  c.header('Referrer-Policy', 'no-referrer')
}

/** @throws {HttpError} 404 for what is no secret of ours */
function tokenOf(c: AppContext): string {
  const token = c.req.param('token') ?? ''
  if (!/^[\w-]{43}$/u.test(token)) throw shareNotFound()
  return token
}

function shareNotFound(): HttpError {
  return notFound('This link does not exist, or has ended.')
}
