import { localeOr } from '@org/languages'
import { formatCount } from '@org/analytics-charts'
import type { Interval } from '@org/analytics-charts'
import type { ClientStats, DailySeries } from '@org/api-client'
import type { UseQueryResult } from '@tanstack/react-query'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { FigureView, productFigures, sectionsOf, topicFigures } from './figure.tsx'
import type { Figure } from './figure.tsx'
import { Panel } from './panel.tsx'
import type { CsvSection } from './save-all.ts'
import type { View } from './use-view.ts'

type Card = keyof typeof texts.cards

const cards = Object.keys(texts.cards).filter((key): key is Card => key in texts.cards)

/** Five cards and seven sections about some widgets. */
export function ClientFigures({
  query,
  earlier,
  view,
}: {
  query: UseQueryResult<ClientStats>
  /** The period before, to compare with. */
  earlier: ClientStats | undefined
  view: Pick<View, 'interval' | 'toggle'>
}) {
  const error = texts.errors.client
  if (query.data === undefined) {
    return <Panel wide query={query} error={error} />
  }
  const { summary } = query.data
  return (
    <>
      {query.isError && <Panel wide query={query} error={error} />}
      <dl className={classes.cards}>
        {cards.map((card) => (
          <div key={card} className={classes.card}>
            <dt>{texts.cards[card]}</dt>
            <dd>{cardText(summary, card)}</dd>
            {earlier !== undefined && (
              <dd className={classes.change}>{describeChange(summary[card], earlier.summary[card])}</dd>
            )}
          </div>
        ))}
      </dl>
      <div className={classes.grid}>
        {figuresOf(query.data, earlier).map(({ wide, figure }) => (
          <section key={figure.title} className={classes.panel} data-wide={wide}>
            <FigureView figure={figure} view={view} />
          </section>
        ))}
      </div>
    </>
  )
}

/** The same figures for a file. */
export function clientSections(
  stats: ClientStats,
  earlier: ClientStats | undefined,
  interval: Interval,
): CsvSection[] {
  return [
    {
      title: texts.clientTitle,
      rows: [
        [texts.csv.figure, texts.csv.count],
        ...cards.map((card) => [texts.cards[card], stats.summary[card]]),
      ],
    },
    ...figuresOf(stats, earlier).flatMap(({ figure }) => sectionsOf(figure, interval)),
  ]
}

/** The seven sections, in their order. */
function figuresOf(
  stats: ClientStats,
  earlier: ClientStats | undefined,
): { wide: boolean; figure: Figure }[] {
  const { summary, messages, prod, subs, geo } = stats
  const { products, authors, productSeries } = productFigures(prod, texts.productSeries)
  const { topics, topicSeries } = topicFigures(subs, {
    topics: texts.topTopics,
    series: texts.topicSeries,
  })
  const places: Figure = {
    kind: 'map',
    title: texts.visitorGeography,
    geo,
    hasTraffic: summary.totalMessages > 0,
    noTraffic: texts.empty.clientTraffic,
  }
  const trend: Figure = {
    kind: 'trend',
    chart: 'lines',
    title: texts.engagement,
    days: messages.days,
    series: engagement(stats, earlier),
    empty: texts.empty.interactions,
  }
  return [
    { wide: true, figure: places },
    { wide: true, figure: trend },
    { wide: false, figure: products },
    { wide: false, figure: authors },
    { wide: true, figure: productSeries },
    { wide: false, figure: topics },
    { wide: false, figure: topicSeries },
  ]
}

function engagement({ messages }: ClientStats, earlier: ClientStats | undefined): DailySeries[] {
  return [
    { name: texts.userMessages, daily: messages.user },
    { name: texts.allMessages, daily: messages.total },
    ...(earlier === undefined ? [] : [{ name: texts.previous, daily: earlier.messages.total }]),
  ]
}

function cardText(summary: ClientStats['summary'], card: Card): string {
  const count = formatCount(summary[card], localeOr(undefined))
  const isDistinct = card === 'uniqueConversations' || card === 'uniqueIps'
  return isDistinct && summary.isApproximate ? texts.approximately(count) : count
}

function describeChange(now: number, then: number): string {
  if (now === then) return texts.noChange
  const format = new Intl.NumberFormat(localeOr(undefined), { signDisplay: 'exceptZero' })
  const percent = new Intl.NumberFormat(localeOr(undefined), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  // From nothing there is no percentage.
  return texts.change(then === 0 ? format.format(now) : percent.format(now / then - 1))
}
