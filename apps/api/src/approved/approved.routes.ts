import { type ApprovedAnswer, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { type ContentQuota, editLimit } from '../content/content-limits.ts'
import type { Db } from '../db/database.ts'
import type { AnswerLimiter } from '../limits/answer-limiter.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { type SessionUser, clientOf, memberClientOf } from '../platform/http/principal.ts'
import { serve } from '../platform/request/contract-route.ts'
import { draftApproved, searchSources } from './approved-draft.ts'
import { approvedHistory, earlierApproved } from './approved-history.ts'
import {
  createApproved,
  deleteApproved,
  listApproved,
  readApproved,
  summariseApproved,
  updateApproved,
} from './approved.store.ts'

/** Dependencies of the calls about approved answers. */
export interface ApprovedServices {
  db: Db
  now: () => Date
  limiter: AnswerLimiter
  quota: ContentQuota
  /** Called after each save, so that the next question gets the answer. */
  onSaved: () => Promise<void>
}

const idOf = (c: AppContext) => c.req.param('id') ?? ''

/** Serves approved answers to those who edit them: administrators, and clients for their own. */
export function mountApproved(
  app: Hono<AppEnv>,
  { db, now, limiter, quota, onSaved }: ApprovedServices,
): void {
  const saved = async (saving: Promise<ApprovedAnswer>) => {
    const answer = await saving
    await onSaved()
    return answer
  }
  const editOf = (user: SessionUser) => ({ actorId: user.id, at: now(), storageBytes: quota.storageBytes })
  const counted = {
    admit: async (_c: AppContext, user: SessionUser | null) => {
      if (user?.role === 'client') await limiter.use(editLimit(quota), memberClientOf(user))
    },
  }

  serve(app, routes.approvedAnswers, (c, { query, user }) =>
    listApproved(db, user, query, { now: now(), signal: c.req.raw.signal }),
  )

  serve(app, routes.approvedSummary, (_c, { user }) => summariseApproved(db, user, now()))

  serve(app, routes.approvedDraft, (_c, { query, user }) => draftApproved(db, user, query))

  serve(app, routes.approvedSources, async (_c, { query: { q, client_id: named }, user }) => ({
    items: await searchSources(db, q, clientOf(user) ?? named),
  }))

  serve(
    app,
    routes.createApprovedAnswer,
    (_c, { body, user }) => saved(createApproved(db, user, body, editOf(user))),
    counted,
  )

  serve(app, routes.approvedAnswer, (c, { user }) => readApproved(db, user, idOf(c)))

  serve(
    app,
    routes.updateApprovedAnswer,
    (c, { body: { version, ...fields }, user }) =>
      saved(updateApproved(db, user, idOf(c), { version, fields }, editOf(user))),
    counted,
  )

  serve(
    app,
    routes.deleteApprovedAnswer,
    async (c, { user }) => {
      await deleteApproved(db, user, idOf(c), editOf(user))
      return null
    },
    counted,
  )

  serve(app, routes.approvedHistory, (c, { query, user }) => approvedHistory(db, user, idOf(c), query))

  serve(
    app,
    routes.restoreApprovedAnswer,
    async (c, { body, user }) => {
      const id = idOf(c)
      const { version: restoredFrom, fields } = await earlierApproved(db, user, id, c.req.param('n') ?? '')
      const save = { version: body.version, fields, restoredFrom }
      return saved(updateApproved(db, user, id, save, editOf(user)))
    },
    counted,
  )
}
