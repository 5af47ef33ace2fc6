// @vitest-environment node
import { createApiClient } from '@org/api-client'
import { expect, it } from 'vitest'
import { createApiTransport } from './transport/api-transport.ts'
import type { AnswerEvent } from './transport/answer.ts'
import type { MessagePart } from './transport/parts.ts'
import type { ChatInput, ChatTransport } from './transport/transport.ts'
import { createScriptedTransport, httpFailure } from './testing/scripted-transport.ts'
import { createMemoryStorage, startEngine } from './testing/start-engine.ts'

const tool: MessagePart = {
  type: 'tool',
  id: 't1',
  name: 'search',
  state: 'output-available',
  input: { query: 'sleep' },
  output: ['Dark rooms'],
  error: null,
}
const reasoning: MessagePart = { type: 'reasoning', id: 'r1', text: 'They want to sleep.' }
const parts: readonly MessagePart[] = [reasoning, tool, { type: 'text', text: 'Dark rooms.' }]

const answer: AnswerEvent[] = [
  { type: 'part-changed', part: reasoning, seq: 1 },
  { type: 'part-changed', part: tool, seq: 2 },
  { type: 'text-delta', text: 'Dark ', seq: 3 },
  { type: 'text-delta', text: 'rooms.', seq: 4 },
  { type: 'metadata-changed', metadata: { model: 'm-1' }, seq: 5 },
  { type: 'stream-end', seq: 6 },
]

async function* eventsOf(events: readonly AnswerEvent[]) {
  yield* events
}

/** A visitor's engine, and the questions that it has sent. */
async function startVisitor(isFailing: () => boolean = () => false, storage = createMemoryStorage()) {
  const sent: ChatInput[] = []
  const transport: ChatTransport = {
    ...createScriptedTransport({ listConversations: () => httpFailure(401) }),
    send: (input) => {
      sent.push(input)
      return isFailing() ? httpFailure(503) : Promise.resolve({ streamId: null, events: eventsOf(answer) })
    },
  }
  const test = await startEngine({}, { transport, storage, disclaimer: { required: false } })
  const ask = async (text: string, metadata?: Record<string, unknown>) => {
    expect(test.engine.send(test.selectedKey(), { text, metadata })).toBe('sent')
    await test.settle()
  }
  return { ...test, sent, ask }
}

it('has the parts of an answer beside its text, and the metadata of both messages', async () => {
  const { ask, messages, sent } = await startVisitor()
  await ask('What helps me sleep?', { page: '/sleep' })
  expect(sent[0]?.metadata).toEqual({ page: '/sleep' })
  expect(messages()).toMatchObject([
    { metadata: { page: '/sleep' }, parts: [{ type: 'text', text: 'What helps me sleep?' }] },
    { metadata: { model: 'm-1' }, parts, text: 'Dark rooms.', status: 'complete' },
  ])
})

it('sends what was reasoned back neither as text nor as a part', async () => {
  const { ask, messages, sent } = await startVisitor()
  await ask('What helps me sleep?')
  await ask('And what else?')
  const [question, reply] = messages()
  expect(sent[1]?.conversation).toEqual([
    {
      key: question?.key,
      role: 'user',
      content: 'What helps me sleep?',
      parts: [{ type: 'text', text: 'What helps me sleep?' }],
    },
    { key: reply?.key, role: 'assistant', content: 'Dark rooms.', parts: parts.slice(1) },
  ])
})

it("keeps a visitor's parts and metadata over a reload, without what is none", async () => {
  const storage = createMemoryStorage()
  const before = await startVisitor(undefined, storage)
  await before.ask('What helps me sleep?', { page: '/sleep' })
  const stored = storage.getItem('org.guest') ?? ''
  storage.setItem(
    'org.guest',
    stored.replace('{"type":"reasoning",', '{"type":"tool","id":7},null,{"type":"reasoning",'),
  )
  const after = await startVisitor(undefined, storage)
  expect(after.messages()).toMatchObject([
    { metadata: { page: '/sleep' }, parts: [{ type: 'text', text: 'What helps me sleep?' }] },
    { metadata: { model: 'm-1' }, parts },
  ])
  expect(after.messages()[1]?.parts).toHaveLength(3)
})

it('sends the metadata again with the next attempt', async () => {
  let isFailing = true
  const { ask, engine, selectedKey, sent, settle } = await startVisitor(() => isFailing)
  await ask('What helps me sleep?', { page: '/sleep' })
  isFailing = false
  expect(engine.retry(selectedKey())).toBe('sent')
  await settle()
  expect(sent.map(({ metadata }) => metadata)).toEqual([{ page: '/sleep' }, { page: '/sleep' }])
})

it('refuses metadata that JSON cannot hold, and asks nothing', async () => {
  const { engine, messages, selectedKey } = await startVisitor()
  const send = () => engine.send(selectedKey(), { text: 'Hello?', metadata: { count: 1n } })
  expect(send).toThrow(TypeError)
  expect(messages()).toEqual([])
})

it("sends this platform's API texts alone", async () => {
  const bodies: unknown[] = []
  const fetch = (_: unknown, init?: RequestInit) => {
    bodies.push(typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body)
    return Promise.resolve(
      new Response('data: [DONE]\n\n', { headers: { 'Content-Type': 'text/event-stream' } }),
    )
  }
  const transport = createApiTransport(createApiClient({ fetch }))
  const conversation = [{ role: 'assistant' as const, content: 'Dark rooms.', parts }]
  await transport.send({ text: 'Hello?', metadata: { page: '/' }, conversation }, {})
  expect(bodies).toEqual([{ text: 'Hello?', conversation: [{ role: 'assistant', content: 'Dark rooms.' }] }])
})
