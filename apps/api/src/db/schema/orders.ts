import { bigint, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { organisations } from './organisations.ts'
import { answerOutcomes } from './outcomes.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Products of answers that visitors of widgets opened. An order names the ids, which only the visitor's browser has. */
export const productClicks = pgTable(
  'product_clicks',
  {
    id: uuid().primaryKey(),
    /** Owner of the widget at the time of the question; null for a widget without owner. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    widgetId: uuid('widget_id').notNull(),
    answerId: uuid('answer_id')
      .notNull()
      .references(() => answerOutcomes.id, { onDelete: 'cascade' }),
    product: text().notNull(),
    at: moment('at').notNull(),
    /** Orders that have followed it: a few at most, see `orders.store.ts`. */
    orders: integer().notNull().default(0),
  },
  (table) => [
    index('product_clicks_client_idx').on(table.clientId),
    index('product_clicks_answer_idx').on(table.answerId),
    index('product_clicks_at_idx').on(table.at),
  ],
)

/** Orders that follow a product click. Nothing in a row leads to the visitor or to the conversation. */
export const widgetOrders = pgTable(
  'widget_orders',
  {
    id: uuid().primaryKey(),
    /** Null for a widget without owner. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** Widget of the latest click. Without foreign key: the order outlives it. */
    widgetId: uuid('widget_id').notNull(),
    /** Keyed digest of the number of the order, by which the shop finds its customer. */
    numberDigest: text('number_digest').notNull(),
    at: moment('at').notNull(),
    currency: text().notNull(),
    /** In the smallest unit of the currency. */
    total: bigint({ mode: 'number' }).notNull(),
    /** Names of the products that were clicked before the order. */
    products: text().array().notNull(),
    /** Those of `products` that the order contains. */
    bought: text().array().notNull(),
  },
  (table) => [
    unique('widget_orders_number_key').on(table.clientId, table.numberDigest).nullsNotDistinct(),
    index('widget_orders_client_idx').on(table.clientId, table.at),
    index('widget_orders_at_idx').on(table.at),
  ],
)
