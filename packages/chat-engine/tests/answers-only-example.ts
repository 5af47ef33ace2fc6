import { readText, type AnswerEvent, type ChatTransport } from '@org/chat-engine'

/** A server that takes a list of messages and streams the text of the answer: nothing is kept, nobody signs in. */
export function createAnswersOnly(address: string): ChatTransport {
  const nothing = () => Promise.reject(new Error('This server keeps nothing.'))
  return {
    listConversations: () => Promise.reject(Object.assign(new Error('A visitor.'), { status: 401 })),
    anonStatus: () => Promise.resolve({ blocked: false }),
    send: async ({ text, conversation = [] }, { signal }) => {
      const messages = [...conversation, { role: 'user', content: text }]
      const request = { method: 'POST', body: JSON.stringify(messages), signal: signal ?? null }
      const { ok, status, body } = await fetch(address, request)
      if (!ok || body === null) throw Object.assign(new Error('There is no answer.'), { status })
      return { streamId: null, events: eventsOf(body) }
    },
    reconnect: () => Promise.resolve(null),
    stop: nothing,
    createConversation: nothing,
    getConversation: nothing,
    renameConversation: nothing,
    deleteConversation: nothing,
    listMessages: nothing,
    sendFeedback: nothing,
  }
}

async function* eventsOf(body: NonNullable<Response['body']>): AsyncGenerator<AnswerEvent> {
  let seq = 0
  for await (const text of readText(body)) {
    yield { type: 'text-delta', text, seq: (seq += 1) }
  }
  yield { type: 'stream-end', seq: seq + 1 }
}
