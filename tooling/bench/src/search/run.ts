import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@org/services'
import { type Database, openDatabase } from '@org/api/db/database.ts'
import { importArticles } from '@org/api/knowledge/knowledge.import.ts'
import { buildOurs } from '../install.ts'
import { figure, withSpread } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import { type Bar, exactly, type PartReport } from '../report.ts'
import { quantile, ratios, spread } from '../statistics.ts'
import { type Answers, measureAnswers } from './answers.ts'
import { createCorpus, passagesOfArticle } from './corpus.ts'
import { articlesOfPart, type ImportLoad, measureImportLoad } from './import-load.ts'
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

interface Measurements {
  searches: readonly Measured[]
  answers: Answers
  imports: readonly (ImportLoad & { database: string })[]
  sizes: readonly number[]
  questions: number
  rounds: number
  imported: number
  /** Load of the machine at each step of the run: programs that run or wait for a processor. */
  loads: readonly number[]
}

const corpus = createCorpus()

export async function runSearch({ quick, log: print }: RunOptions): Promise<PartReport> {
  const loads: number[] = []
  const log = (line: string): void => {
    loads.push(loadavg()[0] ?? 0)
    print(line)
  }
  buildOurs(['@org/api'])
  const sizes = quick ? [1000, 2000] : [2000, 10_000, 50_000]
  const questions = quick ? 20 : 100
  const rounds = quick ? 2 : 5
  const imported = quick ? 200 : 5000
  const searches: Measured[] = []
  const answers = await withFolder(async (dataDir) => {
    log('search: answers of the built-in model')
    await fill(dataDir, quick ? 1000 : 10_000)
    return measureAnswers(dataDir, quick ? 10 : 60, 2)
  })
  const articles = corpus.articles(imported * passagesOfArticle)
  const imports: Measurements['imports'][number][] = []
  const measureImport = async (database: string, url?: string): Promise<void> => {
    log(`search: tokens while ${figure(imported)} articles are imported, ${database}`)
    const load = await measureImportLoad(articles, url)
    imports.push({ database, ...load })
    // An import takes half an hour: its figure is there also where the run is ended after it.
    log(`search: p99 of a token, × of quiet: ${withSpread(ratios(load.importing, load.quiet))}`)
  }
  await measureImport('embedded')
  await withPostgres((url) => measureImport('PostgreSQL', url))
  await withFolder((dataDir) =>
    withPostgres(async (url) => {
      for (const [name, location] of [
        ['embedded', { dataDir }],
        ['PostgreSQL', { url }],
      ] as const) {
        for (const passages of sizes) {
          log(`search: ${name}, ${figure(passages)} passages`)
          const open = () => openDatabase(location)
          searches.push(await measureSize({ name, open, passages, questions, rounds }))
        }
      }
    }),
  )
  log('search: done')
  return report({ searches, answers, imports, sizes, questions, rounds, imported, loads })
}

async function withFolder<Result>(act: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'org-bench-search-'))
  try {
    return await act(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withPostgres(act: (url: string) => Promise<void>): Promise<void> {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  try {
    await act(server.url)
  } finally {
    await server.stop()
  }
}

async function fill(dataDir: string, passages: number): Promise<void> {
  const { db, migrate, close } = await openDatabase({ dataDir })
  try {
    await migrate()
    await importArticles(db, corpus.articles(passages))
  } finally {
    await close()
  }
}

interface Size {
  name: string
  open: () => Promise<Database>
  passages: number
  questions: number
  rounds: number
}

async function measureSize({ name, open, passages, questions, rounds }: Size): Promise<Measured> {
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
    const short = await measureSearches(db, corpus.questions(6, questions), rounds)
    const long = await measureSearches(db, corpus.questions(90, questions), rounds)
    const plain = await measurePlain(db, corpus.questions(6, Math.min(questions, 20)), rounds)
    return { database: name, passages, importSeconds, load, short, long, plain }
  } finally {
    await close()
  }
}

const halfAndTail = (times: readonly number[]) =>
  `${figure(quantile(times, 0.5))} · ${figure(quantile(times, 0.95))}`

function report(measured: Measurements): PartReport {
  const { searches, answers, imports, questions, rounds, imported, loads } = measured
  return {
    part: 'search',
    title: 'Search',
    method: [
      `The function behind the assistant’s search, from the question to passages and products, as an answer searches, in this process; ${questions} questions of 6 words, every fourth with a typing error, and as many messages of 90, one after the other. The time of a question is the shortest of ${rounds} rounds, because other programs only add to it; CPU is that of the thread, of every round.`,
      'The content is generated: passages of 56 to 80 words by Zipf’s law from the words of the demonstration and made-up ones. Beside it the database’s own search: any of the words of a short question, by ts_rank_cd over an index.',
      'A turn is the longest turn of the event loop within a search or an answer, in the thread’s CPU time, which is read after a moment’s wait, because the kernel otherwise counts it once in 4 ms. Memory is what the index adds to the process after a collection of garbage. An import writes what the smaller size lacks.',
      'Answers are those of the built server with the built-in model and the embedded database, to questions about the demonstration among 10,000 generated passages; counted are answers that cite, from the question to their first word.',
      `Tokens are those of 20 answers, 20 words a second each, which begin half a second apart, from the model’s write to the reader’s read: while ${figure(imported)} articles of ${passagesOfArticle} passages are imported in parts of ${articlesOfPart.calls} (calls) and ${articlesOfPart.command} (command), and between the parts, for as long as a part takes, 5 to 10 s; a part is compared with the rests beside it. They are imported by calls of the administration, one after the other and from a process of its own, or by the import command into PostgreSQL.`,
      `The load of the machine, which has ${availableParallelism()} cores, was ${figure(Math.min(...loads))} to ${figure(Math.max(...loads))} (a minute’s average at each step; this run alone makes about 2).`,
    ],
    rounds: 1,
    versions: {},
    tables: [
      {
        title: 'Searches: p50 · p95 in milliseconds',
        columns: [
          'Database',
          'Passages',
          'Short question',
          'its CPU',
          'Long message',
          'its CPU',
          'Longest turn',
          'ts_rank_cd',
          'Index MB',
          'Load s',
          'Import s',
        ],
        rows: searches.map(({ database, passages, importSeconds, load, short, long, plain }) => [
          database,
          figure(passages),
          halfAndTail(short.times),
          halfAndTail(short.cpu),
          halfAndTail(long.times),
          halfAndTail(long.cpu),
          figure(Math.max(...short.turns, ...long.turns)),
          halfAndTail(plain),
          figure(load.megabytes),
          figure(load.seconds),
          figure(importSeconds),
        ]),
      },
      {
        title: 'Answers: p50 · p95 in milliseconds',
        columns: ['Answers', 'First word', 'Longest turn'],
        rows: [
          [figure(answers.firstWords.length), halfAndTail(answers.firstWords), halfAndTail(answers.turns)],
        ],
      },
      {
        title: 'p99 of a token in milliseconds',
        columns: ['Database', 'Quiet', 'During the import', 'Import s'],
        rows: imports.map(({ database, quiet, importing, importSeconds }) => [
          database,
          withSpread(spread(quiet)),
          withSpread(spread(importing)),
          figure(importSeconds),
        ]),
      },
    ],
    bars: barsOf(measured),
    raw: measured,
  }
}

function limit(what: string, value: number, bar: number, goal?: number): Bar {
  return {
    what,
    against: null,
    measured: exactly(value),
    unit: 'ms',
    sense: 'at most',
    bar,
    ...(goal === undefined ? {} : { goal }),
  }
}

function ratio(what: string, against: string, value: number, bar: number): Bar {
  return { what, against, measured: exactly(value), unit: '×', sense: 'at most', bar }
}

function barsOf({ searches, answers, imports, sizes }: Measurements): Bar[] {
  const largest = searches.filter(({ passages }) => passages === sizes.at(-1))
  return [
    ...largest.flatMap((own) => {
      const smaller = searches.find(
        ({ database, passages }) => database === own.database && passages === sizes.at(-2),
      )
      return smaller === undefined ? [] : searchBars(own, smaller)
    }),
    limit('event loop, longest turn of an answer', Math.max(...answers.turns), 10, 5),
    limit('first word of an answer that cites, p50', quantile(answers.firstWords, 0.5), 120, 60),
    ...imports.map(({ database, quiet, importing }): Bar => ({
      what: `p99 of a token during an import, ${database}`,
      against: 'quiet',
      measured: ratios(importing, quiet),
      unit: '×',
      sense: 'at most',
      bar: 1.2,
    })),
  ]
}

function searchBars({ database, passages, short, long }: Measured, smaller: Measured): Bar[] {
  const at = `${database}, ${figure(passages)} passages`
  const against = `${figure(smaller.passages)} passages`
  return [
    limit(`short question, p50, ${at}`, quantile(short.times, 0.5), 15, 9),
    limit(`short question, p95, ${at}`, quantile(short.times, 0.95), 40, 14),
    limit(`long message, p50, ${at}`, quantile(long.times, 0.5), 20, 9),
    limit(`long message, p95, ${at}`, quantile(long.times, 0.95), 50, 14),
    limit(`event loop, longest turn of a search, ${at}`, Math.max(...short.turns, ...long.turns), 10, 5),
    ratio(
      `short question, p50, ${at}`,
      against,
      quantile(short.times, 0.5) / quantile(smaller.short.times, 0.5),
      1.5,
    ),
    ratio(
      `long message, p50, ${at}`,
      against,
      quantile(long.times, 0.5) / quantile(smaller.long.times, 0.5),
      1.5,
    ),
  ]
}
