import { startPostgres } from '@org/services'
import { openDatabase } from '@org/api/db/database.ts'
import { figure, withSpread } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import type { Bar, PartReport } from '../report.ts'
import { median, ratios, spread } from '../statistics.ts'
import { addEvents, clientsOfBatch, openDays } from './events.ts'
import { queries, type Query } from './queries.ts'

/** Milliseconds of each round: ours over the events and over twice as many, and the same question to the events. */
interface Times {
  query: Query
  one: number[]
  two: number[]
  raw: number[]
}

export async function runAnalytics({ quick, log }: RunOptions): Promise<PartReport> {
  const events = quick ? 500_000 : 5_000_000
  const rounds = quick ? 5 : 31
  const rawRounds = quick ? 1 : 3
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const [once, twice] = [databaseUrl(server.url, 'once'), databaseUrl(server.url, 'twice')]
  try {
    const { db, close } = await openDatabase({ url: server.url, maxConnections: 1 })
    log(`analytics: a database with ${figure(events)} events`)
    await db.execute('create database once')
    await load(once, 0, events)
    log(`analytics: and one with ${figure(2 * events)}`)
    await db.execute('create database twice template once strategy file_copy')
    await load(twice, 1, events)
    log('analytics: measuring')
    const times = await measureAll(once, twice, rounds, rawRounds)
    const { rows } = await db.execute<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    await close()
    return report({ events, rounds, times, version: rows[0]?.version ?? '' })
  } finally {
    await server.stop()
  }
}

function databaseUrl(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Fills a database, with memory to sort in, which those that are measured do without. */
async function load(url: string, batch: number, events: number): Promise<void> {
  const loader = new URL(url)
  loader.searchParams.set('options', '-c work_mem=256MB -c TimeZone=UTC')
  const { db, migrate, close } = await openDatabase({ url: loader.href, maxConnections: 1 })
  await migrate()
  await openDays(db)
  await addEvents(db, batch, events)
  await close()
}

async function measureAll(once: string, twice: string, rounds: number, rawRounds: number): Promise<Times[]> {
  const [one, two] = [await openDatabase({ url: once }), await openDatabase({ url: twice })]
  const times = queries.map((query): Times => ({ query, one: [], two: [], raw: [] }))
  // The first round reads from the disk.
  for (let round = 0; round <= rounds; round += 1) {
    const client = (round * 7) % clientsOfBatch
    for (const taken of times) {
      const { ours, raw } = taken.query
      const each = [
        async () => taken.one.push(await timed(() => ours(one.db, client))),
        async () => taken.two.push(await timed(() => ours(two.db, client))),
      ]
      // Now one is first, now the other.
      for (const measure of round % 2 === 0 ? each : each.toReversed()) await measure()
      if (raw !== undefined && round <= rawRounds) {
        taken.raw.push(await timed(() => one.db.execute(raw(client))))
      }
    }
  }
  await one.close()
  await two.close()
  for (const taken of times) for (const series of [taken.one, taken.two, taken.raw]) series.shift()
  return times
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

function report({
  events,
  rounds,
  times,
  version,
}: {
  events: number
  rounds: number
  times: readonly Times[]
  version: string
}): PartReport {
  const [size, double] = [figure(events), figure(2 * events)]
  return {
    part: 'analytics',
    title: 'Analytics queries',
    method: [
      `The functions behind the dashboards’ calls, from the call to the rows in this process, over ${size} messages of 90 days from ${clientsOfBatch} clients with three widgets each; another client each round. Beside each the same question to the messages themselves, which a filter reads in any case.`,
      `Then a copy with as many messages again, of as many more clients with the same products, authors, topics and places: ${double}; each round asks both.`,
      'PostgreSQL with its settings as installed, but for fsync, on the same machine; a first round is not counted.',
    ],
    rounds,
    versions: { PostgreSQL: version },
    tables: [
      {
        title: 'Milliseconds',
        columns: [
          'Question',
          `messages themselves, ${size}`,
          `ours, ${size}`,
          `ours, ${double}`,
          'times faster',
        ],
        rows: times.map(({ query, one, raw, two }) => [
          query.what,
          raw.length === 0 ? '–' : withSpread(spread(raw)),
          withSpread(spread(one)),
          withSpread(spread(two)),
          raw.length === 0 ? '–' : figure(median(raw) / median(one)),
        ]),
      },
    ],
    bars: times.flatMap(({ query, one, raw, two }): Bar[] => {
      if (query.bar === undefined) return []
      const common = { sense: 'at most' } as const
      return [
        {
          ...common,
          what: query.what,
          against: `messages themselves ${figure(median(raw))} ms`,
          measured: spread(one),
          unit: 'ms',
          bar: query.bar,
        },
        {
          ...common,
          what: `${query.what}, with twice the messages`,
          against: `${size} messages`,
          measured: ratios(two, one),
          unit: '×',
          bar: 1.2,
        },
      ]
    }),
    raw: times.map(({ query, one, raw, two }) => ({ what: query.what, one, raw, two })),
  }
}
