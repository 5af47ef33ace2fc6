import { BarChart, GeoMap, LineChart } from '@org/analytics-charts'
import type { ChartTexts } from '@org/analytics-charts'
import { localeOr } from '@org/languages'
import type { CountedName, DailySeries, GeoStats } from '@org/api-client'
import { analyticsTexts as texts } from './analytics.texts.ts'

const chartTexts: ChartTexts = {
  ...texts.charts,
  drawingFailed: texts.errors.charts,
  linesSummary: ({ from, to, series }) =>
    [
      texts.summaries.days(from, to),
      ...series.map(({ name, total, highest, highestDay }) =>
        texts.summaries.line(name, total, highest, highestDay),
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
  empty,
  onSelect,
}: {
  title: string
  names: readonly CountedName[]
  empty: string
  onSelect: (name: string) => void
}) {
  return (
    <BarChart
      title={title}
      items={names}
      emptyText={empty}
      onSelect={onSelect}
      texts={chartTexts}
      locale={locale}
    />
  )
}

/** A line for each name; nothing to show where no day has anything. */
export function NameLines({
  title,
  days,
  series,
  empty,
}: {
  title: string
  days: readonly string[]
  series: readonly DailySeries[]
  empty: string
}) {
  const hasAny = series.some(({ daily }) => daily.some((count) => count > 0))
  return (
    <LineChart
      title={title}
      days={days}
      series={hasAny ? series : []}
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
  onSelectCountry,
}: {
  title: string
  geo: GeoStats
  /** True when there is any traffic, located or not. */
  hasTraffic: boolean
  noTraffic: string
  onSelectCountry: (code: string) => void
}) {
  const card = (label: string, value: number) => ({ label, value, isApproximate: geo.isApproximate })
  return (
    <GeoMap
      title={title}
      points={geo.points}
      countries={geo.countries}
      cards={[
        card(texts.mapCards.unique, geo.uniqueIps),
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
