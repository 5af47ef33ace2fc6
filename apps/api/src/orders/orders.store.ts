import type { OrderReport, ProductClick } from '@org/api-client/contract'
import { and, eq, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { productClicks, widgetOrders } from '../db/schema/orders.ts'
import { createSharedDigest } from '../limits/subject-digest.ts'
import { notFound } from '../platform/http/http-error.ts'
import { newId } from '../platform/process/ids.ts'
import { normalizeText } from '../platform/process/normalize-text.ts'
import { decimalsOf, toMinorUnits } from './order-money.ts'

const dayMs = 86_400_000

/** Clicks that one answer stores. Whoever has the answer could invent further ones. */
const clicksOfAnswer = 20

/** Orders that one click counts for. Whoever has the click could invent further ones. */
const ordersOfClick = 5

/** The answer that a product was clicked in. */
interface ClickedAnswer {
  id: string
  clientId: string | null
  widgetId: string | null
  products: readonly string[]
}

/**
 * Stores the clicks on products of an answer in a widget. A repeated click, also on the same product in another answer,
 * moves its time.
 */
export async function recordClicks(
  tx: Transaction,
  { id: answerId, clientId, widgetId, products }: ClickedAnswer,
  { clicks, at }: { clicks: readonly ProductClick[]; at: Date },
): Promise<void> {
  // One statement changes a row once. The order of ids is that of the locks in `countOrder`.
  const shown = Map.groupBy(
    clicks.filter(({ product }) => products.includes(product)),
    ({ id }) => id.toLowerCase(),
  )
  if (widgetId === null || shown.size === 0) return
  const stored = await tx
    .select({ id: productClicks.id })
    .from(productClicks)
    .where(and(ownedBy(productClicks.clientId, clientId), eq(productClicks.answerId, answerId)))
  const known = new Set(stored.map(({ id }) => id))
  let left = clicksOfAnswer - known.size
  const rows = [...shown]
    .flatMap(([id, [first]]) =>
      first !== undefined && (known.has(id) || left-- > 0)
        ? [{ id, clientId, widgetId, answerId, product: first.product, at }]
        : [],
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (rows.length === 0) return
  await tx
    .insert(productClicks)
    .values(rows)
    .onConflictDoUpdate({
      target: productClicks.id,
      set: { at, answerId, widgetId },
      setWhere: sql`${productClicks.clientId} is not distinct from excluded.client_id
        and ${productClicks.product} = excluded.product`,
    })
}

/**
 * Counts an order that follows a click of the same visitor on a product of a client's widgets.
 *
 * @returns false without such a click, or after as many orders as it counts for. An order that was reported before counts
 *   once, and returns true.
 */
export async function countOrder(
  db: Db,
  clientId: string | null,
  { report: { clicks, order }, now, windowDays }: { report: OrderReport; now: Date; windowDays: number },
): Promise<boolean> {
  const total = toMinorUnits(order.total, order.currency)
  const since = new Date(now.getTime() - windowDays * dayMs)
  const numberDigest = await createSharedDigest(db)(`order ${clientId ?? ''} ${order.id}`)
  return db.transaction(async (tx) => {
    const own = ownedBy(productClicks.clientId, clientId)
    const followed = await tx
      .select({
        id: productClicks.id,
        product: productClicks.product,
        widgetId: productClicks.widgetId,
        at: productClicks.at,
        orders: productClicks.orders,
      })
      .from(productClicks)
      .where(and(own, inArray(productClicks.id, clicks), gte(productClicks.at, since)))
      .orderBy(productClicks.id)
      .for('update')
    if (followed.length === 0) return false
    const usable = followed
      .filter(({ orders }) => orders < ordersOfClick)
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    const [latest] = usable
    if (latest === undefined) return isCounted(tx, clientId, numberDigest)
    const products = [...new Set(usable.map(({ product }) => product))]
    const contained = new Set(order.items.map(({ name }) => comparable(name)))
    const added = await tx
      .insert(widgetOrders)
      .values({
        id: newId(),
        clientId,
        widgetId: latest.widgetId,
        numberDigest,
        at: now,
        currency: order.currency,
        total,
        products,
        bought: products.filter((product) => contained.has(comparable(product))),
      })
      .onConflictDoNothing()
      .returning({ id: widgetOrders.id })
    if (added.length === 0) return true
    const ids = usable.map(({ id }) => id)
    await tx
      .update(productClicks)
      .set({ orders: sql`${productClicks.orders} + 1` })
      .where(and(own, inArray(productClicks.id, ids)))
    return true
  })
}

async function isCounted(tx: Transaction, clientId: string | null, numberDigest: string): Promise<boolean> {
  const own = ownedBy(widgetOrders.clientId, clientId)
  return (await tx.$count(widgetOrders, and(own, eq(widgetOrders.numberDigest, numberDigest)))) > 0
}

/**
 * Deletes an order, such as an invented one. A later report of its number counts again.
 *
 * @param clientId the client whose order it must be; undefined for an administrator, who may delete any
 * @throws {HttpError} 404 for an unknown order
 */
export async function deleteOrder(
  db: Db,
  { clientId, id }: { clientId: string | undefined; id: string },
  edit: Edit,
): Promise<void> {
  const own = clientId === undefined ? undefined : eq(widgetOrders.clientId, clientId)
  await db.transaction(async (tx) => {
    const [row] = await tx
      .delete(widgetOrders)
      .where(and(own, eq(widgetOrders.id, id)))
      .returning()
    if (row === undefined) throw notFound('Order not found.')
    const { at, currency, total, products } = row
    const decimals = decimalsOf(currency)
    const subject = `${(total / 10 ** decimals).toFixed(decimals)} ${currency}`
    const changes = changesBetween({ at: at.toISOString(), products }, {})
    const entry = { action: 'delete', kind: 'order', subject, organisationId: row.clientId } as const
    await recordChange(tx, { ...entry, changes }, edit)
  })
}

/** Deletes the clicks that no order can follow any more. */
export async function purgeClicks(db: Db, now: Date, windowDays: number): Promise<void> {
  await db.delete(productClicks).where(lt(productClicks.at, new Date(now.getTime() - windowDays * dayMs)))
}

function ownedBy(column: AnyPgColumn, clientId: string | null): SQL {
  return clientId === null ? isNull(column) : eq(column, clientId)
}

/** Shops and catalogues write the same name with other spaces and capitals. */
function comparable(name: string): string {
  return normalizeText(name, 'NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}
