import { expect, it } from 'vitest'
import { bytes } from '../tests/read.ts'
import { createParserStream, EventTooLargeError, type SseChunk, type SseEvent } from './index.ts'

async function through(chunks: SseChunk[], maxEventBytes?: number): Promise<SseEvent[]> {
  const source = new ReadableStream<SseChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events: SseEvent[] = []
  for await (const event of source.pipeThrough(createParserStream({ maxEventBytes }))) events.push(event)
  return events
}

it('turns bytes and strings into events', async () => {
  const events = await through([bytes('event: a\ndata: 1\n\nda'), 'ta: 2\n\ndata: half'])
  expect(events).toEqual([
    { type: 'a', data: '1', lastEventId: '' },
    { type: 'message', data: '2', lastEventId: '' },
  ])
})

it('fails on an event that is too large', async () => {
  await expect(through(['data: a\n\ndata: much too long\n\n', 'data: b\n\n'], 10)).rejects.toThrow(
    EventTooLargeError,
  )
})

it('cancels its source when its reader leaves', async () => {
  let cancelled = false
  const source = new ReadableStream<string>({
    pull(controller) {
      controller.enqueue('data: a\n\n')
    },
    cancel() {
      cancelled = true
    },
  })
  for await (const event of source.pipeThrough(createParserStream())) if (event.data === 'a') break
  expect(cancelled).toBe(true)
})
