// Everything that `@org/chat-engine` needs to know of a server that is not this project's. Plain JavaScript, so that
// a page without a build can load it as well.
import { readText } from '@org/chat-engine'

/**
 * @import { AnswerEvent, AnswerStream, ChatTransport, ThreadMessage } from '@org/chat-engine'
 * @typedef {{ id: string, name: string, reply: string | null }} Room
 * @typedef {{ id: string, under: string | null, by: 'person' | 'machine', words: string,
 *   state: 'growing' | 'whole' | 'cut', thumb: 'up' | 'down' | null, ticket: string | null }} Note
 * @typedef {{ n: number } & ({ room: string, question: string, answer: string } | { words: string } | { over: true })} Line
 */

/**
 * @param {string} baseUrl
 * @param {string} [person] who is asking; a visitor, if left out
 * @returns {ChatTransport}
 */
export function createTheirTransport(baseUrl, person) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {{ body?: object, signal?: AbortSignal | undefined }} [call]
   */
  async function request(method, path, { body, signal } = {}) {
    const response = await fetch(baseUrl + path, {
      method,
      headers: person === undefined ? {} : { 'X-Person': person },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
    if (response.ok) return response
    const { problem, reply } = await response.json()
    throw Object.assign(new Error(problem), {
      status: response.status,
      reason: problem,
      runningStreamId: reply,
    })
  }

  return {
    async listConversations({ limit, cursor, q = '', signal }) {
      const query = new URLSearchParams({ count: String(limit), from: cursor ?? '0', find: q })
      const { rooms, more } = await (await request('GET', `/rooms?${query}`, { signal })).json()
      return { items: rooms.map(conversationOf), nextCursor: more }
    },
    async createConversation(title) {
      return conversationOf(await (await request('POST', '/rooms', { body: { name: title } })).json())
    },
    async getConversation(id, call) {
      const room = await (await request('GET', `/rooms/${id}`, call)).json()
      return { ...conversationOf(room), activeStreamId: room.reply }
    },
    async renameConversation(id, title) {
      await request('PUT', `/rooms/${id}`, { body: { name: title } })
    },
    async deleteConversation(id) {
      await request('DELETE', `/rooms/${id}`)
    },
    async listMessages(id, { signal }) {
      const { notes } = await (await request('GET', `/rooms/${id}/notes`, { signal })).json()
      return { items: notes.map(messageOf), nextCursor: null }
    },
    async send({ text, conversationId, clientMessageId, parentId }, { signal }) {
      const body = { words: text, room: conversationId, ticket: clientMessageId, under: parentId }
      return answerOf(await request('POST', '/questions', { body, signal }))
    },
    async reconnect(streamId, { afterSeq, signal }) {
      return answerOf(await request('GET', `/replies/${streamId}?after=${afterSeq}`, { signal }))
    },
    async stop(streamId) {
      await request('DELETE', `/replies/${streamId}`)
    },
    anonStatus: () => Promise.resolve({ blocked: false }),
    async sendFeedback(messageId, rating) {
      await request('PUT', `/notes/${messageId}`, { body: { thumb: rating } })
    },
  }
}

/** @param {Room} room */
function conversationOf({ id, name }) {
  return { id, title: name, createdAt: null, updatedAt: null }
}

/**
 * @param {Note} note
 * @returns {ThreadMessage}
 */
function messageOf({ id, under, by, words, state, thumb, ticket }) {
  return {
    id,
    parentId: under,
    role: by === 'person' ? 'user' : 'assistant',
    content: words,
    images: [],
    createdAt: null,
    status: /** @type {const} */ ({ growing: 'streaming', whole: 'complete', cut: 'stopped' })[state],
    feedback: thumb,
    clientMessageId: ticket,
  }
}

/**
 * @param {Response} response
 * @returns {AnswerStream}
 */
function answerOf(response) {
  return { streamId: response.headers.get('X-Reply'), events: eventsOf(response) }
}

/**
 * @param {Response} response
 * @returns {AsyncGenerator<AnswerEvent>}
 */
async function* eventsOf({ body }) {
  if (body === null) return
  let rest = ''
  for await (const text of readText(body)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield eventOf(JSON.parse(line))
  }
}

/**
 * @param {Line} line
 * @returns {AnswerEvent}
 */
function eventOf(line) {
  if ('over' in line) return { type: 'stream-end', seq: line.n }
  if ('words' in line) return { type: 'text-delta', text: line.words, seq: line.n }
  const { n, room, question, answer } = line
  return { type: 'message-started', userId: question, assistantId: answer, conversationId: room, seq: n }
}
