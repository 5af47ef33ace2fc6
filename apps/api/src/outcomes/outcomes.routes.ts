import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { serve } from '../platform/request/contract-route.ts'
import { recordOpened } from './outcomes.store.ts'

/** Serves the note of opened sources and clicked products. */
export function mountOutcomes(app: Hono<AppEnv>, db: Db, now: () => Date): void {
  serve(app, routes.answerOpened, async (c, { body, user }) => {
    const answerId = c.req.param('id') ?? ''
    const isStored =
      isUuid(answerId) &&
      (await recordOpened(db, { answerId, userId: user?.id ?? null, opened: body, at: now() }))
    if (!isStored) throw notFound('Answer not found.')
    return { ok: true }
  })
}
