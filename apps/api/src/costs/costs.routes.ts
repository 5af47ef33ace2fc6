import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Edit } from '../audit/audit.store.ts'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import { serve } from '../platform/request/contract-route.ts'
import type { BudgetGuard } from './budget-guard.ts'
import { deleteBudget, monthOf, readBudgets, saveBudget, toBudget } from './budgets.store.ts'
import { listPrices, savePrices } from './model-prices.store.ts'
import { readOperationSettings } from './operation-settings.store.ts'

/** Dependencies of the calls about costs. */
export interface CostServices {
  db: Db
  now: () => Date
  guard: BudgetGuard
  /** Price of a million tokens by the configuration; null: unknown. */
  configuredPrice: number | null
}

/** Serves budgets and prices of models: an administrator sets them, a client sees their own budgets. */
export function mountCosts(app: Hono<AppEnv>, { db, now, guard, configuredPrice }: CostServices): void {
  const editOf = (user: SessionUser): Edit => ({ actorId: user.id, at: now() })

  serve(app, routes.budgets, async (_c, { user }) => {
    const [items, { currency }] = await Promise.all([
      readBudgets(db, now(), clientOf(user)),
      readOperationSettings(db),
    ])
    return { currency, month: monthOf(now()), items: items.map(toBudget) }
  })

  serve(app, routes.saveBudget, async (_c, { body, user }) => {
    await saveBudget(db, body, editOf(user))
    await guard.refresh()
    return { ok: true }
  })

  serve(app, routes.deleteBudget, async (c, { user }) => {
    await deleteBudget(db, c.req.param('id') ?? '', editOf(user))
    await guard.refresh()
    return null
  })

  serve(app, routes.modelPrices, () => listPrices(db, now(), configuredPrice))

  serve(app, routes.saveModelPrices, async (_c, { body, user }) => {
    await savePrices(db, body, editOf(user))
    return listPrices(db, now(), configuredPrice)
  })
}
