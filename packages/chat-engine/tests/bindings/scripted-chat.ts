import { createAnswersOnlyTransport, createChatEngine, type ChatEngineOptions } from '../../src/index.ts'
import { createMemoryStorage } from '../../src/testing.ts'

/** An engine whose server answers each question by its text, after `release`. */
export function createEchoEngine(options: Partial<ChatEngineOptions> = {}) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const transport = createAnswersOnlyTransport({
    send: async ({ text }) => ({
      streamId: null,
      events: (async function* events() {
        yield { type: 'text-delta', text: 'You said: ', seq: 1 } as const
        await released
        yield { type: 'text-delta', text, seq: 2 } as const
        yield { type: 'stream-end', seq: 3 } as const
      })(),
    }),
  })
  const engine = createChatEngine({ transport, storage: createMemoryStorage(), ...options })
  return { engine, release }
}
