import type { CountedName, DailySeries, GeoStats, ProductStats, SubjectStats } from '@org/api-client'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { NameBars, NameLines, PlaceMap } from './charts.tsx'
import { daysSection, namesSection, placesSections, type CsvSection } from './save-all.ts'
import type { FilterKind, View } from './use-view.ts'

/** One picture of a dashboard, drawn by {@link FigureView} and saved by {@link sectionsOf}. */
export type Figure =
  | { kind: 'bars'; title: string; names: readonly CountedName[]; empty: string; filter: FilterKind }
  | {
      kind: 'lines'
      title: string
      days: readonly string[]
      series: readonly DailySeries[]
      empty: string
    }
  | { kind: 'map'; title: string; geo: GeoStats; hasTraffic: boolean; noTraffic: string }

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
    productSeries: { kind: 'lines', title: seriesTitle, days, series, empty: empty.productTrend },
  } as const satisfies Record<string, Figure>
}

/** Figures of topics on both dashboards. */
export function topicFigures(stats: SubjectStats, titles: { topics: string; series: string }) {
  const { topSubjects, days, perSubjectSeries: series } = stats
  const { empty } = texts
  return {
    topics: {
      kind: 'bars',
      title: titles.topics,
      names: topSubjects,
      empty: empty.topics,
      filter: 'topic',
    },
    topicSeries: { kind: 'lines', title: titles.series, days, series, empty: empty.topicTrend },
  } as const satisfies Record<string, Figure>
}

/** Draws a figure. What is chosen in it filters the rest. */
export function FigureView({ figure, onFilter }: { figure: Figure; onFilter: View['toggle'] }) {
  if (figure.kind === 'lines') return <NameLines {...figure} />
  if (figure.kind === 'map') {
    return (
      <PlaceMap
        {...figure}
        onSelectCountry={(code) => {
          onFilter('country', code)
        }}
      />
    )
  }
  return (
    <NameBars
      {...figure}
      onSelect={(name) => {
        onFilter(figure.filter, name)
      }}
    />
  )
}

/** The same figure for a file. */
export function sectionsOf(figure: Figure): CsvSection[] {
  if (figure.kind === 'lines') return [daysSection(figure.title, figure.days, figure.series)]
  if (figure.kind === 'map') return placesSections(figure.title, figure.geo)
  return [namesSection(figure.title, figure.names)]
}
