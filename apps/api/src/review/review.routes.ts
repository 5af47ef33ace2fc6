import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { listReviews, saveReview, summarise } from './review.store.ts'

/** Dependencies of the review's calls. */
export interface ReviewServices {
  db: Db
  /** True when the deployment stores the redacted texts of visitors. */
  keepsText: boolean
}

/** Serves the review of answers: an administrator sees all, a client the answers of their own widgets. */
export function mountReview(app: Hono<AppEnv>, { db, keepsText }: ReviewServices): void {
  serve(app, routes.reviewList, (_c, { query, user }) => listReviews(db, user, query))

  serve(app, routes.reviewSummary, (_c, { user }) => summarise(db, user, keepsText))

  serve(app, routes.saveReview, (c, { body, user }) =>
    saveReview(db, user, { id: c.req.param('id') ?? '', patch: body }),
  )
}
