import { createAnswersOnlyTransport, readText, type AnswerEvent, type ChatTransport } from '@org/chat-engine'

/** A server that takes a list of messages and streams the text of the answer: nothing is kept, nobody signs in. */
export function createAnswersOnly(address: string): ChatTransport {
  return createAnswersOnlyTransport({
    send: async ({ text, conversation = [] }, { signal }) => {
      const earlier = conversation.map(({ role, content }) => ({ role, content }))
      const messages = [...earlier, { role: 'user', content: text }]
      const request = { method: 'POST', body: JSON.stringify(messages), signal: signal ?? null }
      const { ok, status, body } = await fetch(address, request)
      if (!ok || body === null) throw Object.assign(new Error('There is no answer.'), { status })
      return { streamId: null, events: eventsOf(body) }
    },
  })
}

async function* eventsOf(body: NonNullable<Response['body']>): AsyncGenerator<AnswerEvent> {
  let seq = 0
  for await (const text of readText(body)) {
    yield { type: 'text-delta', text, seq: (seq += 1) }
  }
  yield { type: 'stream-end', seq: seq + 1 }
}
