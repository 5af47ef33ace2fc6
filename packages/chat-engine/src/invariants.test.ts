// @vitest-environment node
import type { ChatEvent } from '@org/api-client'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRunActive } from './runs/run-state.ts'
import { httpFailure, storedConversation, visitor } from './testing/scripted-transport.ts'
import { startEngine } from './testing/start-engine.ts'
import type { EngineUnderTest } from './testing/start-engine.ts'

/** Something that a person, the server or the clock does. */
type Step = (test: EngineUnderTest, choice: number) => unknown

const events: ChatEvent[] = [
  { type: 'message-started', userId: 'u', assistantId: 'a', conversationId: 'c' },
  { type: 'text-delta', text: 'piece ' },
  { type: 'title-changed', conversationId: null, title: 'Title' },
  { type: 'status-changed', text: 'Searching…' },
  { type: 'stream-error', message: 'Broken.', code: 'login_required' },
  { type: 'stream-end' },
]

const steps: Record<string, Step> = {
  send: ({ engine, selectedKey }) => engine.send(selectedKey(), { text: 'Hello?' }),
  retry: ({ engine, selectedKey }) => engine.retry(selectedKey()),
  stop: ({ engine, selectedKey }) => engine.stop(selectedKey()),
  create: ({ engine }) => engine.create(),
  remove: ({ engine, selectedKey }) => engine.remove(selectedKey()),
  rename: ({ engine, selectedKey }) => engine.rename(selectedKey(), ''),
  reload: ({ engine, selectedKey }) => engine.reload(selectedKey()),
  refresh: ({ engine }) => engine.refresh(),
  sendPending: ({ engine }) => engine.sendPendingPrompt(),
  select: ({ engine }, choice) => {
    const { items } = engine.conversations.get()
    engine.select(items[choice % items.length]?.key ?? 'unknown')
  },
  event: ({ transport }, choice) =>
    transport.streams.at(-1 - (choice % 2))?.push(events[choice % events.length] ?? { type: 'stream-end' }),
  close: ({ transport }) => transport.streams.at(-1)?.close(),
  resume: ({ engine }) => engine.resume(),
  time: ({ clock }, choice) => clock.advance(choice * 100),
  settle: ({ settle }) => settle(),
}

/** Returns the violated invariants. */
function faultsOf({ engine }: EngineUnderTest): string[] {
  const { items, selectedKey } = engine.conversations.get()
  const keys = items.map(({ key }) => key)
  const faults: string[] = []
  if (selectedKey === null || !keys.includes(selectedKey)) faults.push('nothing is selected')
  if (new Set(keys).size < keys.length) faults.push('a conversation is listed twice')
  for (const { key, title } of items) {
    const { messageKeys, run } = engine.thread(key).get()
    const growing = messageKeys.filter((messageKey) =>
      ['pending', 'streaming'].includes(engine.message(messageKey).get()?.status ?? 'missing'),
    )
    const expected = isRunActive(run) && 'messageKey' in run ? run.messageKey : undefined
    if (title === '') faults.push('a title is empty')
    if (new Set(messageKeys).size < messageKeys.length) faults.push('a message is shown twice')
    if (messageKeys.some((messageKey) => engine.message(messageKey).get() === undefined)) {
      faults.push('a message is missing')
    }
    if (growing.length > 1 || growing[0] !== expected) faults.push(`${run.phase}, but ${growing.length} grow`)
  }
  return faults
}

const script = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(11)), { maxLength: 40 })

it.each([
  [
    'a signed-in person',
    { listConversations: () => Promise.resolve({ items: [storedConversation('a')], nextCursor: null }) },
  ],
  ['a visitor', visitor],
  [
    'a person without a connection',
    { listConversations: () => httpFailure(503), reconnect: () => httpFailure(503) },
  ],
])('holds together whatever %s does, in whatever order', async (_, methods) => {
  await fc.assert(
    fc.asyncProperty(script, async (chosen) => {
      const test = await startEngine(methods)
      for (const [name, choice] of chosen) {
        await Promise.race([steps[name]?.(test, choice), Promise.resolve()])
        expect(faultsOf(test)).toEqual([])
      }
      await test.settle()
      expect(faultsOf(test)).toEqual([])
      test.engine.dispose()
    }),
    { numRuns: 150 },
  )
})
