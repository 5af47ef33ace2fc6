import { describe, expect, it } from 'vitest'
import { courteousReply } from './direct-reply.ts'

describe('courteousReply', () => {
  it.each([
    'hi',
    'Hello there!',
    'hello, who are you?',
    'what can you do?',
    'how do you work?',
    'How can you help me?',
    'how do you find your answers',
  ])('introduces itself to “%s”', (message) => {
    expect(courteousReply(message)).toMatch(/^I answer questions from the articles/u)
  })

  it.each(['thanks!', 'ok thank you very much', 'Right, that was all I had to ask, many thanks!'])(
    'accepts “%s”',
    (message) => {
      expect(courteousReply(message)).toMatch(/^You are welcome/u)
    },
  )

  it.each([
    'hi, how much zinc?',
    'thanks, and iron?',
    'thanks but tell me about zinc',
    'thank you, now the zinc figures for women',
    'what is a good morning routine',
    'what can you take for colds?',
    'how do you warm up before a walk',
    'How can you get iron from plants?',
    '?',
  ])('leaves “%s” to the sources', (message) => {
    expect(courteousReply(message)).toBeUndefined()
  })
})
