import { formatCount } from '@org/analytics-charts'
import { createStatsCalls } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../shared/services.ts'
import classes from './analytics.module.css'
import { geoStatsQuery, productStatsQuery, subjectStatsQuery } from './analytics.queries.ts'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { NameBars, NameLines, PlaceMap } from './charts.tsx'
import { before } from './day-range.ts'
import { Panel } from './panel.tsx'
import { RangeBar } from './range-bar.tsx'
import { useView } from './use-view.ts'

/** The Analytics Dashboard (specification 2, section 2): everything for an admin, for a client their own widgets. */
export function Dashboard() {
  const calls = useCalls(createStatsCalls)
  const view = useView()
  const { range, days, isComparing } = view
  const products = useQuery(productStatsQuery(calls, range))
  const earlier = useQuery({ ...productStatsQuery(calls, before(range)), enabled: isComparing })
  const subjects = useQuery(subjectStatsQuery(calls, range))
  const geo = useQuery(geoStatsQuery(calls, range))
  const all = [products, subjects, geo]

  return (
    <>
      <RangeBar
        view={view}
        updatedAt={Math.max(...all.map(({ dataUpdatedAt }) => dataUpdatedAt))}
        isFetching={all.some(({ isFetching }) => isFetching)}
        onRefresh={() => {
          for (const query of all) void query.refetch()
        }}
      />
      <div className={classes.grid}>
        <Panel wide query={products} error={texts.errors.productQueries}>
          {(stats) => (
            <NameLines
              title={texts.usage(formatCount(stats.totalEvents), days)}
              days={stats.days}
              series={[
                { name: texts.messages, daily: stats.dailyTotal },
                ...(isComparing && earlier.data !== undefined
                  ? [{ name: texts.previous, daily: earlier.data.dailyTotal }]
                  : []),
              ]}
              empty={texts.empty.traffic}
            />
          )}
        </Panel>
        <Panel wide query={geo} error={texts.errors.messageGeo}>
          {(stats) => (
            <PlaceMap
              title={texts.distribution}
              geo={stats}
              hasTraffic={stats.uniqueIps > 0}
              noTraffic={texts.empty.traffic}
            />
          )}
        </Panel>
        <Panel query={products} error={texts.errors.productQueries}>
          {(stats) => (
            <NameBars title={texts.topAuthors} names={stats.topAuthors} empty={texts.empty.authors} />
          )}
        </Panel>
        <Panel query={products} error={texts.errors.productQueries}>
          {(stats) => (
            <NameBars title={texts.topProducts} names={stats.topProducts} empty={texts.empty.products} />
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
              title={texts.subjects(days, formatCount(stats.totalClassified))}
              names={stats.topSubjects}
              empty={texts.empty.topics}
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
