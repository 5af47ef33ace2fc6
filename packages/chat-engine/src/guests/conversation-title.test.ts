// @vitest-environment node
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGreeting, titleOf } from './conversation-title.ts'
import { visitor } from '../testing/scripted-transport.ts'
import { startEngine } from '../testing/start-engine.ts'

describe('titleOf', () => {
  it.each([
    ['What helps me sleep?', 'What helps me sleep?'],
    ['  What\n\thelps  me sleep? ', 'What helps me sleep?'],
    [
      'Which magnesium helps me sleep better, and how much of it should I take?',
      'Which magnesium helps me sleep better, and how much of it…',
    ],
    [
      'Is magnesium glycinate better for sleep than citrate is, all considered?',
      'Is magnesium glycinate better for sleep than citrate is…',
    ],
    ['睡眠'.repeat(40), `${'睡眠'.repeat(29)}睡…`],
  ])('makes of %j', (question, title) => {
    expect(titleOf(question)).toBe(title)
  })

  it('gives at most 60 characters, whole words of the question', () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), { minLength: 1 })
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join(' ').trim().replaceAll(/\s+/gu, ' ')
        const title = titleOf(parts.join(' '))
        expect(Array.from(title).length).toBeLessThanOrEqual(60)
        expect(text.startsWith(title.replace(/…$/u, ''))).toBe(true)
      }),
    )
  })
})

describe('isGreeting', () => {
  it.each(['Hello', 'hi there!', 'Good morning', 'thank you so much', 'Hola', 'Buenos días', 'مرحبا'])(
    '%s',
    (text) => {
      expect(isGreeting(text)).toBe(true)
    },
  )

  it.each(['hi, what helps me sleep?', 'Hidden sugar', 'Hello, I sleep badly since June', 'zinc', ''])(
    'not %j',
    (text) => {
      expect(isGreeting(text)).toBe(false)
    },
  )
})

describe("a guest's conversation", () => {
  it('that begins with a greeting is named after its first real question', async () => {
    const test = await startEngine(visitor)
    test.engine.send(test.selectedKey(), { text: 'Hello there' })
    expect(test.titles()).toEqual(['New chat'])
    await test.settle()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Hi!' }, { type: 'stream-end' })
    await test.settle()
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    expect(test.titles()).toEqual(['What helps me sleep?'])
  })

  it('is named after its first question', async () => {
    const test = await startEngine(visitor)
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    expect(test.titles()).toEqual(['What helps me sleep?'])
    await test.settle()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Dark rooms.' }, { type: 'stream-end' })
    await test.settle()
    test.engine.send(test.selectedKey(), { text: 'And naps?' })
    expect(test.titles()).toEqual(['What helps me sleep?'])
  })

  it('keeps the name that it was given', async () => {
    const test = await startEngine(visitor)
    await test.engine.rename(test.selectedKey(), 'Sleep')
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    expect(test.titles()).toEqual(['Sleep'])
  })

  it('leaves the naming of an account to the server', async () => {
    const test = await startEngine()
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    expect(test.titles()).toEqual(['New chat'])
  })
})
