import type { LanguageModelV4 } from '@ai-sdk/provider'
import { type ChatEvent, chatEventSchema, embedSessionSchema } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { createApp } from '../src/app.ts'
import {
  type ChatRuntime,
  type ChatRuntimeOptions,
  createChatRuntime,
} from '../src/chat/answering/answer-runtime.ts'
import type { Clock } from '../src/platform/process/clock.ts'
import { createLocalModel } from '../src/chat/model/built-in/local-model.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/database.ts'
import { loadDemonstration } from '../src/demo/load-demonstration.ts'
import type { AppEnv } from '../src/platform/http/app-env.ts'
import { createLog } from '../src/platform/process/log.ts'
import { openTestApp, post, type TestApp, type TestUser, unlimitedChanges } from './test-app.ts'
import { ownerStatements } from './owner-statements/owner-statements.ts'
import { openTestDatabase } from './test-database.ts'
import { openTestStreams } from './test-streams.ts'

/** The app with a chat runtime of the test's making. */
export interface ChatApp {
  app: Hono<AppEnv>
  database: Database
  runtime: ChatRuntime
  /** Log entries, one object per line. */
  logged: Record<string, unknown>[]
  addUser: TestApp['addUser']
  signIn: TestApp['signIn']
  /** A person who is signed in, by the cookie to send along. */
  signedIn: () => Promise<{ user: TestUser; cookie: string }>
  /** POST /api/chat; a question that names a widget goes with that widget's embed token, as its frame sends it. */
  ask: (body: Record<string, unknown>, cookie?: string) => Promise<Response>
  /** The headers that carry an embed token of a widget; none for a widget that opens no session. */
  embedHeaders: (embedId: unknown, headers?: Record<string, string>) => Promise<Record<string, string>>
  get: (path: string, cookie?: string, headers?: Record<string, string>) => Promise<Response>
  send: (method: string, path: string, body: unknown, cookie?: string) => Promise<Response>
  close: () => Promise<void>
}

export interface ChatAppOptions {
  model?: LanguageModelV4
  clock?: Clock
  /** Loads the demonstration content. */
  demo?: boolean
  config?: Partial<Config>
  /** Takes over a database that another app has left; it is not closed. */
  database?: Database
  /** Options of the runtime for the model. */
  runtime?: Pick<
    ChatRuntimeOptions,
    | 'limiter'
    | 'settings'
    | 'isAlone'
    | 'record'
    | 'maxAnswerTokens'
    | 'modelIdleMs'
    | 'modelNamed'
    | 'modelRetries'
    | 'streams'
  >
}

export async function openChatApp(options: ChatAppOptions = {}): Promise<ChatApp> {
  const { model = createLocalModel({ paceMs: 0 }), clock, demo = false } = options
  const database = options.database ?? (await openTestDatabase())
  if (demo) await loadDemonstration(database.db)
  const accounts = await openTestApp({ database })
  const logged: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) })
  const watched = ownerStatements.watch(database)
  const runtime = createChatRuntime({
    db: watched.db,
    model,
    log,
    streams: await openTestStreams(clock),
    ...(clock === undefined ? {} : { clock }),
    ...options.runtime,
  })
  const config = { ...readConfig({ DEMO: 'off', ...unlimitedChanges }), ...options.config }
  const app = createApp({
    config,
    database: watched,
    chat: runtime,
    log,
    folders: { web: '/nowhere', widget: '/nowhere' },
  })
  const withCookie = (cookie?: string): Record<string, string> => (cookie === undefined ? {} : { cookie })
  async function embedHeaders(cfg: unknown, headers: Record<string, string> = {}) {
    if (typeof cfg !== 'string') return {}
    const response = await post(app, '/api/embed/session', { cfg, origin: 'http://localhost' }, headers)
    const session = embedSessionSchema.safeParse(await response.json())
    return session.success ? { authorization: `Bearer ${session.data.token}` } : {}
  }
  return {
    app,
    database,
    runtime,
    embedHeaders,
    logged,
    addUser: accounts.addUser,
    signIn: accounts.signIn,
    async signedIn() {
      const user = await accounts.addUser()
      return { user, cookie: await accounts.signIn(user) }
    },
    ask: async (body, cookie) =>
      post(app, '/api/chat', body, { ...withCookie(cookie), ...(await embedHeaders(body['embed_id'])) }),
    get: async (path, cookie, headers = {}) =>
      app.request(path, { headers: { ...headers, ...withCookie(cookie) } }),
    send: async (method, path, body, cookie) =>
      app.request(path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...withCookie(cookie),
        },
      }),
    async close() {
      await runtime.drain(0)
      if (options.database === undefined) await database.close()
    },
  }
}

/** The events of a stream's text, each checked against the contract, and whether `[DONE]` ended it. */
export function parseStream(text: string): { events: ChatEvent[]; ids: number[]; done: boolean } {
  const blocks = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'))
  const done = blocks.at(-1) === 'data: [DONE]'
  const records = (done ? blocks.slice(0, -1) : blocks).map((block) => {
    const match = /^id: (\d+)\ndata: (.*)$/u.exec(block)
    if (match === null) throw new Error(`Not an event of ours: ${block}`)
    return { id: Number(match[1]), event: chatEventSchema.parse(JSON.parse(match[2] ?? '')) }
  })
  return { events: records.map(({ event }) => event), ids: records.map(({ id }) => id), done }
}

/** The text of an answer. */
export function answerText(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'LLM_Response' ? event.content : '')).join('')
}

/** The content of the first event of a type. */
export function firstOf<Type extends ChatEvent['type']>(
  events: readonly ChatEvent[],
  type: Type,
): Extract<ChatEvent, { type: Type }> {
  const found = events.find((event): event is Extract<ChatEvent, { type: Type }> => event.type === type)
  if (found === undefined) throw new Error(`There is no ${type} event.`)
  return found
}

/** The last event of a type, for lists that replace the one before. */
export function lastOf<Type extends ChatEvent['type']>(
  events: readonly ChatEvent[],
  type: Type,
): Extract<ChatEvent, { type: Type }> {
  return firstOf(events.toReversed(), type)
}
