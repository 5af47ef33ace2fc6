import { orderLimits, type OrderStats } from '@org/api-client/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { DayRange } from '../analytics/days.ts'
import type { Db } from '../db/database.ts'
import { decimalsOf } from './order-money.ts'

/** The orders that figures are about. */
export interface OrderScope {
  /** The client whose orders they are; null: everybody's, for an administrator. */
  clientId: string | null
  widgets: readonly string[]
}

/** Products that are listed. */
const mostProducts = 20

// Type aliases, because only type aliases have the index signature that rows need.
type CurrencyRow = { currency: string; orders: number; total: number }
type ProductRow = CurrencyRow & { name: string; bought: number }
type OrderRow = { id: string; at: string; currency: string; total: number; products: string[] }

/** Reads the orders of a range and the clicks that they are compared with. */
export async function readOrders(
  db: Db,
  scope: OrderScope,
  { range, windowDays }: { range: DayRange; windowDays: number },
): Promise<OrderStats> {
  if (scope.widgets.length === 0)
    return { window_days: windowDays, clicks: 0, orders: 0, totals: [], products: [], latest: [] }
  const own = within(scope)
  const { from, to } = range
  const during = sql`at >= ${from}::date::timestamp at time zone 'UTC'
    and at < (${to}::date + 1)::timestamp at time zone 'UTC'`
  const clicks = await db.execute<{ n: number }>(sql`
    select coalesce(sum(clicks), 0)::float8 as n from outcome_daily
    where ${own} and day between ${from}::date and ${to}::date`)
  const currencies = await db.execute<CurrencyRow>(sql`
    select currency, count(*)::int as orders, sum(total)::float8 as total from widget_orders
    where ${own} and ${during} group by currency order by count(*) desc, currency`)
  const products = await db.execute<ProductRow>(sql`
    with clicked as (
      select name, currency, total, name = any(bought) as is_bought
      from widget_orders, unnest(products) as name where ${own} and ${during}
    ), ranked as (
      select name from clicked group by name order by count(*) desc, name limit ${mostProducts}
    )
    select name, currency, count(*)::int as orders, (count(*) filter (where is_bought))::int as bought,
      sum(total)::float8 as total
    from clicked where name in (select name from ranked) group by name, currency order by currency`)
  const latest = await db.execute<OrderRow>(sql`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, currency, total::float8 as total,
      products
    from widget_orders where ${own} and ${during} order by at desc, id desc limit ${orderLimits.listed}`)
  return {
    window_days: windowDays,
    clicks: clicks.rows[0]?.n ?? 0,
    orders: sumOf(currencies.rows, ({ orders }) => orders),
    totals: currencies.rows.map(toMoney),
    products: [...Map.groupBy(products.rows, ({ name }) => name)]
      .map(([name, rows]) => ({
        name,
        orders: sumOf(rows, ({ orders }) => orders),
        bought: sumOf(rows, ({ bought }) => bought),
        totals: rows.map(toMoney),
      }))
      .toSorted((a, b) => b.orders - a.orders || (a.name < b.name ? -1 : 1)),
    latest: latest.rows.map(({ id, at, products: clicked, ...value }) => ({
      id,
      at,
      value: toMoney(value),
      products: clicked,
    })),
  }
}

/** The owner's condition leads each statement. */
function within({ clientId, widgets }: OrderScope): SQL {
  const owner = clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`
  return sql`${owner} and widget_id in ${widgets}`
}

function sumOf<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0)
}

function toMoney({ currency, total }: Pick<CurrencyRow, 'currency' | 'total'>): OrderStats['totals'][number] {
  return { currency, decimals: decimalsOf(currency), total }
}
