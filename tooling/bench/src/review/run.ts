import { startPostgres } from '@org/services'
import { openDatabase } from '@org/api/db/database.ts'
import type { Db } from '@org/api/db/database.ts'
import { readOutcomes } from '@org/api/outcomes/outcome-stats.ts'
import { listReviews, summarise } from '@org/api/review/review.store.ts'
import { figure } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import { exactly, type PartReport } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import { addRecords, administrator, clientId, clients, days, widgetId } from './records.ts'

/** A call of a screen, and the milliseconds that its 95th percentile may take. */
interface Call {
  what: string
  bar: number
  read: (db: Db, round: number) => Promise<unknown>
}

const firstPageBar = 50
const filterBar = 150

const admin = { id: administrator, role: 'admin', email: 'admin@example.com', organisation: null } as const
type ReviewFilter = Omit<Parameters<typeof listReviews>[2], 'limit' | 'cursor'>

const memberOf = (id: string) =>
  ({ id, role: 'client', email: 'client@example.com', organisation: { id, role: 'owner' } }) as const

/** Records of a page, as the screen asks for them. */
const limit = 50

const list = (db: Db, filter: ReviewFilter, client?: number) =>
  listReviews(db, client === undefined ? admin : memberOf(clientId(client)), { ...filter, limit })

const filters: Record<string, ReviewFilter> = {
  'status open': { status: 'open' },
  'status bad': { status: 'bad' },
  'outcome uncovered': { outcome: 'uncovered' },
  'outcome approved': { outcome: 'approved' },
  'rated up': { feedback: 'up' },
  'rated down': { feedback: 'down' },
  'any danger': { safety: 'any' },
  'danger of one kind': { safety: 'infant' },
  'danger that never occurred': { safety: 'violence' },
  'the site itself': { widget: 'none' },
  'language ar': { language: 'ar' },
  'language without answers': { language: 'pt' },
  'assigned to me': { assignee: 'me' },
  'assigned to nobody': { assignee: 'none' },
  'asked for a person': { handover: 'requested' },
  'text that is frequent': { q: 'oolong' },
  'text of one question': { q: 'shelf 400007 ' },
  'text that never occurred': { q: 'zibeline' },
  'uncovered, rated down, in Arabic': { outcome: 'uncovered', feedback: 'down', language: 'ar' },
  'danger of one kind, reviewed as bad': { safety: 'infant', status: 'bad' },
  'asked for a person, in Arabic, rated up': { handover: 'requested', language: 'ar', feedback: 'up' },
  'asked for a person, danger': { handover: 'requested', safety: 'any' },
}

/** A client with few answers comes last: the first ones have most. */
const someClient = (round: number) => (round * 7) % clients

const calls: readonly Call[] = [
  { what: 'first page, administrator', bar: firstPageBar, read: (db) => list(db, {}) },
  { what: 'first page, client', bar: firstPageBar, read: (db, round) => list(db, {}, someClient(round)) },
  { what: 'first page, client with most answers', bar: firstPageBar, read: (db) => list(db, {}, 0) },
  { what: 'counts of the navigation', bar: filterBar, read: (db) => summarise(db, admin, true) },
  {
    what: 'a widget, administrator',
    bar: filterBar,
    read: (db, round) => list(db, { widget: widgetId(someClient(round)) }),
  },
  ...Object.entries(filters).flatMap(([name, filter]): Call[] => [
    { what: `${name}, administrator`, bar: filterBar, read: (db) => list(db, filter) },
    { what: `${name}, client`, bar: filterBar, read: (db, round) => list(db, filter, someClient(round)) },
    { what: `${name}, client with most answers`, bar: filterBar, read: (db) => list(db, filter, 0) },
  ]),
  ...(['everybody', 'a client'] as const).map((whose): Call => {
    const range = { from: '2026-03-16', to: days.last, days: [] }
    return {
      what: `outcome dashboard of 30 days, ${whose}`,
      bar: firstPageBar,
      read: (db, round) =>
        readOutcomes(
          db,
          { clientId: whose === 'everybody' ? null : clientId(someClient(round)), widgets: null },
          { range, filter: {}, currency: 'EUR' },
        ),
    }
  }),
]

/** `pnpm bench review`: the review list and the outcome dashboard over a million records of answers. */
export async function runReview({ quick, log }: RunOptions): Promise<PartReport> {
  const records = quick ? 100_000 : 1_000_000
  const rounds = quick ? 10 : 40
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  try {
    const { db, migrate, close } = await openDatabase({ url: server.url, maxConnections: 1 })
    await migrate()
    log(`review: a database with ${figure(records)} records`)
    await addRecords(db, records)
    log('review: measuring')
    const times = calls.map((): number[] => [])
    // The first round reads from the disk.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, { read }] of calls.entries()) {
        const start = performance.now()
        await read(db, round)
        if (round > 0) times[at]?.push(performance.now() - start)
      }
    }
    const { rows } = await db.execute<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    await close()
    return report({ records, rounds, times, version: rows[0]?.version ?? '' })
  } finally {
    await server.stop()
  }
}

function report({
  records,
  rounds,
  times,
  version,
}: {
  records: number
  rounds: number
  times: readonly number[][]
  version: string
}): PartReport {
  const measured = calls.map(({ what, bar }, at) => ({ what, bar, ms: times[at] ?? [] }))
  return {
    part: 'review',
    title: 'Review of answers',
    method: [
      `The functions behind the review list and the outcome dashboard, from the call to the page in this process, over ${figure(records)} records of answers of 90 days from ${clients} clients with three widgets each, of which the first has most; another client each round.`,
      'PostgreSQL with its settings as installed, but for fsync, on the same machine; a first round is not counted.',
    ],
    rounds,
    versions: { PostgreSQL: version },
    tables: [
      {
        title: 'Milliseconds',
        columns: ['Call', 'median', 'p95', 'may take'],
        rows: measured.map(({ what, bar, ms }) => [
          what,
          figure(median(ms)),
          figure(quantile(ms, 0.95)),
          figure(bar),
        ]),
      },
    ],
    bars: measured.map(({ what, bar, ms }) => ({
      what: `${what}, p95`,
      against: null,
      measured: exactly(quantile(ms, 0.95)),
      unit: 'ms',
      sense: 'at most',
      bar,
    })),
    raw: measured.map(({ what, ms }) => ({ what, ms })),
  }
}
