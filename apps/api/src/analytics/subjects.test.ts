import { expect, it } from 'vitest'
import { classify } from './subjects.ts'

it.each([
  ['How much magnesium does an adult need, and what helps me sleep?', 'Sleep'],
  ['Is walking 10,000 steps a day enough exercise?', 'Movement'],
  ['Which SPF should I use against sunburn?', 'Skin'],
  ['Do probiotics help with bloating?', 'Digestion'],
  ['Which vitamins do you sell?', 'Supplements'],
  ['WHAT LOWERS BLOOD PRESSURE', 'Heart'],
  ['Why do I wake up at three?', 'Sleep'],
  ['I can never fall asleep', 'Sleep'],
  ['She slept badly and is sleepless again', 'Sleep'],
  ['What keeps me awake at night, and why am I waking so early?', 'Sleep'],
  ['Are naps good for you? I napped.', 'Sleep'],
  ['I ran and I am running tomorrow', 'Movement'],
  ['My skin itches', 'Skin'],
  ['I ate too much, and what should I be eating?', 'Nutrition'],
  ['I worry. I worried. What about worries?', 'Stress & mood'],
  ['Is my diet okay? I lost ten kilos and was dieting', 'Weight'],
  ['Do I have a food allergy, or allergies to pollen?', 'Immunity'],
])('%s is about %s', (question, topic) => {
  expect(classify(question)).toBe(topic)
})

it.each([
  '',
  '?',
  'Which tax deductions can a small company claim?',
  'What is on this site?',
  'Which sites are yours?',
  'Is this fated?',
])('%j is about no topic', (question) => {
  expect(classify(question)).toBeNull()
})
