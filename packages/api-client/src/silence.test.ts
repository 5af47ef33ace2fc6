import { describe, expect, it, vi } from 'vitest'
import { createApiClient } from './client.ts'
import { startServer } from './testing/http-server.ts'
import type { Answer } from './testing/http-server.ts'

/** Timers that only a test lets run out. */
function createTimers() {
  const running = new Map<() => void, number>()
  return {
    running,
    setTimer: (callback: () => void, ms: number) => {
      running.set(callback, ms)
      return () => running.delete(callback)
    },
    runOut: () => {
      for (const callback of running.keys()) callback()
    },
  }
}

async function startClient(answer: Answer) {
  const timers = createTimers()
  const { baseUrl, requests } = await startServer(answer)
  return { client: createApiClient({ baseUrl, setTimer: timers.setTimer }), timers, requests }
}

function begin(text: string, closed: () => void = () => undefined): Answer {
  return (response) => {
    response.on('close', closed)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(text)
  }
}

const TOKEN = 'data: {"type":"LLM_Response","content":"Dark"}\n\n'

describe('a stream that falls silent', () => {
  it('throws after 45 s, and its connection is closed', async () => {
    const closed = vi.fn<() => void>()
    const { client, timers } = await startClient(begin(TOKEN, closed))
    const { events } = await client.chat({ text: 'x' })
    const iterator = events[Symbol.asyncIterator]()
    expect((await iterator.next()).value).toMatchObject({ text: 'Dark' })
    const waiting = iterator.next()
    await expect.poll(() => [...timers.running.values()]).toEqual([45_000])
    timers.runOut()
    await expect(waiting).rejects.toMatchObject({ name: 'ApiError', code: 'timeout' })
    await expect.poll(() => closed).toHaveBeenCalledOnce()
  })

  it('before it begins throws, too', async () => {
    const { client, timers, requests } = await startClient(() => undefined)
    const asking = client.resumeStream('s1')
    await expect.poll(() => requests).toHaveLength(1)
    timers.runOut()
    await expect(asking).rejects.toMatchObject({ code: 'timeout' })
  })

  it('is not one whose reader takes its time', async () => {
    const { client, timers } = await startClient(begin(TOKEN))
    const { events } = await client.chat({ text: 'x' })
    for await (const event of events) {
      expect(event).toMatchObject({ text: 'Dark' })
      expect(timers.running.size).toBe(0)
      break
    }
    expect(timers.running.size).toBe(0)
  })

  it('leaves no timer behind when it is left while something is waited for', async () => {
    const { client, timers } = await startClient(begin(TOKEN))
    const controller = new AbortController()
    const { events } = await client.chat({ text: 'x' }, { signal: controller.signal })
    const iterator = events[Symbol.asyncIterator]()
    await iterator.next()
    const waiting = iterator.next()
    await expect.poll(() => timers.running.size).toBe(1)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
    expect(timers.running.size).toBe(0)
  })
})

describe('an answer that is no stream', () => {
  it('is read no further than an error may be long', async () => {
    const closed = vi.fn<() => void>()
    const { client, timers } = await startClient((response) => {
      response.on('close', closed)
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.write('x'.repeat(1_000_000))
    })
    await expect(client.chat({ text: 'x' })).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 })
    await expect.poll(() => closed).toHaveBeenCalledOnce()
    expect(timers.running.size).toBe(0)
  })
})
