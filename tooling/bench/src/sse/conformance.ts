import { readFileSync } from 'node:fs'
import { feed, type SseAdapter } from './adapter.ts'
import { loadSseAdapter, type SseAdapterId } from './adapters.ts'

interface SseEvent {
  type: string
  data: string
  lastEventId: string
}

interface Vector {
  name: string
  base64: string
  events: SseEvent[]
}

/** Number of test vectors that a parser passes. */
export interface Conformance {
  total: number
  /** In one piece. */
  whole: number
  /** At every cut: in two pieces, byte by byte and, where short, in three pieces. */
  everyCut: number
  /** Names of those that fail at some cut. */
  failed: string[]
}

const longVector = 1000
const longStep = 37
const threePieces = 60

/** Runs the vectors of web-platform-tests and of the HTML standard's text. */
export async function conformance(id: SseAdapterId): Promise<Conformance> {
  const { vectors } = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as {
    vectors: Vector[]
  }
  const adapter = await loadSseAdapter(id)
  const result: Conformance = { total: vectors.length, whole: 0, everyCut: 0, failed: [] }
  for (const { name, base64, events } of vectors) {
    const expected = JSON.stringify(events)
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
    if ((await parse(adapter, [bytes])) === expected) result.whole++
    if (await holdsAtEveryCut(adapter, bytes, expected)) result.everyCut++
    else result.failed.push(name)
  }
  return result
}

async function holdsAtEveryCut(
  adapter: SseAdapter,
  bytes: Uint8Array<ArrayBuffer>,
  expected: string,
): Promise<boolean> {
  for (const chunks of cuts(bytes)) if ((await parse(adapter, chunks)) !== expected) return false
  return true
}

function* cuts(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>[]> {
  const { length } = bytes
  // Copies: a parser must not read past its chunk.
  const at = (...places: number[]): Uint8Array<ArrayBuffer>[] =>
    [...places, length].map((end, index) => bytes.slice(places[index - 1] ?? 0, end))
  yield at()
  yield Array.from(bytes, (byte) => Uint8Array.of(byte))
  for (let place = 1; place < length; place += length > longVector ? longStep : 1) yield at(place)
  if (length > threePieces) return
  for (let first = 1; first < length; first++) {
    for (let second = first + 1; second < length; second++) yield at(first, second)
  }
}

async function parse(adapter: SseAdapter, chunks: Uint8Array<ArrayBuffer>[]): Promise<string> {
  const events: SseEvent[] = []
  try {
    await feed(adapter, chunks, (type, data, lastEventId) => void events.push({ type, data, lastEventId }))
  } catch (error) {
    return String(error)
  }
  return JSON.stringify(events)
}
