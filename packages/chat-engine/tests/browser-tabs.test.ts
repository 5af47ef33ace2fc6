import { locks } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { emptyAnswer } from '../src/index.ts'
import { createTabs } from '../src/tabs/create-tabs.ts'

const aside = {
  namespace: '',
  answerOf: () => undefined,
  onStopped: () => undefined,
  onBegan: () => undefined,
}

it('tabs share a stream over a BroadcastChannel and Web Locks, until the page of the reading tab goes', async () => {
  const reading = createTabs({ locks })
  const showing = createTabs({ locks })
  const answer = { ...emptyAnswer, text: 'Dark', lastSeq: 1 }
  onTestFinished(reading.join({ ...aside, answerOf: (id) => (id === 'stream-1' ? answer : undefined) }))
  onTestFinished(showing.join(aside))
  expect(await showing.follow('stream-2')).toBeNull()
  expect(await reading.follow('stream-1')).toBeNull()
  const stream = await showing.follow('stream-1')
  reading.broadcast('stream-1', { type: 'text-delta', text: ' rooms.', seq: 2 }, answer)
  const read: unknown[] = []
  for await (const event of stream?.events ?? []) {
    read.push(event)
    if (read.length === 2) globalThis.dispatchEvent(new Event('pagehide'))
  }
  expect(read).toEqual([
    { type: 'caught-up', answer, seq: 1 },
    { type: 'text-delta', text: ' rooms.', seq: 2 },
  ])
})

it('work alone where the browser forbids the channel', async () => {
  const forbidden = vi.fn<(name: string) => never>(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  vi.stubGlobal('BroadcastChannel', forbidden)
  onTestFinished(() => void vi.unstubAllGlobals())
  const tabs = createTabs({ locks })
  onTestFinished(tabs.join(aside))
  expect(forbidden).toHaveBeenCalledOnce()
  expect(await tabs.follow('stream-1')).toBeNull()
})
