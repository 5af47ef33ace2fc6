import { expect, onTestFinished } from 'vitest'
import { type AiSdkTransportOptions, createAiSdkTransport } from '../src/ai-sdk.ts'
import { type AnswerEvent, createChatEngine } from '../src/index.ts'
import { createMemoryStorage } from '../src/testing.ts'
import { type Route, startAiServer } from './ai-sdk-server.ts'

/** Starts a server of the AI SDK and an engine over its transport. */
export async function startChat(
  route: Route,
  options: AiSdkTransportOptions = {},
  storage = createMemoryStorage(),
) {
  const { api, calls } = await startAiServer(route)
  const events: AnswerEvent[] = []
  const open = async () => {
    const engine = createChatEngine({
      transport: createAiSdkTransport({ api, ...options }),
      storage,
      limits: { reconnectDelaysMs: [0, 0, 0] },
      onEvent: (event) => events.push(event),
    })
    onTestFinished(() => engine.dispose())
    await engine.start()
    const key = engine.conversations.get().selectedKey ?? ''
    const messages = () =>
      engine
        .thread(key)
        .get()
        .messageKeys.map((each) => engine.message(each).get())
    const phase = () => engine.thread(key).get().run.phase
    return { engine, key, messages, answer: () => messages().at(-1), phase }
  }
  const chat = await open()
  return {
    ...chat,
    calls,
    events,
    reload: open,
    ask: async (text = 'What helps me sleep?', metadata?: Record<string, unknown>) => {
      expect(chat.engine.send(chat.key, { text, metadata })).toBe('sent')
      await expect.poll(chat.phase).toMatch(/^(?:done|failed|stopped)$/u)
    },
  }
}
