import type { CountedName, DailySeries, GeoStats, ProductStats, SubjectStats } from '@org/api-client'
import type { ReactNode } from 'react'
import type { Interval } from '@org/analytics-charts'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { Change } from './change.tsx'
import { NameBars, NameSeries, PlaceMap } from './charts.tsx'
import { namesSection, placesSections, seriesSection, type CsvSection } from './save-all.ts'
import type { FilterKind, View } from './use-view.ts'

/** Total of a section, now and in the previous period. */
interface Total {
  now: number
  previous: number
}

/** One picture of a dashboard, drawn by {@link FigureView} and saved by {@link sectionsOf}. */
export type Figure =
  | {
      kind: 'bars'
      title: string
      names: readonly CountedName[]
      empty: string
      filter: FilterKind
      /** Left out while nothing is compared. */
      total?: Total | undefined
    }
  | {
      kind: 'trend'
      /** Lines in one chart, or a row of columns for each name. */
      chart: 'lines' | 'multiples'
      title: string
      days: readonly string[]
      series: readonly DailySeries[]
      empty: string
      /** Left out while nothing is compared. */
      total?: Total | undefined
    }
  | {
      kind: 'map'
      title: string
      geo: GeoStats
      hasTraffic: boolean
      noTraffic: string
      explainsIps: boolean
    }

/** Figures of products and authors on both dashboards. */
export function productFigures(stats: ProductStats, seriesTitle: string) {
  const { topProducts, topAuthors, days, perProductSeries: series } = stats
  const { empty } = texts
  return {
    products: {
      kind: 'bars',
      title: texts.topProducts,
      names: topProducts,
      empty: empty.products,
      filter: 'product',
    },
    authors: {
      kind: 'bars',
      title: texts.topAuthors,
      names: topAuthors,
      empty: empty.authors,
      filter: 'author',
    },
    productSeries: {
      kind: 'trend',
      chart: 'multiples',
      title: seriesTitle,
      days,
      series,
      empty: empty.productTrend,
    },
  } as const satisfies Record<string, Figure>
}

/** Figures of topics on both dashboards. */
export function topicFigures(
  stats: SubjectStats,
  {
    earlier,
    ...titles
  }: {
    topics: string
    series: string
    /** The previous period, while it is compared. */
    earlier: SubjectStats | undefined
  },
) {
  const { topSubjects, days, perSubjectSeries: series } = stats
  const { empty } = texts
  return {
    topics: {
      kind: 'bars',
      title: titles.topics,
      names: topSubjects,
      empty: empty.topics,
      filter: 'topic',
      total: earlier && { now: stats.totalClassified, previous: earlier.totalClassified },
    },
    topicSeries: {
      kind: 'trend',
      chart: 'multiples',
      title: titles.series,
      days,
      series,
      empty: empty.topicTrend,
    },
  } as const satisfies Record<string, Figure>
}

/** The previous period as a series of a trend; none where it is not compared, or had nothing. */
export function previousSeries(daily: readonly number[] | undefined): DailySeries[] {
  return daily?.some((count) => count > 0) === true ? [{ name: texts.previous, daily: [...daily] }] : []
}

/** Draws a figure. What is chosen in it filters the rest. */
export function FigureView({
  figure,
  view: { interval, toggle },
}: {
  figure: Figure
  view: Pick<View, 'interval' | 'toggle'>
}) {
  if (figure.kind === 'trend') {
    return <NameSeries {...figure} interval={interval} note={noteOf(figure)} />
  }
  if (figure.kind === 'map') {
    return (
      <PlaceMap
        {...figure}
        onSelectCountry={(code) => {
          toggle('country', code)
        }}
      />
    )
  }
  return (
    <NameBars
      {...figure}
      note={noteOf(figure)}
      onSelect={(name) => {
        toggle(figure.filter, name)
      }}
    />
  )
}

function noteOf({ total }: { total?: Total | undefined }): ReactNode {
  return total && <Change {...total} />
}

/** The same figure for a file. */
export function sectionsOf(figure: Figure, interval: Interval): CsvSection[] {
  if (figure.kind === 'trend') {
    return [seriesSection(figure.title, figure, interval)]
  }
  if (figure.kind === 'map') return placesSections(figure.title, figure.geo)
  return [namesSection(figure.title, figure.names)]
}
