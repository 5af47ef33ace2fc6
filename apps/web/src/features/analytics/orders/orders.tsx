import { createStatsCalls, type OrderStats } from '@org/api-client'
import { StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { useMay } from '../../session/use-may.ts'
import classes from '../analytics.module.css'
import { ordersKey } from '../analytics.queries.ts'
import { formatNumber } from '../outcomes/outcome-shares.ts'
import own from '../outcomes/outcomes.module.css'
import { Panel } from '../panel.tsx'
import type { View } from '../use-view.ts'
import { formatTotals } from './format-totals.ts'
import { LatestOrders } from './latest-orders.tsx'
import { orderTexts as texts } from './orders.texts.ts'

/** Orders that follow a product click, with what they are a part of. */
export function Orders({ query, filter }: Pick<View, 'filter'> & { query: UseQueryResult<OrderStats> }) {
  const { data } = query
  const calls = useCalls(createStatsCalls)
  const client = useQueryClient()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const remove = useMutation({
    mutationFn: (id: string) => calls.deleteOrder(id),
    onSuccess: () => {
      // The removed row had the focus.
      headingRef.current?.focus()
    },
    // Also after a failure: another person may have removed it.
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  const mayManage = useMay('manage')
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <section className={own.outcomes} aria-label={texts.title}>
      <h2 ref={headingRef} tabIndex={-1}>
        {texts.title}
      </h2>
      {(data === undefined || query.isError) && <Panel wide query={query} error={texts.error} />}
      {data !== undefined && (
        <>
          <p className={own.note}>
            {texts.explanation(data.windowDays)} {texts.reports} {isFiltered && texts.unfiltered}
          </p>
          {data.orders === 0 ? (
            <p className={classes.empty}>{texts.empty}</p>
          ) : (
            <>
              <Figures stats={data} />
              <LatestOrders
                stats={data}
                onRemove={
                  mayManage
                    ? (id) => {
                        remove.mutate(id)
                      }
                    : undefined
                }
              />
            </>
          )}
          {!remove.isIdle && (
            <StatusLine tone={remove.isError ? 'error' : 'success'}>
              {remove.isError && texts.removeError}
              {remove.isSuccess && texts.removed}
            </StatusLine>
          )}
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
          <dd className={own.note}>{texts.ofClicks(stats.clicks, formatNumber(stats.clicks))}</dd>
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
