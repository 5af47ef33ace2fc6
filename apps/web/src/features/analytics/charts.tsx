import { BarChart, GeoMap, LineChart, englishTexts } from '@org/analytics-charts'
import type { CountedName, DailySeries, GeoStats } from '@org/api-client'
import { analyticsTexts as texts } from './analytics.texts.ts'

const chartTexts = { ...englishTexts, drawingFailed: texts.errors.charts }

/** Names and their counts as bars. */
export function NameBars({
  title,
  names,
  empty,
}: {
  title: string
  names: readonly CountedName[]
  empty: string
}) {
  return <BarChart title={title} items={names} emptyText={empty} texts={chartTexts} />
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
    <LineChart title={title} days={days} series={hasAny ? series : []} emptyText={empty} texts={chartTexts} />
  )
}

/** The map of where questions came from. */
export function PlaceMap({
  title,
  geo,
  hasTraffic,
  noTraffic,
}: {
  title: string
  geo: GeoStats
  /** Whether anybody asked at all, from a known place or not. */
  hasTraffic: boolean
  noTraffic: string
}) {
  return (
    <GeoMap
      title={title}
      points={geo.points}
      countries={geo.countries}
      cards={[
        { label: texts.mapCards.unique, value: geo.uniqueIps },
        { label: texts.mapCards.resolved, value: geo.resolvedIps },
        { label: texts.mapCards.unresolved, value: geo.unresolvedIps },
      ]}
      emptyText={hasTraffic ? texts.empty.location : noTraffic}
      loadWorkerUrl={async () => (await import('./map-assets.ts')).workerUrl}
      texts={chartTexts}
    />
  )
}
