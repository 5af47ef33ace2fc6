import { startPostgres } from '@org/services'
import { type Db, openDatabase } from '@org/api/db/database.ts'
import { figure, withSpread } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import type { Bar, PartReport } from '../report.ts'
import { median, ratios, spread } from '../statistics.ts'
import { addEvents, clientsOfBatch, openDays } from './events.ts'
import { queries, type Query } from './queries.ts'

/** Milliseconds of each round. */
interface Times {
  ours: number[]
  raw: number[]
}

export async function runAnalytics({ quick, log }: RunOptions): Promise<PartReport> {
  const events = quick ? 500_000 : 5_000_000
  const rounds = quick ? 5 : 15
  const rawRounds = quick ? 1 : 3
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  try {
    const load = await openLoader(server.url)
    const { db, close } = await openDatabase({ url: server.url })
    await openDays(db)
    const measured: Times[][] = []
    for (const batch of [0, 1]) {
      log(`analytics: adding ${figure(events)} events`)
      await addEvents(load.db, batch, events)
      log(`analytics: measuring with ${figure((batch + 1) * events)} events`)
      measured.push(await measureAll(db, rounds, batch === 0 ? rawRounds : 0))
    }
    const { rows } = await db.execute<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    await close()
    await load.close()
    const [once = [], twice = []] = measured
    return report({ events, rounds, once, twice, version: rows[0]?.version ?? '' })
  } finally {
    await server.stop()
  }
}

/** The connection that fills the database: with memory to sort in, which those that are measured do without. */
async function openLoader(url: string): Promise<{ db: Db; close: () => Promise<void> }> {
  const loader = new URL(url)
  loader.searchParams.set('options', '-c work_mem=256MB -c TimeZone=UTC')
  const database = await openDatabase({ url: loader.href, maxConnections: 1 })
  await database.migrate()
  return database
}

async function measureAll(db: Db, rounds: number, rawRounds: number): Promise<Times[]> {
  const times = queries.map((): Times => ({ ours: [], raw: [] }))
  // The first round reads from the disk.
  for (let round = 0; round <= Math.max(rounds, rawRounds); round += 1) {
    for (const [index, query] of queries.entries()) {
      const taken = await measureOne(
        db,
        query,
        (round * 7) % clientsOfBatch,
        round <= rawRounds && rawRounds > 0,
      )
      if (round === 0) continue
      times[index]?.ours.push(taken.ours)
      if (taken.raw !== null) times[index]?.raw.push(taken.raw)
    }
  }
  return times
}

async function measureOne(
  db: Db,
  query: Query,
  client: number,
  withRaw: boolean,
): Promise<{ ours: number; raw: number | null }> {
  const ours = await timed(() => query.ours(db, client))
  if (!withRaw || query.raw === undefined) return { ours, raw: null }
  const raw = query.raw(client)
  return { ours, raw: await timed(() => db.execute(raw)) }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

function report({
  events,
  rounds,
  once,
  twice,
  version,
}: {
  events: number
  rounds: number
  once: readonly Times[]
  twice: readonly Times[]
  version: string
}): PartReport {
  const rows = queries.map((query, index) => ({
    query,
    one: once[index]?.ours ?? [],
    raw: once[index]?.raw ?? [],
    two: twice[index]?.ours ?? [],
  }))
  const [size, double] = [figure(events), figure(2 * events)]
  return {
    part: 'analytics',
    title: 'Analytics queries',
    method: [
      `The functions behind the dashboards’ calls, from the call to the rows in this process, over ${size} messages of 90 days from ${clientsOfBatch} clients with three widgets each; another client each round. Beside each the same question to the messages themselves, which a filter reads in any case.`,
      `Then as many messages again, of as many more clients with the same products, authors, topics and places: ${double}.`,
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
        rows: rows.map(({ query, one, raw, two }) => [
          query.what,
          raw.length === 0 ? '–' : withSpread(spread(raw)),
          withSpread(spread(one)),
          withSpread(spread(two)),
          raw.length === 0 ? '–' : figure(median(raw) / median(one)),
        ]),
      },
    ],
    bars: rows.flatMap(({ query, one, raw, two }): Bar[] => {
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
          // Rounds of two sizes cannot be interleaved: medians stand against each other.
          measured: ratios([median(two)], [median(one)]),
          unit: '×',
          bar: 1.2,
        },
      ]
    }),
    raw: rows.map(({ query, one, raw, two }) => ({ what: query.what, one, raw, two })),
  }
}
