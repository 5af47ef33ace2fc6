import { expect, it } from 'vitest'
import { classify } from './subjects.ts'

it.each([
  ['How much magnesium does an adult need, and what helps me sleep?', 'Sleep'],
  ['Is walking 10,000 steps a day enough exercise?', 'Movement'],
  ['Which SPF should I use against sunburn?', 'Skin'],
  ['Do probiotics help with bloating?', 'Digestion'],
  ['Which vitamins do you sell?', 'Supplements'],
  ['WHAT LOWERS BLOOD PRESSURE', 'Heart'],
])('%s is about %s', (question, topic) => {
  expect(classify(question)).toBe(topic)
})

it.each(['', '?', 'Which tax deductions can a small company claim?', 'What is on this site?'])(
  '%j is about no topic',
  (question) => {
    expect(classify(question)).toBeNull()
  },
)
