import { createChatEngine } from '../engine.ts'
// Loaded before a test begins: how long the first import of a chunk takes is not what the tests measure.
import '../on-demand.ts'
import type { ChatStorage } from '../platform/platform.ts'
import type { ChatEngine, ChatEngineOptions, ChatMessage } from '../types.ts'
import { createFakeClock } from './fake-clock.ts'
import type { FakeClock } from './fake-clock.ts'
import { createScriptedTransport } from './scripted-transport.ts'
import type { Script, ScriptedTransport } from './scripted-transport.ts'

/** An engine on a scripted transport and a fake clock, and what a test looks at. */
export interface EngineUnderTest {
  engine: ChatEngine
  transport: ScriptedTransport
  clock: FakeClock
  storage: ChatStorage
  /** Lets promises settle, then draws a frame. */
  settle: () => Promise<void>
  selectedKey: () => string
  /** The selected conversation's messages, oldest first. */
  messages: () => ChatMessage[]
  titles: () => string[]
}

export function createMemoryStorage(entries: Record<string, string> = {}): ChatStorage {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  }
}

/** A random-looking UUID that counts. */
export function createCountingIds(): () => string {
  let count = 0
  return () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`
}

/** An engine with a disclaimer that is acknowledged, not started. */
export function createEngineUnderTest(
  methods: Partial<Script> = {},
  options: Partial<ChatEngineOptions> = {},
  clock: FakeClock = createFakeClock(),
): EngineUnderTest {
  const transport = createScriptedTransport(methods)
  const storage = options.storage ?? createMemoryStorage({ disclaimer: '2025-09-15' })
  const ids = createCountingIds()
  const engine = createChatEngine({
    transport,
    clock,
    ids,
    random: () => 0,
    disclaimer: { required: true },
    ...options,
    storage,
  })
  const selectedKey = () => {
    const { selectedKey: key } = engine.conversations.get()
    if (key === null) throw new Error('Nothing is selected.')
    return key
  }
  return {
    engine,
    transport,
    clock,
    storage,
    selectedKey,
    settle: async () => {
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
      clock.frame()
    },
    messages: () =>
      engine
        .thread(selectedKey())
        .get()
        .messageKeys.flatMap((key) => engine.message(key).get() ?? []),
    titles: () => engine.conversations.get().items.map(({ title }) => title),
  }
}

/** An engine that has listed the conversations. */
export async function startEngine(
  methods: Partial<Script> = {},
  options: Partial<ChatEngineOptions> = {},
  clock?: FakeClock,
): Promise<EngineUnderTest> {
  const test = createEngineUnderTest(methods, options, clock)
  await test.engine.start()
  await test.settle()
  return test
}
