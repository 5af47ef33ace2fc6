import { chatEventSchema, type ToolContext } from '@org/api-client/contract'
import { describe, expect, it } from 'vitest'
import { storedEvents } from './stored-events.ts'

const citation = {
  citation_num: 1,
  citation_string: '[1] Zinc (https://example.com/zinc)',
  title: 'Zinc',
  url: 'https://example.com/zinc',
  quote: 'Adults need 8 to 11 mg a day.',
  heading: 'Needs',
  publisher: 'Example',
  language: 'en',
}

const lozenges = { name: 'Zinc Lozenges', url: 'https://shop.example/z?a=1&b=2', price: '$9', image: null }

const evidence: Required<ToolContext> = {
  citations: [citation],
  products: [{ name: 'Zinc Lozenges', results: [lozenges] }],
  outcome: 'answered',
  suggestions: ['How much zinc is too much?'],
  safety: {
    category: 'minor_dose',
    severity: 'caution',
    title: 'Children',
    text: 'Ask a doctor.',
    lines: [],
  },
  approval: { id: '01990000-0000-7000-8000-000000000001', reviewer: 'Ada', reviewed_at: '2026-11-02' },
}

function answer(fields: Partial<Parameters<typeof storedEvents>[0]> = {}) {
  return {
    id: '01990000-0000-7000-8000-000000000002',
    conversationId: '01990000-0000-7000-8000-000000000003',
    parentId: '01990000-0000-7000-8000-000000000004',
    role: 'assistant' as const,
    content: 'Take <product>zinc  lozenges</product> [1]. <product>zinc  lozenges</product> again.',
    toolContext: evidence as unknown,
    status: 'complete' as const,
    streamId: '01990000-0000-7000-8000-000000000005',
    ...fields,
  }
}

describe('the events of a stored answer', () => {
  it('have each field of the evidence, in the order of a first stream', () => {
    const events = storedEvents(answer())
    expect(events.map(({ type }) => type)).toEqual([
      'message',
      'safety',
      'approval',
      'citations',
      'LLM_Response',
      'product_update',
      'outcome',
      'suggestions',
    ])
    for (const event of events) expect(chatEventSchema.parse(event)).toEqual(event)
  })

  it('resolve the product tags as the text has them', () => {
    const update = storedEvents(answer()).find(({ type }) => type === 'product_update')
    expect(update).toEqual({
      type: 'product_update',
      content: {
        original: '<product>zinc  lozenges</product>',
        replacement:
          '<a href="https://shop.example/z?a=1&amp;b=2" data-price="$9" title="Zinc Lozenges">Zinc Lozenges</a>',
      },
    })
  })

  it('leave a tag without a stored product as it is', () => {
    const toolContext = { ...evidence, products: [] }
    expect(storedEvents(answer({ toolContext })).some(({ type }) => type === 'product_update')).toBe(false)
  })

  it('have the text alone where the evidence cannot be read', () => {
    const events = storedEvents(answer({ toolContext: { citations: 'none' } }))
    expect(events.map(({ type }) => type)).toEqual(['message', 'LLM_Response'])
  })

  it.each([
    ['streaming', 'interrupted'],
    ['interrupted', 'interrupted'],
    ['stopped', 'stopped'],
    ['failed', 'model_failed'],
  ] as const)('of an answer that is %s end in the error %s', (status, code) => {
    expect(storedEvents(answer({ status })).at(-1)).toMatchObject({ type: 'error', code })
  })

  it('keep the citations of old answers', () => {
    const toolContext = { products: [], citations: ['[1] Zinc (https://example.com/zinc)'] }
    expect(storedEvents(answer({ toolContext }))[1]).toEqual({
      type: 'citations',
      content: ['[1] Zinc (https://example.com/zinc)'],
    })
  })
})
