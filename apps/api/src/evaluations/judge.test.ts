import { MockLanguageModelV4 } from 'ai/test'
import { expect, it } from 'vitest'
import type { AnswerToCheck } from './checks/answer-to-check.ts'
import { createJudge } from './judge.ts'

const answer: AnswerToCheck = {
  text: 'Adults need 11 mg of zinc [1].',
  ending: 'complete',
  outcome: 'answered',
  citations: [
    {
      number: 1,
      title: 'Zinc',
      heading: '',
      url: 'https://a.example/zinc',
      quote: 'Adults need 11 mg.',
      publisher: 'A',
    },
  ],
  products: [],
  safety: null,
  model: 'm',
}

function judgeThatSays(text: string) {
  const model = new MockLanguageModelV4({
    doGenerate: {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      },
      warnings: [],
    },
  })
  return { model, judge: createJudge(model) }
}

const signal = new AbortController().signal

it('reads a verdict, also in a code fence', async () => {
  const { judge, model } = judgeThatSays('```json\n{"pass": false, "reason": "Not in the source."}\n```')
  expect(await judge('How much zinc?', answer, signal)).toEqual({
    passed: false,
    reason: 'Not in the source.',
  })
  expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain('Adults need 11 mg.')
})

it('gives no verdict where the model says something else, and none on a broken answer', async () => {
  for (const said of ['Yes.', '{"pass": "maybe"}', '']) {
    expect(await judgeThatSays(said).judge('How much zinc?', answer, signal)).toBeNull()
  }
  const { judge, model } = judgeThatSays('{"pass": true}')
  expect(await judge('How much zinc?', { ...answer, ending: 'failed' }, signal)).toBeNull()
  expect(model.doGenerateCalls).toHaveLength(0)
})
