import type { OutcomeStats } from '@org/api-client'
import type { UseQueryResult } from '@tanstack/react-query'
import classes from '../analytics.module.css'
import { FigureView, type Figure } from '../figure.tsx'
import { Panel } from '../panel.tsx'
import type { View } from '../use-view.ts'
import { OutcomeCards } from './outcome-cards.tsx'
import { OutcomeTable, tablesOf } from './outcome-table.tsx'
import own from './outcomes.module.css'
import { outcomeTexts as texts } from './outcomes.texts.ts'

/** Outcomes of answers on a dashboard: cards, a trend, and tables by widget, client and model. */
export function Outcomes({
  query,
  earlier,
  view,
}: {
  query: UseQueryResult<OutcomeStats>
  /** The period before, to compare with. */
  earlier: OutcomeStats | undefined
  view: Pick<View, 'interval' | 'toggle'>
}) {
  const { data } = query
  return (
    <section className={own.outcomes} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className={classes.hint}>{texts.scope}</p>
      {(data === undefined || query.isError) && <Panel wide query={query} error={texts.error} />}
      {data !== undefined && data.total.answers === 0 && <p className={classes.empty}>{texts.empty}</p>}
      {data !== undefined && data.total.answers > 0 && (
        <>
          <OutcomeCards stats={data} earlier={earlier?.total} />
          <section className={classes.panel} data-wide>
            <FigureView figure={trendOf(data)} view={view} />
          </section>
          {tablesOf(data).map(({ title, rows }) => (
            <OutcomeTable key={title} title={title} rows={rows} currency={data.currency} />
          ))}
        </>
      )}
    </section>
  )
}

/** Outcomes by day, week or month. */
export function trendOf({ days, daily }: OutcomeStats): Figure {
  const { series } = texts
  return {
    kind: 'trend',
    chart: 'lines',
    title: texts.trend,
    days,
    series: [
      { name: series.answers, daily: daily.map(({ answers }) => answers) },
      {
        name: series.covered,
        daily: daily.map(({ answered, approved, partial }) => answered + approved + partial),
      },
      { name: series.uncovered, daily: daily.map(({ uncovered }) => uncovered) },
      { name: series.helpful, daily: daily.map(({ ratedUp }) => ratedUp) },
      { name: series.clicked, daily: daily.map(({ clicked }) => clicked) },
    ],
    empty: texts.empty,
  }
}
