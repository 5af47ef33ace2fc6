import { BarChart, GeoMap, LineChart, SmallMultiples } from '@org/analytics-charts'
import type { ChartTexts, Interval } from '@org/analytics-charts'
import { localeOr } from '@org/languages'
import { createSiteCalls } from '@org/api-client'
import type { CountedName, DailySeries, GeoStats } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../shared/services.ts'
import { siteQuery } from '../../shared/site.queries.ts'
import type { ReactNode } from 'react'
import { analyticsTexts as texts } from './analytics.texts.ts'

const chartTexts: ChartTexts = {
  ...texts.charts,
  drawingFailed: texts.errors.charts,
  linesSummary: ({ from, to, interval, series }) =>
    [
      texts.summaries.days(from, to),
      ...series.map(({ name, total, highest, highestDay }) =>
        (interval === 'day' ? texts.summaries.line : texts.summaries.linePeriods)(
          name,
          total,
          highest,
          highestDay,
        ),
      ),
    ].join(' '),
  barsSummary: ({ bars, largest, smallest }) =>
    texts.summaries.bars(bars, largest.name, largest.count, smallest.name, smallest.count),
  mapSummary: ({ places, requests, largest }) =>
    texts.summaries.map(requests, places, largest.name, largest.count),
}
const locale = localeOr(undefined)

/** Names and their counts as bars. */
export function NameBars({
  title,
  names,
  note,
  empty,
  onSelect,
}: {
  title: string
  names: readonly CountedName[]
  note: ReactNode
  empty: string
  onSelect: (name: string) => void
}) {
  return (
    <BarChart
      title={title}
      items={names}
      emptyText={empty}
      note={note}
      onSelect={onSelect}
      texts={chartTexts}
      locale={locale}
    />
  )
}

/** Series by day, week or month; nothing to show where no day has anything. */
export function NameSeries({
  chart,
  title,
  days,
  series,
  interval,
  note,
  empty,
}: {
  chart: 'lines' | 'multiples'
  title: string
  days: readonly string[]
  series: readonly DailySeries[]
  interval: Interval
  note: ReactNode
  empty: string
}) {
  const hasAny = series.some(({ daily }) => daily.some((count) => count > 0))
  const Chart = chart === 'lines' ? LineChart : SmallMultiples
  return (
    <Chart
      title={title}
      days={days}
      series={hasAny ? series : []}
      interval={interval}
      note={note}
      emptyText={empty}
      texts={chartTexts}
      locale={locale}
    />
  )
}

/** The map of where questions came from. */
export function PlaceMap({
  title,
  geo,
  hasTraffic,
  noTraffic,
  explainsIps,
  onSelectCountry,
}: {
  title: string
  geo: GeoStats
  /** True when there is any traffic, located or not. */
  hasTraffic: boolean
  noTraffic: string
  /** True where no other card explains Unique IPs. */
  explainsIps: boolean
  onSelectCountry: (code: string) => void
}) {
  const { data: site } = useQuery(siteQuery(useCalls(createSiteCalls)))
  const styleUrl = site?.mapStyleUrl ?? undefined
  const card = (label: string, value: number) => ({ label, value, isApproximate: geo.isApproximate })
  return (
    <GeoMap
      // A map keeps the style that it was opened with.
      key={styleUrl}
      styleUrl={styleUrl}
      title={title}
      points={geo.points}
      countries={geo.countries}
      cards={[
        {
          ...card(texts.mapCards.unique, geo.uniqueIps),
          description: explainsIps ? texts.uniqueIpsDescription : undefined,
        },
        card(texts.mapCards.resolved, geo.resolvedIps),
        card(texts.mapCards.unresolved, geo.unresolvedIps),
      ]}
      emptyText={hasTraffic ? texts.empty.location : noTraffic}
      onSelectCountry={onSelectCountry}
      loadWorkerUrl={async () => (await import('./map-assets.ts')).workerUrl}
      texts={chartTexts}
      locale={locale}
    />
  )
}
