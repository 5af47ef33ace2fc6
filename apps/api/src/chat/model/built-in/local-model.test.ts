import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { createLocalModel } from './local-model.ts'
import { readMessage, standaloneQuestion } from './standalone-question.ts'

const tools: LanguageModelV4CallOptions['tools'] = [
  { type: 'function', name: 'search_knowledge', inputSchema: { type: 'object' } },
]
const user = (text: string): LanguageModelV4Prompt[number] => ({
  role: 'user',
  content: [{ type: 'text', text }],
})
const result = (value: LanguageModelV4ToolResultOutput): LanguageModelV4Prompt[number] => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: '1', toolName: 'search_knowledge', output: value }],
})

async function parts(options: LanguageModelV4CallOptions, paceMs = 0): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await createLocalModel({ paceMs }).doStream(options)
  const all: LanguageModelV4StreamPart[] = []
  for await (const part of stream) all.push(part)
  return all
}

describe('the local model', () => {
  it('first asks for a search', async () => {
    const stream = await parts({ prompt: [user('How much zinc?')], tools })
    expect(stream.map((part) => part.type)).toEqual([
      'stream-start',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'finish',
    ])
    expect(stream.find((part) => part.type === 'tool-call')).toMatchObject({
      input: '{"query":"How much zinc?"}',
    })
    expect(stream.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } })
  })

  it('then answers from the passages, a few words at a time', async () => {
    const passage = {
      citation: 1,
      title: 'Zinc',
      section: 'Daily zinc',
      author: 'A',
      text: 'Men need 11 mg of zinc a day.',
    }
    const prompt = [
      user('How much zinc?'),
      result({ type: 'json', value: { passages: [passage], products: [] } }),
    ]
    const stream = await parts({ prompt, tools })
    const deltas = stream.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))
    expect(deltas.join('')).toBe('Men need 11 mg of zinc a day [1].')
    expect(deltas.length).toBeGreaterThan(2)
    const { content } = await createLocalModel().doGenerate({ prompt, tools })
    expect(content).toEqual([{ type: 'text', text: deltas.join('') }])
  })

  it('searches again for the next question, and does not answer it from the last search', async () => {
    const prompt = [
      user('zinc?'),
      result({ type: 'json', value: { passages: [], products: [] } }),
      user('And how much iron?'),
    ]
    expect((await parts({ prompt, tools })).some((part) => part.type === 'tool-call')).toBe(true)
  })

  it('says that searching is switched off when it has no such tool', async () => {
    const stream = await parts({ prompt: [user('zinc?')] })
    expect(stream.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])).join('')).toContain(
      'switched off',
    )
  })

  it('fails when the search failed', async () => {
    await expect(
      parts({ prompt: [user('zinc?'), result({ type: 'error-text', value: 'boom' })], tools }),
    ).rejects.toThrow('The search gave no result.')
  })

  it('stops at once when it is aborted', async () => {
    const abort = new AbortController()
    const { stream } = await createLocalModel({ paceMs: 60_000 }).doStream({
      prompt: [user('zinc?')],
      abortSignal: abort.signal,
    })
    const reader = stream.getReader()
    await reader.read()
    await reader.read()
    await reader.read()
    const waiting = reader.read()
    abort.abort()
    await expect(waiting).rejects.toThrow('aborted')
  })
})

describe('readMessage', () => {
  it.each([
    [
      ['does melatonin help?', 'what do people buy in Peru'],
      'Following “melatonin”: what do people buy in Peru',
    ],
    [['does melatonin help?', 'and in the morning light'], 'and in the morning light'],
    [['does melatonin help?', 'how much of it'], undefined],
  ])('reads %j in another way: %s', (messages, other) => {
    expect(readMessage(messages).other).toBe(other)
  })
})

describe('standaloneQuestion', () => {
  it.each([
    [['How much iron do I need?'], 'How much iron do I need?'],
    [['How much iron do I need?', 'and for women?'], 'How much iron do I need for women?'],
    [['How much iron do I need?', 'and for women?', 'why?'], 'How much iron do I need for women?'],
    [['does melatonin help?', 'is it safe?'], 'Following “melatonin”: is it safe?'],
    [
      ['I fly tomorrow. Does melatonin help?', 'any side effects?'],
      'Following “melatonin”: any side effects?',
    ],
    [['does melatonin help?', 'is it safe?', 'and zinc?'], 'Following “zinc”: is it safe?'],
    [['How much iron does a man of 40 need?', 'okay, and zinc?'], 'How much zinc does a man of 40 need'],
    [['How much zinc do women need?', 'what about iron, im 34'], 'How much iron do women need for im 34'],
    [['does melatonin help?', 'how much zinc does a man need?'], 'how much zinc does a man need?'],
    [
      ['How much sleep do I need?', 'my son is 15, what about him?'],
      'How much sleep do I need for my son 15 years old?',
    ],
    [
      ['How much sleep do I need?', 'and his sister, who is one and a half?'],
      'How much sleep do I need for his sister, 1 years old?',
    ],
    [
      ['How much iron does a man need a day?', "and what would it be once she's expecting?"],
      "How much iron need a day for what would it be once she's expecting?",
    ],
    [['How much exercise do I need?', 'and over 65s?'], 'How much exercise do I need for over 65?'],
    [['I am low on iron', 'what should I eat?'], 'Following “low on iron”: what should I eat?'],
    [['does melatonin help?', 'what is the capital of Peru?'], 'what is the capital of Peru?'],
    [['Following what?', ''], 'Following what?'],
  ])('%j is %s', (messages, question) => {
    expect(standaloneQuestion(messages)).toBe(question)
  })
})
