import { formatCount } from '@org/analytics-charts'
import type { ClientStats, DailySeries } from '@org/api-client'
import type { UseQueryResult } from '@tanstack/react-query'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { NameBars, NameLines, PlaceMap } from './charts.tsx'
import { Panel } from './panel.tsx'
import { daysSection, namesSection, placesSections } from './save-all.ts'
import type { CsvSection } from './save-all.ts'
import type { View } from './use-view.ts'

type Figure = keyof typeof texts.cards

const figures = Object.keys(texts.cards).filter((key): key is Figure => key in texts.cards)

/** Five cards and seven sections about some widgets. */
export function ClientFigures({
  query,
  earlier,
  onFilter,
}: {
  query: UseQueryResult<ClientStats>
  /** The period before, to compare with. */
  earlier: ClientStats | undefined
  onFilter: View['toggle']
}) {
  const error = texts.errors.client
  if (query.data === undefined) {
    return (
      <Panel wide query={query} error={error}>
        {() => null}
      </Panel>
    )
  }
  const { summary, messages, prod, subs, geo } = query.data
  return (
    <>
      {query.isError && (
        <Panel wide query={query} error={error}>
          {() => null}
        </Panel>
      )}
      <dl className={classes.cards}>
        {figures.map((figure) => (
          <div key={figure} className={classes.card}>
            <dt>{texts.cards[figure]}</dt>
            <dd>{figureText(summary, figure)}</dd>
            {earlier !== undefined && (
              <dd className={classes.change}>{describeChange(summary[figure], earlier.summary[figure])}</dd>
            )}
          </div>
        ))}
      </dl>
      <div className={classes.grid}>
        <section className={classes.panel} data-wide="true">
          <PlaceMap
            title={texts.visitorGeography}
            geo={geo}
            hasTraffic={summary.totalMessages > 0}
            noTraffic={texts.empty.clientTraffic}
            onSelectCountry={(code) => {
              onFilter('country', code)
            }}
          />
        </section>
        <section className={classes.panel} data-wide="true">
          <NameLines
            title={texts.engagement}
            days={messages.days}
            series={engagement(query.data, earlier)}
            empty={texts.empty.interactions}
          />
        </section>
        <section className={classes.panel}>
          <NameBars
            title={texts.topProducts}
            names={prod.topProducts}
            empty={texts.empty.products}
            onSelect={(name) => {
              onFilter('product', name)
            }}
          />
        </section>
        <section className={classes.panel}>
          <NameBars
            title={texts.topAuthors}
            names={prod.topAuthors}
            empty={texts.empty.authors}
            onSelect={(name) => {
              onFilter('author', name)
            }}
          />
        </section>
        <section className={classes.panel} data-wide="true">
          <NameLines
            title={texts.productSeries}
            days={prod.days}
            series={prod.perProductSeries}
            empty={texts.empty.productTrend}
          />
        </section>
        <section className={classes.panel}>
          <NameBars
            title={texts.topTopics}
            names={subs.topSubjects}
            empty={texts.empty.topics}
            onSelect={(name) => {
              onFilter('topic', name)
            }}
          />
        </section>
        <section className={classes.panel}>
          <NameLines
            title={texts.topicSeries}
            days={subs.days}
            series={subs.perSubjectSeries}
            empty={texts.empty.topicTrend}
          />
        </section>
      </div>
    </>
  )
}

/** The same figures for a file. */
export function clientSections(stats: ClientStats, earlier: ClientStats | undefined): CsvSection[] {
  const { summary, messages, prod, subs, geo } = stats
  return [
    {
      title: texts.clientTitle,
      rows: [
        [texts.csv.figure, texts.csv.count],
        ...figures.map((figure) => [texts.cards[figure], summary[figure]]),
      ],
    },
    ...placesSections(texts.visitorGeography, geo),
    daysSection(texts.engagement, messages.days, engagement(stats, earlier)),
    namesSection(texts.topProducts, prod.topProducts),
    namesSection(texts.topAuthors, prod.topAuthors),
    daysSection(texts.productSeries, prod.days, prod.perProductSeries),
    namesSection(texts.topTopics, subs.topSubjects),
    daysSection(texts.topicSeries, subs.days, subs.perSubjectSeries),
  ]
}

function engagement({ messages }: ClientStats, earlier: ClientStats | undefined): DailySeries[] {
  return [
    { name: texts.userMessages, daily: messages.user },
    { name: texts.allMessages, daily: messages.total },
    ...(earlier === undefined ? [] : [{ name: texts.previous, daily: earlier.messages.total }]),
  ]
}

function figureText(summary: ClientStats['summary'], figure: Figure): string {
  const count = formatCount(summary[figure])
  const isDistinct = figure === 'uniqueConversations' || figure === 'uniqueIps'
  return isDistinct && summary.isApproximate ? texts.approximately(count) : count
}

function describeChange(now: number, then: number): string {
  if (now === then) return texts.noChange
  const format = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })
  const percent = new Intl.NumberFormat(undefined, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  // From nothing there is no percentage.
  return texts.change(then === 0 ? format.format(now) : percent.format(now / then - 1))
}
