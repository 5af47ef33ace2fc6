import { orderReportSchema, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { chosenWidgets, ownerOf } from '../analytics/analytics.routes.ts'
import { dayRange } from '../analytics/days.ts'
import { listWidgets } from '../analytics/widgets.store.ts'
import type { Db } from '../db/database.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { askedOrigin } from '../platform/http/site-url.ts'
import { isUuid } from '../platform/process/ids.ts'
import { heapBudget } from '../platform/process/heap-budget.ts'
import { serve } from '../platform/request/contract-route.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { parseInput } from '../platform/request/parse-input.ts'
import { readJson } from '../platform/request/read-json.ts'
import { mayBeFramedBy } from '../widgets/allowed-origins.ts'
import { findActiveWidget } from '../widgets/configurators.store.ts'
import { readOrders } from './order-stats.ts'
import { countOrder, deleteOrder } from './orders.store.ts'
import { clientOf } from '../platform/http/principal.ts'

/**
 * Reports of one address in an hour, enough for a family. It bounds invented orders together with the few that a click
 * counts for: a limit for each widget would let a stranger have the orders of others refused.
 */
const reportsPerHour = 30

const maxBytes = 64 * 1024

/** A page's report is plain text, so that no preflight request precedes it. */
const types = ['text/plain', 'application/json']

const widgetSchema = orderReportSchema.pick({ cfg: true })

/** Dependencies of the calls about orders. */
export interface OrderServices {
  db: Db
  now: () => Date
  /** Days after a click in which an order counts. */
  windowDays: number
}

/** Serves the reports of orders by the pages of shops, and their figures. */
export function mountOrders(app: Hono<AppEnv>, { db, now, windowDays }: OrderServices): void {
  // No call of the contract's `serve`, which takes no plain text.
  app.post(routes.reportOrder.path, async (c) => {
    const origin = c.req.header('origin')
    c.header('Cache-Control', 'no-store')
    c.header('Vary', 'Origin', { append: true })
    const body = await readReport(c)
    const widget = await findActiveWidget(db, parseInput(widgetSchema, body, readerLanguage(c)).cfg)
    if (widget === undefined) throw notFound('Widget not found.')
    if (origin === undefined || !mayBeFramedBy(widget.allowedOrigins, [origin], askedOrigin(c))) {
      throw new HttpError('forbidden', 'Orders of that site are not counted.')
    }
    // Before the other checks: those who embed the widget read why an order is refused.
    c.header('Access-Control-Allow-Origin', origin)
    const report = parseInput(orderReportSchema, body, readerLanguage(c))
    const subject = countedAddress(c.get('clientAddress'))
    await countHourly(db, { name: 'orders', limit: reportsPerHour, subject }, now())
    const counted = await countOrder(db, widget.clientOwner, { report, now: now(), windowDays })
    return c.json({ counted })
  })

  serve(app, routes.clientOrders, async (_c, { query, user }) => {
    const owner = ownerOf(user, query.client_id)
    const owned = await listWidgets(db, owner)
    const widgets = chosenWidgets(
      owned.map(({ id }) => id),
      query.widgets,
    )
    return readOrders(db, { clientId: owner ?? null, widgets }, { range: dayRange(query, now()), windowDays })
  })

  serve(app, routes.deleteOrder, async (c, { user }) => {
    const id = c.req.param('id') ?? ''
    if (!isUuid(id)) throw notFound('Order not found.')
    const clientId = clientOf(user) ?? undefined
    await deleteOrder(db, { clientId, id }, { actorId: user.id, at: now() })
    return null
  })
}

async function readReport(c: AppContext): Promise<unknown> {
  const memory = heapBudget.open()
  try {
    return await readJson(c, maxBytes, memory, types)
  } finally {
    // Once it is whole: these bodies are small.
    memory.release()
  }
}
