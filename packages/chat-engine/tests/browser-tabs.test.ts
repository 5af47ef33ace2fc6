import { expect, it, onTestFinished } from 'vitest'
import { emptyAnswer } from '../src/index.ts'
import { createTabs } from '../src/tabs.ts'

const aside = { answerOf: () => undefined, onStopped: () => undefined, onBegan: () => undefined }

it('tabs hear each other through a BroadcastChannel, until the page of the one that reads goes', async () => {
  const reading = createTabs()
  const showing = createTabs()
  const answer = { ...emptyAnswer, text: 'Dark', lastSeq: 1 }
  onTestFinished(reading.join({ ...aside, answerOf: (id) => (id === 'stream-1' ? answer : undefined) }))
  onTestFinished(showing.join(aside))
  const { signal } = new AbortController()
  expect(await showing.follow('stream-2', { signal })).toBeNull()
  const stream = await showing.follow('stream-1', { signal })
  reading.tell('stream-1', { type: 'text-delta', text: ' rooms.', seq: 2 })
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
