import type { OrderReport, ProductClick } from '@org/api-client/contract'
import { and, desc, eq, gte, inArray, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { productClicks, widgetOrders } from '../db/schema/orders.ts'
import { newId } from '../platform/process/ids.ts'
import { toMinorUnits } from './order-money.ts'

const dayMs = 86_400_000

/** Clicks that one answer stores. Whoever has the answer could invent further ones. */
const clicksOfAnswer = 20

/** The answer that a product was clicked in. */
interface ClickedAnswer {
  id: string
  clientId: string | null
  widgetId: string | null
  products: readonly string[]
}

/** Stores the clicks on products of an answer in a widget. A repeated click moves its time. */
export async function recordClicks(
  tx: Transaction,
  { id: answerId, clientId, widgetId, products }: ClickedAnswer,
  { clicks, at }: { clicks: readonly ProductClick[]; at: Date },
): Promise<void> {
  const shown = clicks.filter(({ product }) => products.includes(product))
  if (widgetId === null || shown.length === 0) return
  const stored = await tx.$count(productClicks, and(ownedBy(clientId), eq(productClicks.answerId, answerId)))
  const rows = shown
    .slice(0, Math.max(0, clicksOfAnswer - stored))
    .map(({ id, product }) => ({ id, clientId, widgetId, answerId, product, at }))
  if (rows.length === 0) return
  await tx
    .insert(productClicks)
    .values(rows)
    .onConflictDoUpdate({
      target: productClicks.id,
      set: { at },
      setWhere: sql`${productClicks.answerId} = excluded.answer_id and ${productClicks.product} = excluded.product`,
    })
}

/**
 * Counts an order that follows a click of the same visitor on a product of a client's widgets.
 *
 * @param since the earliest time of such a click
 * @returns false without such a click. An order that was reported before counts once, and returns true.
 */
export async function countOrder(
  db: Db,
  clientId: string | null,
  { report: { clicks, order }, now, windowDays }: { report: OrderReport; now: Date; windowDays: number },
): Promise<boolean> {
  const total = toMinorUnits(order.total, order.currency)
  const since = new Date(now.getTime() - windowDays * dayMs)
  const followed = await db
    .select({ product: productClicks.product, widgetId: productClicks.widgetId })
    .from(productClicks)
    .where(
      and(
        ownedBy(clientId),
        inArray(productClicks.id, clicks),
        gte(productClicks.at, since),
        lte(productClicks.at, now),
      ),
    )
    .orderBy(desc(productClicks.at))
  const [latest] = followed
  if (latest === undefined) return false
  const products = [...new Set(followed.map(({ product }) => product))]
  const contained = new Set(order.items.map(({ name }) => comparable(name)))
  await db
    .insert(widgetOrders)
    .values({
      id: newId(),
      clientId,
      widgetId: latest.widgetId,
      number: order.id,
      at: now,
      currency: order.currency,
      total,
      products,
      bought: products.filter((product) => contained.has(comparable(product))),
    })
    .onConflictDoNothing()
  return true
}

/** Deletes the clicks that no order can follow any more. */
export async function purgeClicks(db: Db, now: Date, windowDays: number): Promise<void> {
  await db.delete(productClicks).where(lt(productClicks.at, new Date(now.getTime() - windowDays * dayMs)))
}

/** Deletes orders older than a period. */
export async function purgeOrders(db: Db, now: Date, days: number): Promise<void> {
  await db.delete(widgetOrders).where(lt(widgetOrders.at, new Date(now.getTime() - days * dayMs)))
}

function ownedBy(clientId: string | null): SQL {
  return clientId === null ? isNull(productClicks.clientId) : eq(productClicks.clientId, clientId)
}

/** Shops and catalogues write the same name with other spaces and capitals. */
function comparable(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}
