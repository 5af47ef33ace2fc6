import type { OrderStats } from '@org/api-client'
import { analyticsTexts } from '../analytics.texts.ts'
import type { CsvSection } from '../save-all.ts'
import { unitsOf } from './format-totals.ts'
import { orderTexts as texts } from './orders.texts.ts'

/** Orders for a file: amounts in units of their currency, each currency in a row or column of its own. */
export function orderSections(stats: OrderStats): CsvSection[] {
  const { orders, clicks, totals, products } = stats
  const valueIn = (currency: string) => `${texts.columns.value} (${currency})`
  const sections: CsvSection[] = [
    {
      title: texts.title,
      rows: [
        [analyticsTexts.csv.figure, analyticsTexts.csv.count],
        [texts.orders, orders],
        [texts.clicks, clicks],
        ...totals.map((money) => [valueIn(money.currency), unitsOf(money)]),
      ],
    },
    {
      title: texts.byProduct,
      rows: [
        [
          texts.columns.product,
          texts.columns.orders,
          texts.columns.bought,
          ...totals.map(({ currency }) => valueIn(currency)),
        ],
        ...products.map((product) => [
          product.name,
          product.orders,
          product.bought,
          ...totals.map(({ currency }) => {
            const own = product.totals.find((money) => money.currency === currency)
            return own === undefined ? 0 : unitsOf(own)
          }),
        ]),
      ],
    },
  ]
  return products.length === 0 ? sections.slice(0, 1) : sections
}
