import { expect } from 'vitest'
import { DONE, eventText, started, token } from './misbehaving-server.ts'
import type { Behaviour } from './misbehaving-server.ts'
import { QUESTION } from './start-chat.ts'
import type { ChatUnderTest, Message, Screen } from './start-chat.ts'

/** The text of the answer that these tests are about. */
export const TEXT = 'Süßer Schlaf 😴 [1]: dark rooms.'

/** Its events, as the server numbers them. */
export const EVENTS: readonly string[] = [
  started(1),
  eventText({ type: 'status', content: 'Searching…' }, 2),
  eventText({ type: 'citations', content: ['[1] Sleep facts (https://example.org/sleep)'] }, 3),
  token('Süßer Schlaf ', 4),
  token('😴 [1]', 5),
  eventText({ type: 'status', content: '' }, 6),
  token(': dark rooms.', 7),
]

/** The bytes of the stream from an event on, the sentinel included. */
export function bytesFrom(event: number): Uint8Array {
  return new TextEncoder().encode(EVENTS.slice(event).join('') + DONE)
}

/** Returns the number of bytes of the first events. */
export function bytesOf(events: number): number {
  return bytesFrom(0).length - bytesFrom(events).length
}

/** The stream after the last event that the client has, cut after `bytes`. */
export function upTo(bytes: number): Behaviour {
  return async ({ request, head, write, cut }) => {
    head()
    await write(bytesFrom(Number(request.headers['last-event-id'] ?? 0)).subarray(0, bytes))
    cut()
  }
}

/** The stream after the last event that the client has. */
export const whole: Behaviour = async ({ request, head, write, end }) => {
  head()
  await write(bytesFrom(Number(request.headers['last-event-id'] ?? 0)))
  end()
}

/** A stream that sends the given texts, and then waits for the test. */
export function open(...texts: (string | Uint8Array)[]): Behaviour {
  return async ({ head, write }) => {
    head()
    for (const text of texts) await write(text)
  }
}

/** Expected screen of a complete answer. */
export function answered(text = TEXT): Screen {
  const messages = [
    { role: 'user' as const, text: QUESTION },
    { role: 'assistant' as const, text, status: 'complete' as const, error: null },
  ]
  return { phase: 'done', line: null, messages }
}

/** Expected screen of an interrupted answer: its partial text and the error line. */
export function broken(text: string, line = 'Streaming failed'): Screen {
  return unanswered(line, { text, status: 'interrupted' })
}

/** Expected screen of a failed answer: the question, the partial answer and the error line. */
export function unanswered(
  line: string,
  { text = '', status = 'failed' }: Pick<Message, 'text' | 'status'> = {},
): Screen {
  const messages = [
    { role: 'user' as const, text: QUESTION },
    { role: 'assistant' as const, text, status, error: line },
  ]
  return { phase: 'failed', line, messages }
}

/** Asks again, and sees the whole answer; the server's script is to have one left. */
export async function retries(test: ChatUnderTest): Promise<void> {
  expect(test.engine.retry(test.key())).toBe('sent')
  await expect.poll(test.screen).toMatchObject(answered())
}
