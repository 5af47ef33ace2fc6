import { createApiClient } from '@org/api-client'
import type { ProtocolError } from '@org/api-client'
import { expect, onTestFinished } from 'vitest'
import { createApiTransport, createChatEngine } from '../src/index.ts'
import type { ChatEngine, ChatLimits, ChatMessage, RunState } from '../src/index.ts'
import { createFakeClock } from '../src/testing/fake-clock.ts'
import { createCountingIds, createMemoryStorage } from '../src/testing/start-engine.ts'
import { json, startServer } from './misbehaving-server.ts'
import type { Behaviour, Connection, MisbehavingServer } from './misbehaving-server.ts'

/** Behaviour of the server; each list is consumed request by request, and omitted parts behave normally. */
export interface Script {
  /** POST /api/chat. */
  chat: Behaviour[]
  /** GET /api/chat/streams/{id}. Nothing left to do: 404. */
  resume?: Behaviour[]
  /** GET /api/conversations/{id}/messages. */
  messages?: Behaviour
  conversation?: Behaviour
  isGuest?: boolean
  limits?: Partial<ChatLimits>
}

/** A message, or as much of it as a test looks at. */
export type Message = Partial<Pick<ChatMessage, 'role' | 'text' | 'status' | 'error'>>

/** Visible state, as far as a test checks it. */
export interface Screen {
  phase?: RunState['phase']
  messages?: Message[]
  line?: string | null
  draft?: string
}

export interface ChatUnderTest {
  engine: ChatEngine
  server: MisbehavingServer
  /** The connections of POST /api/chat and of resuming, in the order of their requests. */
  connections: Connection[]
  /** Lets time pass. */
  advance: (ms: number) => void
  /** The times of all timers so far: the client starts one for each chunk that it waits for. */
  timers: number[]
  protocolErrors: ProtocolError[]
  key: () => string
  /** Sent questions in wire format. */
  questions: () => Record<string, unknown>[]
  ask: (text?: string) => void
  screen: () => Screen
  run: () => RunState
  /** Waits until the answer has ended, however. */
  ended: () => Promise<void>
}

/** The question of these tests. */
export const QUESTION = 'What helps me sleep?'

/**
 * The engine, its transport and the client as they are shipped, over HTTP, in front of a server that follows a
 * script. Only time is in the hands of the test: broken streams are taken up at once, unless `limits` say more.
 */
export async function startChat({ limits, ...script }: Script): Promise<ChatUnderTest> {
  const connections: Connection[] = []
  const server = await startServer((connection) => behaviourOf(script, connection, connections)(connection))
  const fakeClock = createFakeClock()
  const timers: number[] = []
  const clock = {
    ...fakeClock,
    setTimer: (callback: () => void, ms: number) => {
      timers.push(ms)
      return fakeClock.setTimer(callback, ms)
    },
    requestFrame: (callback: () => void) => {
      const frame = setImmediate(callback)
      return () => clearImmediate(frame)
    },
  }
  const protocolErrors: ProtocolError[] = []
  const client = createApiClient({
    baseUrl: server.baseUrl,
    setTimer: clock.setTimer,
    onProtocolError: (error) => protocolErrors.push(error),
  })
  const engine = createChatEngine({
    transport: createApiTransport(client),
    clock,
    ids: createCountingIds(),
    random: () => 0,
    storage: createMemoryStorage({ disclaimer: '2025-09-15' }),
    limits: { reconnectDelaysMs: [0, 0, 0], ...limits },
  })
  onTestFinished(() => engine.dispose())
  await engine.start()

  const key = () => engine.conversations.get().selectedKey ?? ''
  const run = () => engine.thread(key()).get().run
  const screen = (): Screen => {
    const { messageKeys, statusLine } = engine.thread(key()).get()
    return {
      phase: run().phase,
      messages: messageKeys.flatMap((messageKey) => {
        const message = engine.message(messageKey).get()
        if (message === undefined) return []
        const { role, text, status, error } = message
        return [{ role, text, status, error }]
      }),
      line: statusLine?.text ?? null,
      draft: engine.draft(key()).get().text,
    }
  }
  const questions = () => server.requestsOf('POST', '/api/chat').map(({ body }) => body)
  return {
    engine,
    server,
    connections,
    advance: clock.advance,
    timers,
    protocolErrors,
    key,
    run,
    screen,
    questions,
    ask: (text = QUESTION) => expect(engine.send(key(), { text })).toBe('sent'),
    ended: () => expect.poll(() => run().phase).toMatch(/^(?:done|failed|stopped)$/u),
  }
}

function behaviourOf(script: Omit<Script, 'limits'>, connection: Connection, connections: Connection[]) {
  const { method, url } = connection.request
  const path = url.split('?')[0] ?? ''
  if (method === 'POST' && path === '/api/chat') {
    connections.push(connection)
    return script.chat.shift() ?? json({ error: 'The script is over.' }, 500)
  }
  if (method === 'GET' && path.startsWith('/api/chat/streams/')) {
    connections.push(connection)
    return script.resume?.shift() ?? json({ error: 'Not found.', code: 'not_found' }, 404)
  }
  if (path === '/api/chat/anon-status') return json({ blocked: false })
  if (path.endsWith('/messages')) return script.messages ?? json({ items: [], next_cursor: null })
  if (path === '/api/conversations' && method === 'GET') {
    return script.isGuest === true
      ? json({ error: 'Login required to continue', code: 'login_required' }, 401)
      : json({ items: [], next_cursor: null })
  }
  return script.conversation ?? json({ ok: true })
}
