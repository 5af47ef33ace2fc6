import { setTimeout as pause } from 'node:timers/promises'
import { postQuestion, signUp, withOurs } from '../api/ours.ts'
import type { Held } from '../api/program.ts'
import { buildOurs } from '../install.ts'
import { figure } from '../markdown.ts'
import type { RunOptions } from '../options.ts'
import { seededRandom } from '../random.ts'
import { exactly, type PartReport } from '../report.ts'

/** Number of answers by their end. */
interface Tally {
  read: number
  /** Left by their reader before their end. */
  dropped: number
  /** Refused, or ended without their last line, though their reader was there. */
  cut: number
}

/** Resources of the server at one moment. */
interface Sample extends Held {
  when: string
  anonymousBytes: number
}

const readers = 200
const droppedShare = 0.2
const people = 20
const words = 60
const paceMs = 500
const answerMs = words * paceMs
const minuteMs = 60_000
// An answer without a reader goes on for a minute, and can be read for five more.
const restMs = 6.5 * minuteMs
// PGlite sets one timer of 10 s after a statement and replaces it with the next one: it is at most one, and not there in
// every moment of rest. The fewest resources of several readings over a longer time are those that stay.
const restReadings = 6
const readingPauseMs = 3000

/** Has answers read for half an hour, and compares what the server holds at rest before and after. */
export async function runSoak({ quick, log }: RunOptions): Promise<PartReport> {
  buildOurs(['@org/api'])
  const minutes = quick ? 2 : 30
  const tally: Tally = { read: 0, dropped: 0, cut: 0 }
  const samples: Sample[] = []
  await withOurs(words, paceMs, async (program) => {
    const { port } = program
    const cookies = await Promise.all(
      Array.from({ length: people }, (_, index) => signUp(port, `person${index}@example.com`)),
    )
    const take = async (when: string): Promise<void> => {
      const sample = { when, ...(await program.held()), anonymousBytes: program.anonymousBytes() }
      log(`soak: ${when}: ${figure(sample.heapBytes / 1e6)} MB of heap`)
      samples.push(sample)
    }
    const takeAtRest = async (when: string): Promise<void> => {
      await pause(restMs)
      await take(when)
      for (let reading = 1; reading < restReadings; reading += 1) {
        await pause(readingPauseMs)
        const { resources } = await program.held()
        const sample = samples.at(-1)
        if (sample !== undefined && resources.length < sample.resources.length) sample.resources = resources
      }
      log(`soak: ${when}: ${samples.at(-1)?.resources.join(', ')}`)
    }
    // The first answers find nothing compiled.
    await load(port, cookies, 1, { read: 0, dropped: 0, cut: 0 })
    await takeAtRest('before, at rest')
    const loaded = load(port, cookies, minutes, tally)
    for (let at = 10; at <= minutes; at += 10) {
      await Promise.race([pause(10 * minuteMs), loaded])
      await take(`after ${at} minutes, under load`)
    }
    await loaded
    await takeAtRest('after, at rest')
  })
  const [before, after] = [samples[0], samples.at(-1)]
  if (before === undefined || after === undefined) throw new Error('Nothing was measured.')
  return {
    part: 'soak',
    title: 'Soak',
    method: [
      `The built server with its embedded database, a process of its own; this process is client and model. For ${minutes} minutes ${readers} readers, half of them guests and half of them ${people} people who are signed in, ask one question after the other. An answer is ${words} words, two a second; a fifth of the readers, chosen by chance, go at a moment within it and ask anew.`,
      `Memory is read after a collection of garbage; at rest is ${figure(restMs / minuteMs)} minutes after the last answer, when those that nobody read to their end were given up and forgotten. A minute of the same load and a rest come before the first figure. Process is its memory that is no file’s, with what was swapped out. Sockets and timers are those that are open; at rest, the fewest of ${restReadings} readings ${figure(readingPauseMs / 1000)} s apart, because the embedded database keeps one timer of 10 s after a statement.`,
    ],
    rounds: 1,
    versions: {},
    tables: [
      {
        title: 'What the server holds',
        columns: ['When', 'Heap MB', 'Buffers MB', 'Process MB', 'Sockets and timers'],
        rows: samples.map(({ when, heapBytes, externalBytes, anonymousBytes, resources }) => [
          when,
          figure(heapBytes / 1e6),
          figure(externalBytes / 1e6),
          figure(anonymousBytes / 1e6),
          figure(resources.length),
        ]),
        note: `${figure(tally.read)} answers were read to their end, ${figure(tally.dropped)} left by their reader.`,
      },
    ],
    bars: [
      {
        what: 'heap at rest, after over before',
        against: 'itself before',
        measured: exactly(after.heapBytes / before.heapBytes),
        unit: '×',
        sense: 'at most',
        bar: 1.1,
      },
      {
        what: 'sockets and timers at rest, more than before',
        against: null,
        measured: exactly(after.resources.length - before.resources.length),
        unit: '',
        sense: 'at most',
        bar: 0,
      },
      {
        what: 'answers refused or cut',
        against: null,
        measured: exactly(tally.cut),
        unit: '',
        sense: 'at most',
        bar: 0,
      },
    ],
    raw: { samples, tally },
  }
}

/** Has every reader ask until the minutes are over, and read their last answers. */
async function load(port: number, cookies: readonly string[], minutes: number, tally: Tally): Promise<void> {
  const endsAt = performance.now() + minutes * minuteMs
  const random = seededRandom(1)
  const read = async (_: unknown, index: number): Promise<void> => {
    const cookie = index % 2 === 0 ? cookies[(index / 2) % cookies.length] : undefined
    // So that they do not all ask in the same moment.
    await pause((index / readers) * Math.min(answerMs, (minutes * minuteMs) / 2))
    while (performance.now() < endsAt) {
      const leavesAfterMs = random() < droppedShare ? random() * answerMs : undefined
      tally[await readAnswer(port, cookie, leavesAfterMs)] += 1
    }
  }
  await Promise.all(Array.from({ length: readers }, read))
}

async function readAnswer(
  port: number,
  cookie: string | undefined,
  leavesAfterMs: number | undefined,
): Promise<keyof Tally> {
  const leaving = new AbortController()
  const timer = leavesAfterMs === undefined ? undefined : setTimeout(() => leaving.abort(), leavesAfterMs)
  try {
    const response = await postQuestion(port, {
      signal: leaving.signal,
      ...(cookie === undefined ? {} : { cookie }),
    })
    const text = await response.text()
    return text.trimEnd().endsWith('data: [DONE]') ? 'read' : 'cut'
  } catch (error) {
    if (leaving.signal.aborted) return 'dropped'
    console.error('soak:', new Date().toISOString(), error)
    // Whoever is refused asks again, but not at once.
    await pause(1000)
    return 'cut'
  } finally {
    clearTimeout(timer)
  }
}
