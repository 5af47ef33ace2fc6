// @vitest-environment node
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  toUIMessageStream,
} from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../src/testing.ts'
import { block, respondWith, type Route } from './ai-sdk-server.ts'
import { startChat } from './start-ai-chat.ts'

const usage = {
  inputTokens: { total: 5, noCache: 5, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}
const finish = (reason: 'stop' | 'tool-calls') =>
  ({ type: 'finish', finishReason: { unified: reason, raw: reason }, usage }) as const
const says = (text: string) => [
  { type: 'text-start', id: '1' } as const,
  { type: 'text-delta', id: '1', delta: text } as const,
  { type: 'text-end', id: '1' } as const,
]

/** A route of the AI SDK whose model books a table, which a person has to approve; counts what was booked. */
function createBookingRoute() {
  const booked: string[] = []
  const model = new MockLanguageModelV4({
    doStream: [
      {
        stream: convertArrayToReadableStream([
          { type: 'stream-start', warnings: [] },
          ...says('I book it.'),
          { type: 'tool-call', toolCallId: 't1', toolName: 'book', input: '{"table":"4"}' },
          finish('tool-calls'),
        ]),
      },
      {
        stream: convertArrayToReadableStream([
          { type: 'stream-start', warnings: [] },
          ...says('As you wish.'),
          finish('stop'),
        ]),
      },
    ],
  })
  const route: Route = async ({ body }) => {
    const result = streamText({
      model,
      messages: await convertToModelMessages(body.messages),
      tools: {
        book: tool({
          inputSchema: jsonSchema<{ table: string }>({
            type: 'object',
            properties: { table: { type: 'string' } },
          }),
          execute: ({ table }) => {
            booked.push(table)
            return `Table ${table} is yours`
          },
        }),
      },
      toolApproval: { book: 'user-approval' },
      experimental_toolApprovalSecret: 'secret-of-the-server',
      stopWhen: isStepCount(3),
    })
    return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) })
  }
  return { route, booked, model }
}

describe('a tool call that needs approval', () => {
  it('waits, runs once it is approved, and its answer goes on in the same message', async () => {
    const { route, booked } = createBookingRoute()
    const chat = await startChat(route)
    await chat.ask('Book table 4')
    const before = chat.answer()
    expect(before?.parts).toMatchObject([
      { type: 'text', text: 'I book it.' },
      { type: 'tool', id: 't1', state: 'approval-requested', approval: { approved: null } },
    ])
    expect(booked).toEqual([])
    expect(await chat.engine.approve(before?.key ?? '', 't1')).toBe('sent')
    expect(chat.phase()).toBe('submitting')
    await expect.poll(chat.phase).toBe('done')
    expect(booked).toEqual(['4'])
    expect(chat.messages()).toHaveLength(2)
    expect(chat.answer()).toMatchObject({
      key: before?.key,
      status: 'complete',
      text: 'I book it.\n\nAs you wish.',
      parts: [
        { type: 'text', text: 'I book it.' },
        { type: 'tool', id: 't1', name: 'book', state: 'output-available', output: 'Table 4 is yours' },
        { type: 'text', text: '\n\nAs you wish.' },
      ],
    })
  })

  it('does not run when it is rejected, and the model gets the reason', async () => {
    const { route, booked, model } = createBookingRoute()
    const chat = await startChat(route)
    await chat.ask('Book table 4')
    expect(await chat.engine.reject(chat.answer()?.key ?? '', 't1', 'Too expensive')).toBe('sent')
    await expect.poll(chat.phase).toBe('done')
    expect(booked).toEqual([])
    expect(chat.answer()?.text).toBe('I book it.\n\nAs you wish.')
    expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('Too expensive')
  })

  it('can be decided on after the page was loaded again', async () => {
    const { route, booked } = createBookingRoute()
    const storage = createMemoryStorage()
    const chat = await startChat(route, {}, storage)
    await chat.ask('Book table 4')
    const again = await chat.reload()
    expect(await again.engine.approve(again.answer()?.key ?? '', 't1')).toBe('sent')
    await expect.poll(again.phase).toBe('done')
    expect(booked).toEqual(['4'])
  })
})

describe('decisions', () => {
  const request = (id: string) => [
    { type: 'tool-input-available' as const, toolCallId: id, toolName: 'book', input: { id } },
    { type: 'tool-approval-request' as const, toolCallId: id, approvalId: `p-${id}`, reason: 'It costs.' },
  ]
  const asksTwice = () => respondWith(...request('t1'), ...request('t2'), { type: 'finish' })

  it('go to the server together, once every call of the answer has one', async () => {
    const chat = await startChat(({ body }) =>
      body.messages.at(-1)?.role === 'assistant'
        ? respondWith(
            { type: 'tool-output-available', toolCallId: 't1', output: 'Yours' },
            { type: 'tool-output-denied', toolCallId: 't2' },
            ...block('1', 'Done.'),
            { type: 'finish' },
          )
        : asksTwice(),
    )
    await chat.ask('Book two')
    const key = chat.answer()?.key ?? ''
    expect(chat.answer()?.parts[0]).toMatchObject({ approval: { id: 'p-t1', reason: 'It costs.' } })
    expect(await chat.engine.approve(key, 't1')).toBe('waiting')
    expect(await chat.engine.reject(key, 't2', 'One is enough')).toBe('sent')
    await expect.poll(chat.phase).toBe('done')
    expect(chat.calls).toHaveLength(2)
    const { messages, ...fields } = chat.calls[1]?.body ?? { messages: [] }
    expect(fields).toEqual({ id: chat.key, trigger: 'submit-message', messageId: key })
    expect(messages.at(-1)?.parts).toMatchObject([
      { state: 'approval-responded', approval: { id: 'p-t1', approved: true, requestReason: 'It costs.' } },
      { state: 'approval-responded', approval: { id: 'p-t2', approved: false, reason: 'One is enough' } },
    ])
    expect(chat.answer()).toMatchObject({ text: 'Done.', status: 'complete' })
  })

  it('of unknown calls, and of calls that a later question has superseded, change nothing', async () => {
    const chat = await startChat(asksTwice)
    await chat.ask('Book two')
    const key = chat.answer()?.key ?? ''
    expect(await chat.engine.approve('nothing', 't1')).toBe('unknown_message')
    expect(await chat.engine.approve(key, 't3')).toBe('unknown_tool')
    await chat.ask('Never mind')
    expect(await chat.engine.approve(key, 't1')).toBe('unknown_tool')
  })

  it('can be sent again when the connection failed', async () => {
    let isDown = false
    const chat = await startChat(({ body, cut }) => {
      if (isDown) cut()
      return body.messages.at(-1)?.role === 'assistant'
        ? respondWith(...block('1', 'Done.'), { type: 'finish' })
        : respondWith(...request('t1'), { type: 'finish' })
    })
    await chat.ask('Book one')
    const key = chat.answer()?.key ?? ''
    isDown = true
    expect(await chat.engine.approve(key, 't1')).toBe('sent')
    await expect.poll(chat.phase).toBe('failed')
    expect(chat.answer()?.parts).toMatchObject([{ state: 'approval-responded' }])
    isDown = false
    expect(await chat.engine.approve(key, 't1')).toBe('sent')
    await expect.poll(chat.phase).toBe('done')
    expect(chat.answer()).toMatchObject({ text: 'Done.', status: 'complete' })
  })

  it('that are not sent yet leave the next question alone', async () => {
    const chat = await startChat(({ body }) =>
      body.messages.length > 1 ? respondWith(...block('1', 'Fine.'), { type: 'finish' }) : asksTwice(),
    )
    await chat.ask('Book two')
    expect(await chat.engine.approve(chat.answer()?.key ?? '', 't1')).toBe('waiting')
    await chat.ask('Never mind')
    expect(chat.answer()?.text).toBe('Fine.')
  })
})
