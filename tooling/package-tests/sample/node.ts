// The packages in Node: every entry is imported, and those without an interface do their work. The engine's
// conformance kit checks that the transport to another server meets the contract.
import assert from 'node:assert/strict'
import { BarChart, GeoMap, LineChart, toCsv } from '@org/analytics-charts'
import { createApiClient, isApiError } from '@org/api-client'
import { chatEventSchema } from '@org/api-client/contract'
import { createChatEngine, type Store } from '@org/chat-engine'
import { createAiSdkTransport } from '@org/chat-engine/ai-sdk'
import { createBrowserImageTools } from '@org/chat-engine/browser-images'
import { createChatAtoms } from '@org/chat-engine/jotai'
import { ChatEngineProvider, type ChatEngineProviderProps, useThread } from '@org/chat-engine/react'
import { createOpenAiTransport } from '@org/chat-engine/openai'
import { createTabs } from '@org/chat-engine/tabs'
import { conformanceChecks } from '@org/chat-engine/testing'
import { expandReferences, parseCitations } from '@org/citations'
import { highlightCode } from '@org/citations/highlight'
import { isAnswerError, renderAnswer } from '@org/citations/markdown'
import { Answer } from '@org/citations/react'
import { createParser, parseStream } from '@org/sse-parser'
import { createThemeStore, token } from '@org/theme'
import { Button, Dialog, MultiSelect } from '@org/ui-kit'
import { Composer, ConversationSidebar, MessageBubble, Thread as Turns } from '@org/ui-kit/chat'
import { Chat } from '@org/ui-kit/engine'
import { createStore } from 'jotai'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { startTheirServer } from './their-server.ts'
import { createTheirTransport } from './their-transport.js'

const server = await startTheirServer('.')
try {
  await Promise.all([parsers(), citations(), client(), conformance(), chat()])
  views()
} finally {
  server.close()
}
console.log('Every package works in Node.')

async function parsers() {
  const heard: string[] = []
  createParser({ onEvent: ({ data }) => heard.push(data) }).push('data: pushed\n\n')
  for await (const { data } of parseStream(new Blob(['data: streamed\n\n']).stream())) heard.push(data)
  assert.deepEqual(heard, ['pushed', 'streamed'])
}

async function citations() {
  assert.deepEqual(expandReferences('1-3, 5'), [1, 2, 3, 5])
  assert.equal(parseCitations(['[1] Sleep (https://example.com/)'])[0]?.url, 'https://example.com/')
  assert.throws(() => renderAnswer('**bold**'), isAnswerError)
  const tokens = await highlightCode('const a = 1', 'js')
  assert.equal(tokens?.map(({ text }) => text).join(''), 'const a = 1')
}

async function client() {
  const { listConversations } = createApiClient({ baseUrl: server.baseUrl })
  await assert.rejects(
    () => listConversations(),
    (error) => isApiError(error) && error.status === 404,
  )
  assert.ok(chatEventSchema.safeParse({ type: 'LLM_Response', content: 'text' }).success)
}

async function conformance() {
  const checks = conformanceChecks({
    createTransport: () => createTheirTransport(server.baseUrl, 'Ada'),
    createVisitorTransport: () => createTheirTransport(server.baseUrl),
  })
  // One after the other: a check of the list must not see what another one makes.
  for (const { name, run } of checks) {
    await run().catch((cause: unknown) => {
      throw new Error(`The transport does not conform: ${name}`, { cause })
    })
  }
}

async function chat() {
  const engine = createChatEngine({
    transport: createTheirTransport(server.baseUrl),
  })
  await engine.start()
  const key = engine.create()
  const thread = engine.thread(key)
  assert.equal(engine.send(key, { text: 'What helps me sleep?' }), 'sent')
  await until(thread, ({ run }) => run.phase === 'done')
  const [question, answer] = thread.get().messageKeys.map((each) => engine.message(each).get())
  assert.equal(question?.text, 'What helps me sleep?')
  assert.equal(answer?.text, 'Dark rooms and regular hours.')
  const { accessAtom } = createChatAtoms(engine)
  assert.equal(createStore().get(accessAtom).status, 'guest')
  engine.dispose()
}

function views() {
  const engine = createChatEngine({ transport: createTheirTransport(server.baseUrl) })
  const nothing = () => {}
  const conversations = [{ key: '1', title: 'Sleep' }]
  const renderMessage = (key: string) => createElement(MessageBubble, { role: 'user' }, key)
  const loadWorkerUrl = () => Promise.resolve('')
  const Thread = () => createElement('p', {}, useThread()?.messageKeys.length ?? 'none')
  const views = [
    createElement(Thread, { key: 'thread' }),
    createElement(Answer, { key: 'answer', text: 'Sleep **well**.' }),
    createElement(Button, { key: 'button' }, 'Go on'),
    createElement(Dialog, { key: 'dialog', title: 'Choose', open: true, onOpenChange: nothing }, 'One'),
    createElement(MultiSelect, { key: 'authors', label: 'Authors', options: [{ value: 'Ada' }] }),
    createElement(Composer, { key: 'composer', onSend: nothing }),
    createElement(ConversationSidebar, { key: 'list', conversations, onSelect: nothing, onCreate: nothing }),
    createElement(Turns, { key: 'turns', messageKeys: ['1'], isQuestion: () => true, renderMessage }),
    createElement(Chat, { key: 'chat', engine, heading: 'Ask away' }),
    createElement(BarChart, { key: 'bars', title: 'Topics', items: [{ name: 'Sleep', count: 3 }] }),
    createElement(LineChart, { key: 'lines', title: 'Messages', days: ['2026-11-01'], series: [] }),
    createElement(GeoMap, { key: 'map', title: 'Places', points: [], countries: [], loadWorkerUrl }),
  ]
  const props: ChatEngineProviderProps = { engine, autoStart: false, children: views }
  const html = renderToString(createElement(ChatEngineProvider, props))
  for (const wanted of [
    '<strong>well</strong>',
    'Go on</',
    'Choose',
    'Sleep',
    'Ask away',
    'Topics',
    'Messages',
    'Places',
  ])
    assert.ok(html.includes(wanted), wanted)
  assert.equal(token('color-accent'), 'var(--org-color-accent)')
  assert.ok(['light', 'dark'].includes(createThemeStore().get()))
  assert.equal(toCsv([['a', 1]]).trim(), 'a,1')
  assert.equal(typeof createBrowserImageTools, 'function')
  assert.equal(typeof createTabs, 'function')
  assert.equal(typeof createAiSdkTransport().send, 'function')
  assert.equal(typeof createOpenAiTransport({ baseUrl: '/v1', model: 'm' }).send, 'function')
  engine.dispose()
}

function until<Value>(store: Store<Value>, isReached: (value: Value) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => isReached(store.get()) && resolve()
    store.subscribe(look)
    look()
  })
}
