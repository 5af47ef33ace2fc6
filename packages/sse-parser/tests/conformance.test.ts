import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, type TestContext, vi } from 'vitest'
import { cutAt, everyCut } from './cuts.ts'
import { bytes, read } from './read.ts'
import { interpret } from './reference.ts'
import { vectors } from './vectors.ts'

// Hundreds of thousands of readings.
vi.setConfig({ testTimeout: 60_000 })

describe('the standard, at every cut', () => {
  it.each(vectors)('$rule', ({ stream, events, lastEventId = '', retries = [], comments }) => {
    const whole = typeof stream === 'string' ? bytes(stream) : stream
    const expected = {
      events: events.map((event) => ({ type: 'message', data: '', lastEventId: '', ...event })),
      lastEventId,
      retries,
      ...(comments && { comments }),
    }
    expect(interpret(whole)).toEqual({ events: expected.events, lastEventId, retries })
    for (const places of everyCut(whole.length)) {
      expect(read(cutAt(whole, places)), `bytes cut at ${places.join()}`).toMatchObject({
        ...expected,
        errors: [],
      })
    }
    if (typeof stream !== 'string') return
    for (const places of everyCut(stream.length)) {
      expect(read(cutAt(stream, places)), `text cut at ${places.join()}`).toMatchObject({
        ...expected,
        errors: [],
      })
    }
  })
})

interface Corpus<Case> {
  cases: Case[]
}

function corpusFile(name: string): string {
  return fileURLToPath(new URL(`../../../../shared/corpora/${name}.json`, import.meta.url))
}

function readCorpus<Case>(name: string, context: TestContext): Case[] {
  const file = corpusFile(name)
  context.skip(!existsSync(file), `${file} is not here`)
  const corpus: Corpus<Case> = JSON.parse(readFileSync(file, 'utf8'))
  return corpus.cases
}

interface EventSourceCase {
  id: string
  name: string
  body_b64: string
  events: { data: string; event: string; lastEventId: string }[]
  retry?: number
  status?: number
  content_type?: string
}

it('gives what the web platform tests of EventSource expect, at every cut', (context) => {
  const cases = readCorpus<EventSourceCase>('c_sse_vectors', context)
  for (const { id, body_b64, events, retry, status, content_type } of cases) {
    // Status and content type are the response's: parse-stream.test.ts.
    if (status !== undefined || content_type !== undefined) continue
    const whole = new Uint8Array(Buffer.from(body_b64, 'base64'))
    const expected = events.map(({ event, data, lastEventId }) => ({ type: event, data, lastEventId }))
    for (const places of everyCut(whole.length)) {
      const { retries, ...reading } = read(cutAt(whole, places))
      expect(reading, `${id} cut at ${places.join()}`).toMatchObject({ events: expected, errors: [] })
      expect(retries.slice(-1)).toEqual(retry === undefined ? retries.slice(-1) : [retry])
    }
  }
})

interface FuzzCase {
  id: string
  input?: unknown
  body_b64?: string
}

it('reads strings that break programs the same at every cut, as a stream and as data', (context) => {
  const inputs = readCorpus<FuzzCase>('d_fuzz', context).flatMap(({ input, body_b64 }) => {
    if (body_b64 !== undefined) return [Buffer.from(body_b64, 'base64')]
    return typeof input === 'string' ? [Buffer.from(input)] : []
  })
  const blankLine = Buffer.from('\n\n')
  for (const input of inputs) {
    for (const stream of [[input], [input, blankLine], [Buffer.from('data: '), input, blankLine]]) {
      const whole = new Uint8Array(Buffer.concat(stream))
      const { events, lastEventId, retries } = interpret(whole)
      for (const places of [[], ...[1, 2, 3, 5].map((size) => everyNth(whole.length, size))]) {
        expect(read(cutAt(whole, places))).toMatchObject({ events, lastEventId, retries, errors: [] })
      }
    }
  }
})

function everyNth(length: number, size: number): number[] {
  return Array.from({ length: Math.floor(length / size) }, (_, index) => index * size)
}
