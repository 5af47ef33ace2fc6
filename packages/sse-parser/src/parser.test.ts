import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAt } from '../tests/cuts.ts'
import { bytes, read } from '../tests/read.ts'
import { interpret } from '../tests/reference.ts'
import { createParser, EventTooLargeError, type SseEvent } from './index.ts'

// Streams made of what a parser decides on, with long runs that leave its short-line path.
const piece = fc.oneof(
  fc.constantFrom(
    'data',
    'data:',
    'data: ',
    'event: ',
    'id: ',
    'id',
    'retry: ',
    ':',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
  ),
  fc.constantFrom('\0', '\uFEFF', 'é', '日', '😀', 'x', '1', '\u2028', '\uFFFD'),
  fc.integer({ min: 90, max: 1200 }).map((length) => 'ü'.repeat(length)),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
const invalid = fc
  .array(fc.oneof(text.map(bytes), fc.uint8Array({ maxLength: 6 })), { maxLength: 6 })
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])))
const places = fc.array(fc.nat({ max: 4000 }), { maxLength: 30 })

function within(length: number, places: readonly number[]): number[] {
  return places.map((place) => Math.min(place, length))
}

describe('cutting', () => {
  it('never changes what bytes mean', () => {
    fc.assert(
      fc.property(invalid, places, (stream, cuts) => {
        expect(read(cutAt(stream, within(stream.length, cuts)))).toMatchObject(interpret(stream))
      }),
      { numRuns: 2000 },
    )
  })

  it('never changes what strings mean, also in the middle of a surrogate pair', () => {
    fc.assert(
      fc.property(text, places, (stream, cuts) => {
        expect(read(cutAt(stream, within(stream.length, cuts)))).toMatchObject(interpret(bytes(stream)))
      }),
      { numRuns: 1000 },
    )
  })

  it('never changes what bytes and strings in turn mean', () => {
    fc.assert(
      fc.property(text, places, (stream, cuts) => {
        const whole = bytes(stream)
        const asciiCuts = within(whole.length, cuts).filter((place) => ((whole[place] ?? 0) & 0xc0) !== 0x80)
        const chunks = cutAt(whole, asciiCuts).map((chunk, index) =>
          index % 2 === 0 ? chunk : new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk),
        )
        expect(read(chunks)).toMatchObject(interpret(whole))
      }),
      { numRuns: 1000 },
    )
  })

  it('never changes whether an event is too large, nor what came before', () => {
    fc.assert(
      fc.property(invalid, places, fc.integer({ min: 1, max: 2500 }), (stream, cuts, maxEventBytes) => {
        const whole = read([stream.slice()], { maxEventBytes })
        expect(read(cutAt(stream, within(stream.length, cuts)), { maxEventBytes })).toEqual(whole)
      }),
      { numRuns: 3000 },
    )
  })

  it('takes bytes one at a time, and a view into a larger buffer', () => {
    const stream = bytes('data: é\r\n\r\ndata: 😀\n\n')
    expect(read(cutAt(stream, [...stream.keys()])).events).toHaveLength(2)
    const larger = new Uint8Array(100).fill(0x78)
    larger.set(stream, 40)
    expect(read([larger.subarray(40, 40 + stream.length)]).events).toHaveLength(2)
  })

  it('makes of half a surrogate pair what an encoder makes of it', () => {
    expect(read(['data: \uD83D\n\n']).events).toMatchObject([{ data: '\uFFFD' }])
    expect(read(['data: \uD83D', '\n\n']).events).toMatchObject([{ data: '\uFFFD' }])
    expect(read(['data: \uD83D', bytes('x\n\n')]).events).toMatchObject([{ data: '\uFFFDx' }])
  })
})

it('joins the many lines of a large event, and those of the next, with one line feed each', () => {
  const lines = Array.from({ length: 5000 }, (_, index) =>
    index % 9 === 0 ? '' : `${index} é日😀`.repeat(9),
  )
  const large = `${lines.map((line) => `data: ${line}\n`).join('')}\n`
  const stream = bytes(`${large}data: a\n\n${large}`)
  const cuts = Array.from({ length: Math.floor(stream.length / 1000) }, (_, index) => index * 1000)
  for (const maxEventBytes of [2 ** 20, 2 ** 25]) {
    const { events, errors } = read(cutAt(stream, cuts), { maxEventBytes })
    expect(errors).toEqual([])
    expect(events.map(({ data }) => data)).toEqual([lines.join('\n'), 'a', lines.join('\n')])
  }
  expect(read(cutAt(stream, cuts), { maxEventBytes: 2 ** 19 })).toMatchObject({
    events: [],
    errors: ['event_too_large'],
  })
})

describe('an event is told as soon as it is whole', () => {
  it.each(['data: a\n\n', 'data: a\r\r', 'data: a\r\n\r'])('%j', (stream) => {
    const events: SseEvent[] = []
    const parser = createParser({ onEvent: (event) => events.push(event) })
    parser.push(bytes(stream))
    expect(events).toEqual([{ type: 'message', data: 'a', lastEventId: '' }])
    parser.push('\ndata: b\n\n')
    expect(events.at(-1)?.data).toBe('b')
  })
})

describe('maxEventBytes', () => {
  const limit = { maxEventBytes: 20 }

  it('counts the data so far and the line being read, in UTF-8 bytes', () => {
    expect(read(['data: 12345678901234\n\n'], limit).errors).toEqual([])
    expect(read(['data: 123456789012345\n\n'], limit).errors).toEqual(['event_too_large'])
    expect(read(['data: ééééééé\n\n'], limit).errors).toEqual([])
    expect(read(['data: éééééééé\n\n'], limit).errors).toEqual(['event_too_large'])
    expect(read(['data: 123\ndata: 4567890123\n\n'], limit).errors).toEqual([])
    expect(read(['data: 123\ndata: 45678901234\n\n'], limit).errors).toEqual(['event_too_large'])
  })

  it('tells the events before, then the error, then nothing more', () => {
    const reading = read(['data: a\n\ndata: 123456789012345\n\ndata: b\n\n', 'data: c\n\n'], limit)
    expect(reading.events.map((event) => event.data)).toEqual(['a'])
    expect(reading.errors).toEqual(['event_too_large'])
  })

  it('does not wait for the end of a line', () => {
    const parser = createParser({ ...limit, onEvent: () => undefined })
    parser.push('\ndata: 12345678901234')
    expect(() => {
      parser.push('5')
    }).toThrow(EventTooLargeError)
  })

  it('holds no more than that of an endless line or an endless event', () => {
    const maxEventBytes = 1_000_000
    for (const chunk of [bytes('x'.repeat(1000)), bytes(`data: ${'y'.repeat(90)}\n`), bytes('z')]) {
      let pushed = 0
      const parser = createParser({ maxEventBytes, onEvent: () => undefined })
      expect(() => {
        for (;;) {
          parser.push(chunk)
          pushed += chunk.length
        }
      }).toThrow(EventTooLargeError)
      expect(pushed).toBeLessThan(maxEventBytes * 1.2)
    }
  })

  it('lets comments pass for ever', () => {
    const parser = createParser({ maxEventBytes: 100, onEvent: () => undefined })
    parser.push('data: a\n')
    expect(() => {
      for (let count = 0; count < 1000; count++) parser.push(': ping\n')
    }).not.toThrow()
  })

  it('is not reached by an event of 8 MB by default', () => {
    expect(read([`data: ${'x'.repeat(8e6)}\n\n`]).events[0]?.data).toHaveLength(8e6)
  })

  it('must be above 0', () => {
    expect(() => createParser({ onEvent: () => undefined, maxEventBytes: 0 })).toThrow(RangeError)
    expect(() => createParser({ onEvent: () => undefined, maxEventBytes: Number.NaN })).toThrow(
      new RangeError('maxEventBytes must be above 0, got NaN'),
    )
  })
})

describe('reset and end', () => {
  it('reset forgets the unfinished line, the buffers, the id and an error', () => {
    const events: SseEvent[] = []
    const parser = createParser({
      maxEventBytes: 40,
      onEvent: (event) => events.push(event),
      onError: () => undefined,
    })
    parser.push('id: 7\n\nevent: a\ndata: b\ndata: c')
    expect(parser.lastEventId).toBe('7')
    parser.reset()
    expect(parser.lastEventId).toBe('')
    parser.push('\uFEFFdata: d\n\n')
    parser.push('x'.repeat(100))
    parser.push('data: ignored\n\n')
    parser.reset()
    parser.push(Uint8Array.of(0x0a, 0xe2))
    parser.reset()
    parser.push('data: e\n\n')
    expect(events).toEqual([
      { type: 'message', data: 'd', lastEventId: '' },
      { type: 'message', data: 'e', lastEventId: '' },
    ])
  })

  it('end drops what is unfinished and keeps the id to resume from', () => {
    const events: SseEvent[] = []
    const parser = createParser({ onEvent: (event) => events.push(event) })
    parser.push('id: 1\ndata: a\n\nid: 2\ndata: b\n')
    parser.end()
    parser.push('\n')
    expect(events).toHaveLength(1)
    expect(parser.lastEventId).toBe('1')
  })

  it('a callback may end or reset the parser: the rest of the chunk is left', () => {
    const seen: string[] = []
    const parser = createParser({
      onEvent: ({ data }) => {
        seen.push(data)
        if (data === '[DONE]') parser.end()
        if (data === 'again') parser.reset()
      },
    })
    parser.push('data: a\n\ndata: again\n\ndata: lost\n\nid: 9')
    parser.push('data: b\n\ndata: [DONE]\n\ndata: lost\n\n')
    parser.push('data: lost\n\n')
    expect(seen).toEqual(['a', 'again', 'b', '[DONE]'])
  })

  it('goes on with the next chunk after a callback has thrown', () => {
    const seen: string[] = []
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data === 'bad') throw new Error('refused')
        seen.push(data)
      },
    })
    expect(() => {
      parser.push('data: bad\n\ndata: left\n\ndata: c')
    }).toThrow('refused')
    parser.push('d\n\n')
    expect(seen).toEqual(['cd'])
  })
})

describe('arguments of the wrong type', () => {
  const noop = () => undefined

  it.each([
    [undefined, 'onEvent must be a function, got undefined'],
    [noop, 'onEvent must be a function, got undefined'],
    [{ onEvent: null }, 'onEvent must be a function, got null'],
  ])('createParser(%o): %s', (options, message) => {
    // @ts-expect-error -- callers without types
    expect(() => createParser(options)).toThrow(new TypeError(message))
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [new ArrayBuffer(1), 'ArrayBuffer'],
    [Uint16Array.of(1), 'Uint16Array'],
    [{ value: 'data: a' }, 'Object'],
  ])('push(%o)', (chunk, name) => {
    const parser = createParser({ onEvent: noop })
    // @ts-expect-error -- callers without types
    expect(() => parser.push(chunk)).toThrow(
      new TypeError(`chunk must be a Uint8Array or a string, got ${name}`),
    )
  })
})
