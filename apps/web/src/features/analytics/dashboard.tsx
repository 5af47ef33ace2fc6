import { formatCount } from '@org/analytics-charts'
import { createStatsCalls } from '@org/api-client'
import type { ProductStats, SubjectStats } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../shared/services.ts'
import classes from './analytics.module.css'
import { geoStatsQuery, productStatsQuery, subjectStatsQuery } from './analytics.queries.ts'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { NameBars, NameLines, PlaceMap } from './charts.tsx'
import { before, usualDays } from './day-range.ts'
import { FilterBar } from './filter-bar.tsx'
import { Panel } from './panel.tsx'
import { RangeBar } from './range-bar.tsx'
import { daysSection, namesSection, placesSections, saveAll } from './save-all.ts'
import { useView } from './use-view.ts'

/** The Analytics Dashboard (specification 2, section 2): everything for an admin, for a client their own widgets. */
export function Dashboard() {
  const calls = useCalls(createStatsCalls)
  const view = useView()
  const { range, filter, days, isComparing, toggle } = view
  const products = useQuery(productStatsQuery(calls, view))
  const asked = { range: before(range), filter }
  const earlier = useQuery({ ...productStatsQuery(calls, asked), enabled: isComparing })
  const subjects = useQuery(subjectStatsQuery(calls, view))
  const geo = useQuery(geoStatsQuery(calls, view))
  const all = [products, subjects, geo]
  const isUsual = days === usualDays && Object.keys(filter).length === 0
  const noTraffic = isUsual ? texts.empty.traffic : texts.empty.chosenTraffic
  const usageLines = (stats: ProductStats) => [
    { name: texts.messages, daily: stats.dailyTotal },
    ...(isComparing && earlier.data !== undefined
      ? [{ name: texts.previous, daily: earlier.data.dailyTotal }]
      : []),
  ]
  const save = () => {
    saveAll(texts.dashboardTitle, view, [
      ...(products.data === undefined
        ? []
        : [
            daysSection(titles.usage(products.data), products.data.days, usageLines(products.data)),
            namesSection(texts.topAuthors, products.data.topAuthors),
            namesSection(texts.topProducts, products.data.topProducts),
            daysSection(texts.productSeriesTop5, products.data.days, products.data.perProductSeries),
          ]),
      ...(geo.data === undefined ? [] : placesSections(texts.distribution, geo.data)),
      ...(subjects.data === undefined
        ? []
        : [
            namesSection(titles.subjects(subjects.data), subjects.data.topSubjects),
            daysSection(texts.subjectSeriesTop5, subjects.data.days, subjects.data.perSubjectSeries),
          ]),
    ])
  }
  const titles = {
    usage: ({ totalEvents }: ProductStats) => texts.usage(formatCount(totalEvents), days),
    subjects: ({ totalClassified }: SubjectStats) => texts.subjects(days, formatCount(totalClassified)),
  }

  return (
    <>
      <RangeBar
        view={view}
        updatedAt={Math.max(...all.map(({ dataUpdatedAt }) => dataUpdatedAt))}
        isFetching={all.some(({ isFetching }) => isFetching)}
        onRefresh={() => {
          for (const query of all) void query.refetch()
        }}
        onSaveAll={all.some(({ data }) => data !== undefined) ? save : undefined}
      />
      <FilterBar view={view} />
      <div className={classes.grid}>
        <Panel wide query={products} error={texts.errors.productQueries}>
          {(stats) => (
            <NameLines
              title={titles.usage(stats)}
              days={stats.days}
              series={usageLines(stats)}
              empty={noTraffic}
            />
          )}
        </Panel>
        <Panel wide query={geo} error={texts.errors.messageGeo}>
          {(stats) => (
            <PlaceMap
              title={texts.distribution}
              geo={stats}
              hasTraffic={stats.uniqueIps > 0}
              noTraffic={noTraffic}
              onSelectCountry={(code) => {
                toggle('country', code)
              }}
            />
          )}
        </Panel>
        <Panel query={products} error={texts.errors.productQueries}>
          {(stats) => (
            <NameBars
              title={texts.topAuthors}
              names={stats.topAuthors}
              empty={texts.empty.authors}
              onSelect={(name) => {
                toggle('author', name)
              }}
            />
          )}
        </Panel>
        <Panel query={products} error={texts.errors.productQueries}>
          {(stats) => (
            <NameBars
              title={texts.topProducts}
              names={stats.topProducts}
              empty={texts.empty.products}
              onSelect={(name) => {
                toggle('product', name)
              }}
            />
          )}
        </Panel>
        <Panel wide query={products} error={texts.errors.productQueries}>
          {(stats) => (
            <NameLines
              title={texts.productSeriesTop5}
              days={stats.days}
              series={stats.perProductSeries}
              empty={texts.empty.productTrend}
            />
          )}
        </Panel>
        <Panel query={subjects} error={texts.errors.chatSubjects}>
          {(stats) => (
            <NameBars
              title={titles.subjects(stats)}
              names={stats.topSubjects}
              empty={texts.empty.topics}
              onSelect={(name) => {
                toggle('topic', name)
              }}
            />
          )}
        </Panel>
        <Panel query={subjects} error={texts.errors.chatSubjects}>
          {(stats) => (
            <NameLines
              title={texts.subjectSeriesTop5}
              days={stats.days}
              series={stats.perSubjectSeries}
              empty={texts.empty.topicTrend}
            />
          )}
        </Panel>
      </div>
    </>
  )
}
