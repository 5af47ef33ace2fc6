import type { Money, OrderStats } from '@org/api-client'
import { localeOr } from '@org/languages'
import type { UseQueryResult } from '@tanstack/react-query'
import classes from '../analytics.module.css'
import { formatNumber } from '../outcomes/outcome-shares.ts'
import own from '../outcomes/outcomes.module.css'
import { Panel } from '../panel.tsx'
import type { View } from '../use-view.ts'
import { orderTexts as texts } from './orders.texts.ts'

/** Orders that follow a product click, with what they are a part of. */
export function Orders({ query, filter }: Pick<View, 'filter'> & { query: UseQueryResult<OrderStats> }) {
  const { data } = query
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <section className={own.outcomes} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {(data === undefined || query.isError) && <Panel wide query={query} error={texts.error} />}
      {data !== undefined && (
        <>
          <p className={own.note}>
            {texts.explanation(data.windowDays)} {texts.reports} {isFiltered && texts.unfiltered}
          </p>
          {data.orders === 0 ? <p className={classes.empty}>{texts.empty}</p> : <Figures stats={data} />}
        </>
      )}
    </section>
  )
}

function Figures({ stats }: { stats: OrderStats }) {
  return (
    <>
      <dl className={own.cards}>
        <div className={own.card}>
          <dt>{texts.orders}</dt>
          <dd className={own.value}>{formatNumber(stats.orders)}</dd>
          <dd className={own.note}>{texts.ofClicks(formatNumber(stats.clicks))}</dd>
        </div>
        <div className={own.card}>
          <dt>{texts.value}</dt>
          <dd className={own.value}>{formatTotals(stats.totals)}</dd>
        </div>
      </dl>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={own.scroll} aria-label={texts.byProduct} tabIndex={0}>
        <table className={own.table}>
          <caption>
            {texts.byProduct}
            <span className={own.note}>{texts.several}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{texts.columns.product}</th>
              <th scope="col">{texts.columns.orders}</th>
              <th scope="col">{texts.columns.bought}</th>
              <th scope="col">{texts.columns.value}</th>
            </tr>
          </thead>
          <tbody>
            {stats.products.map(({ name, orders, bought, totals }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>{formatNumber(orders)}</td>
                <td>{texts.boughtOf(formatNumber(bought), formatNumber(orders))}</td>
                <td>{formatTotals(totals)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Amounts of each currency: they are never added up. */
function formatTotals(totals: readonly Money[]): string {
  const locale = localeOr(undefined)
  return new Intl.ListFormat(locale, { type: 'unit' }).format(
    totals.map(({ currency, decimals, total }) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(total / 10 ** decimals),
    ),
  )
}
