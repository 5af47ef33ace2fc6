import { localeOr } from '@org/languages'
import { formatCount } from '@org/analytics-charts'
import { createStatsCalls } from '@org/api-client'
import type { GeoStats, ProductStats } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../shared/services.ts'
import classes from './analytics.module.css'
import {
  clientOrdersQuery,
  geoStatsQuery,
  outcomeStatsQuery,
  productStatsQuery,
  subjectStatsQuery,
} from './analytics.queries.ts'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { before, usualDays } from './day-range.ts'
import {
  FigureView,
  previousSeries,
  productFigures,
  sectionsOf,
  topicFigures,
  type Figure,
} from './figure.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Panel, type PanelProps } from './panel.tsx'
import { orderSections } from './orders/order-csv.ts'
import { Orders } from './orders/orders.tsx'
import { outcomeSections } from './outcomes/outcome-csv.ts'
import { Outcomes } from './outcomes/outcomes.tsx'
import { RangeBar } from './range-bar.tsx'
import { saveAll } from './save-all.ts'
import { useView } from './use-view.ts'

/** A panel and what it shows once its call has answered. */
interface Part extends Omit<PanelProps, 'children'> {
  key: string
  figure: Figure | undefined
}

/** The Analytics Dashboard (specification 2, section 2): everything for an admin, for a client their own widgets. */
export function Dashboard() {
  const calls = useCalls(createStatsCalls)
  const view = useView()
  const { range, filter, days, preset, isComparing } = view
  const products = useQuery(productStatsQuery(calls, view))
  const asked = { range: before(range), filter }
  const earlier = useQuery({ ...productStatsQuery(calls, asked), enabled: isComparing })
  const subjects = useQuery(subjectStatsQuery(calls, view))
  const earlierSubjects = useQuery({ ...subjectStatsQuery(calls, asked), enabled: isComparing })
  const geo = useQuery(geoStatsQuery(calls, view))
  const outcomes = useQuery(outcomeStatsQuery(calls, view))
  const earlierOutcomes = useQuery({ ...outcomeStatsQuery(calls, asked), enabled: isComparing })
  const orders = useQuery(clientOrdersQuery(calls, { range }))
  const all = [products, subjects, geo, outcomes, orders]
  const isUsual = preset === usualDays && Object.keys(filter).length === 0
  const noTraffic = isUsual ? texts.empty.traffic : texts.empty.chosenTraffic
  const usage = products.data && usageFigure(products.data, isComparing ? earlier.data : undefined)
  const prod = products.data && productFigures(products.data, texts.productSeriesTop5)
  const subs =
    subjects.data &&
    topicFigures(subjects.data, {
      topics: texts.subjects(days, formatCount(subjects.data.totalClassified, localeOr(undefined))),
      series: texts.subjectSeriesTop5,
      earlier: isComparing ? earlierSubjects.data : undefined,
    })
  const ofProducts = { query: products, error: texts.errors.productQueries }
  const ofSubjects = { query: subjects, error: texts.errors.chatSubjects }
  const parts: readonly Part[] = [
    { ...ofProducts, key: 'usage', wide: true, figure: usage },
    {
      query: geo,
      error: texts.errors.messageGeo,
      key: 'places',
      wide: true,
      figure: geo.data && placesFigure(geo.data, noTraffic),
    },
    { ...ofProducts, key: 'authors', figure: prod?.authors },
    { ...ofProducts, key: 'products', figure: prod?.products },
    { ...ofProducts, key: 'productSeries', wide: true, figure: prod?.productSeries },
    { ...ofSubjects, key: 'topics', figure: subs?.topics },
    { ...ofSubjects, key: 'topicSeries', figure: subs?.topicSeries },
  ]
  const drawn = parts.flatMap(({ figure }) => figure ?? [])

  return (
    <>
      <RangeBar
        view={view}
        updatedAt={Math.max(...all.map(({ dataUpdatedAt }) => dataUpdatedAt))}
        isFetching={all.some(({ isFetching }) => isFetching)}
        onRefresh={() => {
          for (const query of all) void query.refetch()
        }}
        onSaveAll={
          drawn.length === 0
            ? undefined
            : () => {
                saveAll(texts.dashboardTitle, view, [
                  ...drawn.flatMap((figure) => sectionsOf(figure, view.interval)),
                  ...(outcomes.data === undefined ? [] : outcomeSections(outcomes.data, view.interval)),
                  ...(orders.data === undefined ? [] : orderSections(orders.data)),
                ])
              }
        }
      />
      <FilterBar view={view} isEmpty={products.data?.totalEvents === 0} />
      <Outcomes query={outcomes} earlier={isComparing ? earlierOutcomes.data : undefined} view={view} />
      <Orders query={orders} filter={filter} />
      <div className={classes.grid}>
        {parts.map(({ key, figure, ...panel }) => (
          <Panel key={key} {...panel}>
            {figure !== undefined && <FigureView figure={figure} view={view} />}
          </Panel>
        ))}
      </div>
    </>
  )

  function usageFigure(stats: ProductStats, before: ProductStats | undefined): Figure {
    return {
      kind: 'trend',
      chart: 'lines',
      title: texts.usage(formatCount(stats.totalEvents, localeOr(undefined)), days),
      days: stats.days,
      series: [{ name: texts.messages, daily: stats.dailyTotal }, ...previousSeries(before?.dailyTotal)],
      empty: noTraffic,
      total: before && { now: stats.totalEvents, previous: before.totalEvents },
    }
  }
}

function placesFigure(stats: GeoStats, noTraffic: string): Figure {
  return {
    kind: 'map',
    title: texts.distribution,
    geo: stats,
    hasTraffic: stats.uniqueIps > 0,
    noTraffic,
    explainsIps: true,
  }
}
