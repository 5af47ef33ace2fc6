import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { chosenWidgets, ownerOf } from '../analytics/analytics.routes.ts'
import { dayRange } from '../analytics/days.ts'
import { listWidgets } from '../analytics/widgets.store.ts'
import { readOperationSettings } from '../costs/operation-settings.store.ts'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { serve } from '../platform/request/contract-route.ts'
import type { Language } from '../languages/say.ts'
import { readOutcomes } from './outcome-stats.ts'

/** Dependencies of the calls about outcomes. */
export interface OutcomeStatsServices {
  db: Db
  now: () => Date
  /** Called with the language in which a client reads their dashboard. */
  onRead: (clientId: string, language: Language) => Promise<void>
}

/** Serves the outcomes on the dashboards: an administrator sees everything, a client their own answers. */
export function mountOutcomeStats(app: Hono<AppEnv>, { db, now, onRead }: OutcomeStatsServices): void {
  const noteReader = async (c: AppContext, user: SessionUser) => {
    if (user.role === 'client') await onRead(user.id, readerLanguage(c))
  }

  serve(app, routes.outcomeStats, async (c, { query, user }) => {
    await noteReader(c, user)
    const { currency } = await readOperationSettings(db)
    const clientId = clientOf(user)
    const view = { range: dayRange(query, now()), filter: query, currency }
    return readOutcomes(db, { clientId, widgets: null }, view)
  })

  serve(app, routes.clientOutcomes, async (c, { query, user }) => {
    await noteReader(c, user)
    const owner = ownerOf(user, query.client_id)
    const owned = await listWidgets(db, owner)
    const { currency } = await readOperationSettings(db)
    const widgets = chosenWidgets(
      owned.map(({ id }) => id),
      query.widgets,
    )
    const view = { range: dayRange(query, now()), filter: query, currency }
    return readOutcomes(db, { clientId: owner ?? null, widgets }, view)
  })
}
