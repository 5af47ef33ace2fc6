import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadAssessor } from '@org/api/safety/load.ts'
import { rootFolder } from '../folders.ts'
import type { RunOptions } from '../options.ts'
import { exactly, type PartReport } from '../report.ts'
import { median, quantile } from '../statistics.ts'

interface Message {
  text: string
  history?: { role: 'user' | 'assistant'; content: string }[]
}

const sets = ['visible', 'development']
const kinds = ['positives', 'negatives']
const longLengths = [5000, 10_000, 20_000]

/** Measures the safety stage: messages of the evaluation sets, and long messages made of them. */
export async function runSafety({ quick, log }: RunOptions): Promise<PartReport> {
  const rounds = quick ? 5 : 31
  const messages = sets.flatMap((set) => kinds.flatMap((kind) => readSet(set, kind)))
  const assessor = loadAssessor()
  log(`safety: ${messages.length} messages, ${rounds} rounds`)
  const all = messages.map(({ text }) => text).join(' ')
  const longs = longLengths.map((length) => all.slice(0, length))
  const times = messages.map((): number[] => [])
  const longTimes = longs.map((): number[] => [])
  // The first round compiles the code and fills the caches of words.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, { text, history }] of messages.entries()) {
      const time = timed(() => assessor.assess(text, history))
      if (round > 0) times[i]?.push(time)
    }
    for (const [i, text] of longs.entries()) {
      const time = cpuTime(() => assessor.assess(text))
      if (round > 0) longTimes[i]?.push(time)
    }
  }
  const medians = times.map(median)
  const longMedians = longTimes.map(median)
  const p99 = quantile(medians, 0.99)
  const growth = (longMedians[2] ?? 0) / (longMedians[1] ?? 1)
  return {
    part: 'safety',
    title: 'Safety stage',
    method: [
      'Milliseconds that rules and model take for a message, before any model of language is asked.',
      'The time of a message is the median of its rounds; the quantiles are over the messages of the sets.',
      'Long messages are the messages of the sets in one; their time is CPU time.',
    ],
    rounds,
    versions: {},
    tables: [
      {
        title: 'Time of a message in ms',
        columns: ['messages', 'p50', 'p95', 'p99', 'most'],
        rows: [
          [
            String(messages.length),
            ...[0.5, 0.95, 0.99, 1].map((part) => quantile(medians, part).toFixed(2)),
          ],
        ],
      },
      {
        title: 'Time of a long message in ms',
        columns: longs.map(({ length }) => `${length} characters`),
        rows: [longMedians.map((time) => time.toFixed(1))],
      },
    ],
    bars: [
      {
        what: 'p99 of a message',
        against: null,
        measured: exactly(p99),
        unit: 'ms',
        sense: 'at most',
        bar: 2,
        goal: 0.5,
      },
      {
        what: '20,000 characters',
        against: '10,000 characters',
        measured: exactly(growth),
        unit: '×',
        sense: 'at most',
        bar: 2.5,
      },
      {
        what: 'event loop blocked by 20,000 characters',
        against: null,
        measured: exactly(longMedians[2] ?? 0),
        unit: 'ms',
        sense: 'at most',
        bar: 50,
      },
    ],
    raw: { medians, longTimes },
  }
}

function readSet(set: string, kind: string): Message[] {
  const file = path.join(rootFolder, 'tooling/eval/safety', set, `${kind}.json`)
  const parsed: Message[] = JSON.parse(readFileSync(file, 'utf8'))
  return parsed
}

function timed(run: () => unknown): number {
  const started = performance.now()
  run()
  return performance.now() - started
}

/** CPU time of the process in ms: the work of other programs is no part of it. */
function cpuTime(run: () => unknown): number {
  const started = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}
