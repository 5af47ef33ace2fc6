import { getEventListeners, once } from 'node:events'
import { createServer, get, IncomingMessage, type RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { bytes } from '../tests/read.ts'
import {
  EventTooLargeError,
  isSseError,
  parseStream,
  ResponseError,
  type SseEvent,
  type SseIterator,
  type SseSource,
} from './index.ts'

async function collect(source: SseSource): Promise<string[]> {
  const data: string[] = []
  for await (const event of parseStream(source)) data.push(event.data)
  return data
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** A byte stream that notes what is asked of it. */
function watched(chunks: string[], { end = true } = {}) {
  const seen = { pulled: 0, cancelled: undefined as unknown }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[seen.pulled]
        if (chunk !== undefined) controller.enqueue(bytes(chunk))
        else if (end) controller.close()
        seen.pulled++
      },
      cancel(reason) {
        seen.cancelled = reason ?? 'no reason'
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, seen }
}

/** Answers in bytes that arrive one by one. */
const writeBytes: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const byte of bytes('data: é日😀\r\n\r\ndata: b\n\n')) response.write(Uint8Array.of(byte))
  response.end()
}

async function withServer(answer: RequestListener, work: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    await work(`http://127.0.0.1:${port}`)
  } finally {
    server.close()
  }
}

const eventStream = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }

describe('sources', () => {
  const chunks = ['data: a\n\nda', 'ta: b\n', '\n', ': ping\n\n', 'data: c\n\ndata: half']

  it('reads a stream of bytes', async () => {
    expect(await collect(watched(chunks).stream)).toEqual(['a', 'b', 'c'])
  })

  it('reads a stream of strings', async () => {
    expect(await collect(new Blob(chunks).stream().pipeThrough(new TextDecoderStream()))).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('reads a response', async () => {
    expect(await collect(new Response(watched(chunks).stream, eventStream))).toEqual(['a', 'b', 'c'])
  })

  it('reads a response without a body', async () => {
    expect(await collect(new Response(null, eventStream))).toEqual([])
  })

  it('reads an async iterable', async () => {
    async function* generate() {
      yield* chunks
    }
    expect(await collect(generate())).toEqual(['a', 'b', 'c'])
  })

  it('reads fetch from a server that writes a byte at a time', async () => {
    await withServer(writeBytes, async (address) => {
      expect(await collect(await fetch(address))).toEqual(['é日😀', 'b'])
    })
  })

  it("reads a response of Node's own http client", async () => {
    await withServer(writeBytes, async (address) => {
      const [response] = await once(get(address), 'response')
      if (!(response instanceof IncomingMessage)) throw new Error('There is no response.')
      expect(await collect(response)).toEqual(['é日😀', 'b'])
    })
  })

  it('refuses what is none of these, a response that is not there yet among it', () => {
    const promise = Promise.resolve(new Response('data: a\n\n', eventStream))
    for (const [source, name] of [
      [promise, 'Promise'],
      ['data: a\n\n', 'String'],
      [{}, 'Object'],
      [Object.create(null), 'undefined'],
      [null, 'null'],
      [undefined, 'undefined'],
    ]) {
      const expected = 'source must be a ReadableStream, a Response or an async iterable, got '
      // Callers without types forget to wait.
      expect(() => Reflect.apply(parseStream, null, [source])).toThrow(new TypeError(expected + name))
    }
  })

  it('refuses options of the wrong type, and leaves the source unread', async () => {
    const response = new Response('data: a\n\n', eventStream)
    const controller = new AbortController()
    expect(() => Reflect.apply(parseStream, null, [response, { signal: controller }])).toThrow(
      new TypeError('signal must be an AbortSignal, got AbortController'),
    )
    expect(() => parseStream(response, { maxEventBytes: 0 })).toThrow(RangeError)
    expect(await collect(response)).toEqual(['a'])
  })

  it('fails on a chunk that is neither bytes nor a string', async () => {
    const source = new ReadableStream({ start: (controller) => controller.enqueue({ data: 'a' }) })
    expect(await rejection(collect(source))).toEqual(
      new TypeError('chunk must be a Uint8Array or a string, got Object'),
    )
  })
})

describe('responses that are no event stream', () => {
  it.each([204, 205, 210, 404, 500])('status %d', async (status) => {
    const response = new Response(status < 210 ? null : 'data: a\n\n', { ...eventStream, status })
    expect(await rejection(collect(response))).toMatchObject({ code: 'no_event_stream', status })
  })

  it.each(['text/html', 'x bogus', 'text/event-streams', 'application/json; a=text/event-stream'])(
    '%s',
    async (type) => {
      const { stream, seen } = watched(['data: a\n\n'])
      const error = await rejection(collect(new Response(stream, { headers: { 'content-type': type } })))
      expect(error).toBeInstanceOf(ResponseError)
      expect(error).toMatchObject({ code: 'no_event_stream', contentType: type })
      expect(seen.cancelled).toBe(error)
    },
  )

  it.each(['text/event-stream;', 'TEXT/Event-Stream ; charset=utf-8'])('but %j is one', async (type) => {
    const response = new Response('data: a\n\n', { headers: { 'content-type': type } })
    expect(await collect(response)).toEqual(['a'])
  })

  it('nor is one refused that names no content type', async () => {
    expect(await collect(new Response(watched(['data: a\n\n']).stream))).toEqual(['a'])
  })
})

describe('back-pressure', () => {
  it('reads a chunk only when an event is asked for and none is waiting', async () => {
    const { stream, seen } = watched(['data: a\n\ndata: b\n\n', 'data: c\n\n'])
    const events = parseStream(stream)
    expect(seen.pulled).toBe(0)
    await events.next()
    await events.next()
    expect(seen.pulled).toBe(1)
    await events.next()
    expect(seen.pulled).toBe(2)
  })

  it('answers calls made at once in their order', async () => {
    const events = parseStream(watched(['data: a\n\ndata: b\n\n', 'data: c\n\n']).stream)
    const results = await Promise.all([
      events.next(),
      events.next(),
      events.next(),
      events.next(),
      events.next(),
    ])
    expect(results.map((result) => result.value?.data)).toEqual(['a', 'b', 'c', undefined, undefined])
    expect(results.map((result) => result.done)).toEqual([false, false, false, true, true])
  })
})

describe('leaving early', () => {
  it('cancels a stream', async () => {
    const { stream, seen } = watched(['data: a\n\ndata: b\n\n'], { end: false })
    for await (const event of parseStream(stream)) {
      expect(event.data).toBe('a')
      break
    }
    expect(seen.cancelled).toBe('no reason')
  })

  it('returns an iterator of the source', async () => {
    let returned = false
    async function* generate() {
      try {
        yield 'data: a\n\n'
        yield 'data: b\n\n'
      } finally {
        returned = true
      }
    }
    for await (const event of parseStream(generate())) if (event.data === 'a') break
    expect(returned).toBe(true)
  })

  it('ends the iteration, also a call that waits', async () => {
    const { stream } = watched([], { end: false })
    const events = parseStream(stream)
    const waiting = events.next()
    await events.return()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  it('before the first event never touches the source', async () => {
    const { stream, seen } = watched(['data: a\n\n'])
    await parseStream(stream).return()
    expect(seen).toEqual({ pulled: 0, cancelled: 'no reason' })
  })
})

describe('signal', () => {
  it('throws its reason at once and cancels the source with it', async () => {
    const { stream, seen } = watched(['data: a\n\ndata: b\n\n'], { end: false })
    const controller = new AbortController()
    const events = parseStream(stream, { signal: controller.signal })
    await events.next()
    const reason = new Error('stopped')
    controller.abort(reason)
    expect(await rejection(events.next())).toBe(reason)
    expect(seen.cancelled).toBe(reason)
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  it('reaches a call that waits for a stream', async () => {
    const { stream, seen } = watched([], { end: false })
    const controller = new AbortController()
    const waiting = rejection(parseStream(stream, { signal: controller.signal }).next())
    controller.abort()
    expect(await waiting).toMatchObject({ name: 'AbortError' })
    expect(seen.cancelled).toMatchObject({ name: 'AbortError' })
  })

  it('reaches a call that waits for an iterable which never answers', async () => {
    const never: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    }
    const controller = new AbortController()
    const waiting = rejection(parseStream(never, { signal: controller.signal }).next())
    controller.abort()
    expect(await waiting).toMatchObject({ name: 'AbortError' })
  })

  it('aborted from the start reads nothing and cancels the source', async () => {
    const { stream, seen } = watched(['data: a\n\n'])
    expect(await rejection(parseStream(stream, { signal: AbortSignal.abort() }).next())).toMatchObject({
      name: 'AbortError',
    })
    expect(seen).toMatchObject({ pulled: 0, cancelled: { name: 'AbortError' } })
  })
})

describe('after the end', () => {
  const endings: Record<string, (events: SseIterator, controller: AbortController) => Promise<unknown>> = {
    'of the source': async (events) => {
      while ((await events.next()).done !== true);
    },
    'by return()': (events) => events.return(),
    'by its signal': async (events, controller) => {
      controller.abort()
      await rejection(events.next())
    },
    'by its signal, then return()': (events, controller) => {
      controller.abort()
      return events.return()
    },
    'by its signal while next() waits, then return()': async (events, controller) => {
      await events.next()
      const waiting = rejection(events.next())
      controller.abort()
      await Promise.all([waiting, events.return()])
    },
    'by an event too large, then return()': async (events) => {
      await events.next()
      await events.return()
    },
  }

  it.each(Object.entries(endings))('%s: next() ends, also after a late abort', async (name, end) => {
    const isLarge = name.includes('too large')
    const chunks = isLarge ? ['data: a\n\ndata: much too long\n\n'] : ['data: a\n\n']
    const { stream } = watched(chunks, { end: name === 'of the source' })
    const controller = new AbortController()
    const { signal } = controller
    const events = parseStream(stream, { signal, ...(isLarge && { maxEventBytes: 12 }) })
    await end(events, controller)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    controller.abort(new Error('too late'))
    for (let call = 0; call < 2; call++) {
      expect(await events.next()).toEqual({ done: true, value: undefined })
    }
  })

  it('a signal that was aborted from the start holds no listener', () => {
    const signal = AbortSignal.abort()
    parseStream(watched(['data: a\n\n']).stream, { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

describe('failures', () => {
  it('of the source are passed on after the events before them', async () => {
    const broken = new Error('connection reset')
    async function* generate() {
      yield 'data: a\n\ndata: b\n\n'
      throw broken
    }
    const events = parseStream(generate())
    expect((await events.next()).value?.data).toBe('a')
    expect((await events.next()).value?.data).toBe('b')
    expect(await rejection(events.next())).toBe(broken)
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  it('an event too large comes after the events before it and cancels the source', async () => {
    const { stream, seen } = watched(['data: a\n\ndata: much too long\n\n'], { end: false })
    const events = parseStream(stream, { maxEventBytes: 12 })
    const first: IteratorResult<SseEvent, undefined> = await events.next()
    expect(first.value?.data).toBe('a')
    const error = await rejection(events.next())
    expect(error).toBeInstanceOf(EventTooLargeError)
    expect(isSseError(error)).toBe(true)
    expect(seen.cancelled).toBe(error)
  })
})

it('tells comments and retries', async () => {
  const told: unknown[] = []
  const events = parseStream(watched([': ping\nretry: 5\n\ndata: a\n\n']).stream, {
    onComment: (comment) => told.push(comment),
    onRetry: (milliseconds) => told.push(milliseconds),
  })
  await events.next()
  expect(told).toEqual(['ping', 5])
})
