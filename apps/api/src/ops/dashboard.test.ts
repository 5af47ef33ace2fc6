import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../package-root.ts'
import { createMetrics } from './metrics.ts'

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}

/** Words of the query language, labels and variables, which look like names of metrics. */
const others =
  /^(?:sum|rate|increase|max|by|le|time|histogram_quantile|instance|status|route|lane|state|result|failed)$/u

it('the dashboard for Grafana reads metrics that the server has', async () => {
  const metrics = createMetrics({
    runningAnswers: () => 0,
    isRedisUp: () => true,
    countJobs: () => Promise.resolve([{ lane: 'uploads', state: 'failed', count: 0 }]),
    lastBackupAt: () => Promise.resolve(new Date(0)),
  })
  metrics.answered({ status: 'complete', seconds: 1, tokens: 1, inventedCitations: 0, searched: true })
  const { text } = await metrics.read()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const file = join(packageRoot, '../../deploy/grafana/dashboard.json')
  const { panels }: Dashboard = JSON.parse(readFileSync(file, 'utf8'))
  const read = panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) =>
      [...expr.replaceAll(/"[^"]*"|\[[^\]]*\]|\$\w+/gu, '').matchAll(/[a-z_][a-z_\d]*/gu)].map(
        ([name]) => name,
      ),
    ),
  )
  const names = read.filter((name) => !others.test(name))
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})
