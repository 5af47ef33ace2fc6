import { localeOr } from '@org/languages'
import { Sparkline, formatCount } from '@org/analytics-charts'
import type { Interval } from '@org/analytics-charts'
import type { ClientStats, DailySeries } from '@org/api-client'
import type { UseQueryResult } from '@tanstack/react-query'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { Change } from './change.tsx'
import { FigureView, previousSeries, productFigures, sectionsOf, topicFigures } from './figure.tsx'
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
            <dd className={classes.figure}>
              {cardText(summary, card)}
              <Sparkline values={dailyOf(query.data, card)} />
            </dd>
            {earlier !== undefined && (
              <dd className={classes.changeRow}>
                <Change
                  now={summary[card]}
                  previous={earlier.summary[card]}
                  isApproximate={isEstimate(summary, card) || isEstimate(earlier.summary, card)}
                />
              </dd>
            )}
            {card === 'uniqueIps' && <dd className={classes.description}>{texts.uniqueIpsDescription}</dd>}
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
    earlier: earlier?.subs,
  })
  const places: Figure = {
    kind: 'map',
    title: texts.visitorGeography,
    geo,
    hasTraffic: summary.totalMessages > 0,
    noTraffic: texts.empty.clientTraffic,
    explainsIps: false,
  }
  const trend: Figure = {
    kind: 'trend',
    chart: 'lines',
    title: texts.engagement,
    days: messages.days,
    series: engagement(stats, earlier),
    empty: texts.empty.interactions,
    total: earlier && { now: summary.totalMessages, previous: earlier.summary.totalMessages },
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
    ...previousSeries(earlier?.messages.total),
  ]
}

function cardText(summary: ClientStats['summary'], card: Card): string {
  const count = formatCount(summary[card], localeOr(undefined))
  return isEstimate(summary, card) ? texts.approximately(count) : count
}

/** Distinct counts of many messages are estimates; messages are always counted. */
function isEstimate(summary: ClientStats['summary'], card: Card): boolean {
  return (card === 'uniqueConversations' || card === 'uniqueIps') && summary.isApproximate
}

/** The figure of a card by day; empty for distinct counts, which are known for the whole range alone. */
function dailyOf({ messages: { user, total } }: ClientStats, card: Card): readonly number[] {
  if (card === 'userMessages') return user
  if (card === 'totalMessages') return total
  if (card === 'assistantMessages') return total.map((count, day) => count - (user[day] ?? 0))
  return []
}
