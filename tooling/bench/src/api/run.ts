import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildOurs } from '../install.ts'
import { figure, withSpread } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import { type Bar, type PartReport } from '../report.ts'
import { quantile, ratios, spread } from '../statistics.ts'
import { getRequest, measureRate, openReaders } from './load.ts'
import { postQuestion, signUp, withOurs } from './ours.ts'
import { type Program, startProgram } from './program.ts'

interface Load {
  /** Bytes a reader. */
  memory: number
  /** Seconds of the processor's time that 1,000 events took to send. */
  cpuSeconds: number
  cut: number
}

interface Round {
  ours: Load
  bare: Load
}

/** Calls a second of the processor, one after the other in both servers. */
interface Rates {
  signedOut: number
  bareMe: number
  signedIn: number
  bareRow: number
}

const streams = 20

export async function runApi({ quick, log }: RunOptions): Promise<PartReport> {
  buildOurs(['@org/api'])
  const rounds = quick ? 1 : 3
  const readers = quick ? 1000 : 5000
  const ways: Way[] = []
  for (let round = 1; round <= rounds; round += 1) {
    log(`api: a token’s way, round ${round} of ${rounds}`)
    ways.push(await measureWay(50))
  }
  const rates = await measureRates(quick ? 2 : 8, log)
  const samples: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    log(`api: readers, round ${round} of ${rounds}`)
    samples.push(await measureRound(readers))
  }
  const of = (pick: (round: Round) => number): number[] => samples.map(pick)
  const row = (what: string, ours: number[], bare: number[]): string[] => [
    what,
    withSpread(spread(ours)),
    withSpread(spread(bare)),
  ]
  return {
    part: 'api',
    title: 'Server',
    method: [
      'The built server with its embedded database, and beside it bare Hono, each in a process of its own; this process is client and model.',
      `A token’s way: 50 answers of 200 words at once, 20 words a second each, from the model’s write to the client’s read, in a server that has answered before. Readers: ${figure(readers)} of ${streams} running answers, two events a second, for 8 s; the bare one sends every reader a stream of its own. Calls: 64 connections that are kept open, to both servers in turn, so that a ratio is of calls made one after the other.`,
      'Memory is what JavaScript holds, in its heap and in buffers outside it, after a collection of garbage and over what it held before the readers came. Calls a second are those of a second of the processor, all threads of the process counted, so that they do not depend on what else the machine does. The row stands in a database in a folder, by the same driver as ours.',
    ],
    rounds,
    versions: {},
    tables: [
      {
        title: 'The server beside bare Hono',
        columns: ['What', 'Ours', 'Bare'],
        rows: [
          row(
            'KB a reader',
            of(({ ours }) => ours.memory / 1000),
            of(({ bare }) => bare.memory / 1000),
          ),
          row(
            'CPU ms for 1,000 events sent',
            of(({ ours }) => ours.cpuSeconds * 1000),
            of(({ bare }) => bare.cpuSeconds * 1000),
          ),
          row(
            'GET /api/me a second of CPU, signed out',
            rates.map(({ signedOut }) => signedOut),
            rates.map(({ bareMe }) => bareMe),
          ),
          row(
            'GET /api/me a second of CPU, signed in; one row',
            rates.map(({ signedIn }) => signedIn),
            rates.map(({ bareRow }) => bareRow),
          ),
        ],
      },
    ],
    bars: bars({ samples, ways, rates, readers }),
    raw: { samples, ways, rates },
  }
}

interface Measured {
  samples: readonly Round[]
  ways: readonly Way[]
  rates: readonly Rates[]
  readers: number
}

function bars({ samples, ways, rates, readers }: Measured): Bar[] {
  const of = (pick: (round: Round) => number): number[] => samples.map(pick)
  const bare = 'bare Hono'
  return [
    {
      what: 'a token’s way through the server, p50',
      against: null,
      measured: spread(ways.map(({ p50 }) => p50)),
      unit: 'ms',
      sense: 'at most',
      bar: 5,
    },
    {
      what: 'a token’s way through the server, p99',
      against: null,
      measured: spread(ways.map(({ p99 }) => p99)),
      unit: 'ms',
      sense: 'at most',
      bar: 30,
    },
    {
      what: `memory of each of ${figure(readers)} readers`,
      against: bare,
      measured: ratios(
        of(({ ours }) => ours.memory),
        of((round) => round.bare.memory),
      ),
      unit: '×',
      sense: 'at most',
      bar: 1.25,
    },
    {
      what: 'CPU of an event sent',
      against: bare,
      measured: ratios(
        of(({ ours }) => ours.cpuSeconds),
        of((round) => round.bare.cpuSeconds),
      ),
      unit: '×',
      sense: 'at most',
      bar: 1.25,
    },
    {
      what: 'readers cut',
      against: null,
      measured: spread(of(({ ours }) => ours.cut)),
      unit: '',
      sense: 'at most',
      bar: 0,
    },
    {
      what: 'GET /api/me, signed out',
      against: bare,
      measured: ratios(
        rates.map(({ signedOut }) => signedOut),
        rates.map(({ bareMe }) => bareMe),
      ),
      unit: '×',
      sense: 'at least',
      bar: 0.35,
    },
    {
      what: 'GET /api/me, signed in',
      against: 'one row by its primary key',
      measured: ratios(
        rates.map(({ signedIn }) => signedIn),
        rates.map(({ bareRow }) => bareRow),
      ),
      unit: '×',
      sense: 'at least',
      bar: 0.6,
    },
  ]
}

async function measureRound(readers: number): Promise<Round> {
  const bareRequest = getRequest('/stream')
  const bare = await withBare((program) =>
    measureReaders(
      program,
      Array.from({ length: readers }, () => bareRequest),
    ),
  )
  const ours = await withOurs(1000, 500, async (program) => {
    const ids = await Promise.all(Array.from({ length: streams }, () => ask(program.port)))
    return measureReaders(
      program,
      Array.from({ length: readers }, (_, index) => getRequest(`/api/chat/streams/${ids[index % streams]}`)),
    )
  })
  return { ours, bare }
}

// A pair at a time: the machine's speed may change within a minute, and both are to have the same.
async function measureRates(pairs: number, log: RunOptions['log']): Promise<Rates[]> {
  return withBare((bare) =>
    withOurs(1, 1, async (ours) => {
      const cookie = await signUp(ours.port)
      const rates: Rates[] = []
      for (let pair = 1; pair <= pairs; pair += 1) {
        log(`api: calls, pair ${pair} of ${pairs}`)
        rates.push({
          bareMe: await measureRate(bare, getRequest('/me'), 1.5),
          signedOut: await measureRate(ours, getRequest('/api/me'), 1.5),
          bareRow: await measureRate(bare, getRequest('/row'), 1.5),
          signedIn: await measureRate(ours, getRequest('/api/me', { Cookie: cookie }), 1.5),
        })
      }
      return rates
    }),
  )
}

async function measureReaders(program: Program, requests: readonly string[]): Promise<Load> {
  // The first readers allocate one-time memory, which must not count as memory of a reader.
  const first = await openReaders(program.port, requests.slice(0, 50))
  first.close()
  await pause(1000)
  const before = await javaScriptBytes(program)
  const readers = await openReaders(program.port, requests)
  await pause(1000)
  const [events, cpuSeconds] = [readers.events, program.cpuSeconds()]
  await pause(8000)
  const load = {
    memory: ((await javaScriptBytes(program)) - before) / requests.length,
    cpuSeconds: ((program.cpuSeconds() - cpuSeconds) / (readers.events - events)) * 1000,
    cut: readers.cut,
  }
  readers.close()
  await pause(500)
  return load
}

async function javaScriptBytes(program: Program): Promise<number> {
  const { heapBytes, externalBytes } = await program.held()
  return heapBytes + externalBytes
}

/** The milliseconds that a word took from the model to the client. */
interface Way {
  p50: number
  p99: number
}

/** Of every word of some answers at once. */
async function measureWay(answers: number): Promise<Way> {
  return withOurs(200, 50, async ({ port }, model) => {
    const delays: number[] = []
    const read = async (): Promise<void> => {
      const response = await postQuestion(port)
      let pending = ''
      const decoder = new TextDecoder()
      for await (const bytes of response.body ?? new ReadableStream<Uint8Array>()) {
        const now = performance.now()
        const lines = (pending + decoder.decode(bytes, { stream: true })).split('\n')
        pending = lines.pop() ?? ''
        for (const [word] of lines.join('\n').matchAll(/w\d+x\d+/gu)) {
          const said = model.saidAt.get(word)
          if (said !== undefined) delays.push(now - said)
        }
      }
    }
    // The first answers find nothing compiled.
    await Promise.all(Array.from({ length: answers }, read))
    delays.length = 0
    await Promise.all(Array.from({ length: answers }, read))
    return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
  })
}

async function withBare<Result>(act: (program: Program) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'org-bench-api-'))
  const program = await startProgram(path.join(import.meta.dirname, 'bare-hono.ts'), { DATA_DIR: dataDir })
  try {
    return await act(program)
  } finally {
    await program.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts an answer and lets it run on without this reader. */
async function ask(port: number): Promise<string> {
  const response = await postQuestion(port)
  await response.body?.cancel()
  return response.headers.get('x-stream-id') ?? ''
}
