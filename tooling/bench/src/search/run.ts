import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@org/services'
import { type Database, openDatabase } from '@org/api/db/database.ts'
import { importArticles } from '@org/api/knowledge/knowledge.import.ts'
import { figure } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import { type Bar, exactly, type PartReport } from '../report.ts'
import { quantile } from '../statistics.ts'
import { createCorpus } from './corpus.ts'
import { measureLoad, measurePlain, measureSearches, preparePlain, type Searches } from './measure.ts'

interface Measured {
  database: string
  passages: number
  importSeconds: number
  load: { seconds: number; megabytes: number }
  short: Searches
  long: Searches
  plain: number[]
}

const corpus = createCorpus()

export async function runSearch({ quick, log }: RunOptions): Promise<PartReport> {
  const sizes = quick ? [1000, 2000] : [2000, 10_000, 50_000]
  const questions = quick ? 20 : 100
  const folder = mkdtempSync(path.join(tmpdir(), 'org-bench-search-'))
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const measured: Measured[] = []
  try {
    for (const [name, location] of [
      ['embedded', { dataDir: folder }],
      ['PostgreSQL', { url: server.url }],
    ] as const) {
      for (const passages of sizes) {
        log(`search: ${name}, ${figure(passages)} passages`)
        measured.push(await measureSize({ name, open: () => openDatabase(location), passages, questions }))
      }
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return report(measured, sizes, questions)
}

interface Size {
  name: string
  open: () => Promise<Database>
  passages: number
  questions: number
}

async function measureSize({ name, open, passages, questions }: Size): Promise<Measured> {
  const first = await open()
  await first.migrate()
  const start = performance.now()
  await importArticles(first.db, corpus.articles(passages))
  const importSeconds = (performance.now() - start) / 1000
  await preparePlain(first.db)
  await first.close()
  // Opened anew: what is measured has read nothing yet.
  const { db, close } = await open()
  try {
    const load = await measureLoad(db)
    const short = await measureSearches(db, corpus.questions(6, questions))
    const long = await measureSearches(db, corpus.questions(90, questions))
    const plain = await measurePlain(db, corpus.questions(6, Math.min(questions, 20)))
    return { database: name, passages, importSeconds, load, short, long, plain }
  } finally {
    await close()
  }
}

const halfAndTail = (times: readonly number[]) =>
  `${figure(quantile(times, 0.5))} · ${figure(quantile(times, 0.95))}`

function report(measured: readonly Measured[], sizes: readonly number[], questions: number): PartReport {
  return {
    part: 'search',
    title: 'Search',
    method: [
      `The function behind the assistant’s search, from the question to passages and products, as an answer searches, in this process; ${questions} questions of 6 words, every fourth with a typing error, and as many messages of 90, one after the other.`,
      'The content is generated: passages of 56 to 80 words by Zipf’s law from the words of the demonstration and made-up ones. Beside it PostgreSQL’s own search: any of the words of a short question, by ts_rank_cd over an index.',
      'Blocked is the longest turn of the event loop within a search. Memory is what the index adds to the process after a collection of garbage. An import writes what the smaller size lacks.',
    ],
    rounds: 1,
    versions: {},
    tables: [
      {
        title: 'p50 · p95 in milliseconds',
        columns: [
          'Database',
          'Passages',
          'Short question',
          'Long message',
          'ts_rank_cd',
          'Index MB',
          'Load s',
          'Import s',
        ],
        rows: measured.map(({ database, passages, importSeconds, load, short, long, plain }) => [
          database,
          figure(passages),
          halfAndTail(short.times),
          halfAndTail(long.times),
          halfAndTail(plain),
          figure(load.megabytes),
          figure(load.seconds),
          figure(importSeconds),
        ]),
      },
    ],
    bars: measured
      .filter(({ passages }) => passages === sizes.at(-1))
      .flatMap((largest) => barsOf(largest, measured, sizes)),
    raw: measured,
  }
}

function barsOf(largest: Measured, measured: readonly Measured[], sizes: readonly number[]): Bar[] {
  const { database, passages, short, long } = largest
  const smaller = measured.find((other) => other.database === database && other.passages === sizes.at(-2))
  const at = `${database}, ${figure(passages)} passages`
  const limit = (what: string, value: number, bar: number, goal?: number): Bar => ({
    what: `${what}, ${at}`,
    against: null,
    measured: exactly(value),
    unit: 'ms',
    sense: 'at most',
    bar,
    ...(goal === undefined ? {} : { goal }),
  })
  return [
    limit('short question, p50', quantile(short.times, 0.5), 15, 9),
    limit('short question, p95', quantile(short.times, 0.95), 40, 14),
    limit('long message, p50', quantile(long.times, 0.5), 20, 9),
    limit('long message, p95', quantile(long.times, 0.95), 50, 14),
    limit('event loop blocked, p95', quantile([...short.blocked, ...long.blocked], 0.95), 10, 5),
    {
      what: `short question, p50, ${at}`,
      against: `${figure(smaller?.passages ?? 0)} passages`,
      measured: exactly(quantile(short.times, 0.5) / quantile(smaller?.short.times ?? short.times, 0.5)),
      unit: '×',
      sense: 'at most',
      bar: 1.5,
    },
  ]
}
