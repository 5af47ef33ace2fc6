import { describe, expect, it } from 'vitest'
import { courteousReply, urgentHelp } from './direct-reply.ts'

describe('urgentHelp', () => {
  it.each(['i want to kill myself', 'I feel suicidal', 'I have been hurting myself'])(
    'sends “%s” to people',
    (message) => {
      expect(urgentHelp(message)).toContain('call your local emergency number')
    },
  )

  it.each([
    'chest pain and trouble breathing, what should I do',
    "my son can't breathe",
    'I took too many pills',
  ])('takes “%s” for an emergency', (message) => {
    expect(urgentHelp(message)).toContain('emergency number now')
  })

  it.each([
    'does omega-3 lower the risk of a heart attack?',
    'what kills acne bacteria',
    'breathing exercises',
  ])('leaves “%s” to the sources', (message) => {
    expect(urgentHelp(message)).toBeUndefined()
  })
})

describe('courteousReply', () => {
  it.each(['hi', 'Hello there!', 'hello, who are you?', 'what can you do?'])(
    'introduces itself to “%s”',
    (message) => {
      expect(courteousReply(message)).toMatch(/^I answer questions from the articles/u)
    },
  )

  it.each(['thanks!', 'ok thank you very much'])('accepts “%s”', (message) => {
    expect(courteousReply(message)).toMatch(/^You are welcome/u)
  })

  it.each([
    'hi, how much zinc?',
    'thanks, and iron?',
    'what is a good morning routine',
    'what can you take for colds?',
    '?',
  ])('leaves “%s” to the sources', (message) => {
    expect(courteousReply(message)).toBeUndefined()
  })
})
