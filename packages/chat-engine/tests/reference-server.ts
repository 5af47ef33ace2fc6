import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { json, startServer } from './misbehaving-server.ts'
import type { Behaviour, Connection } from './misbehaving-server.ts'

type Status = 'streaming' | 'complete' | 'stopped'

interface StoredMessage {
  id: string
  parent_id: string | null
  role: 'user' | 'assistant'
  content: string
  tool_context: null
  images: never[]
  created_at: string
  status: Status
  feedback: 'up' | 'down' | null
  client_message_id: string | null
}

interface StoredConversation {
  id: string
  title: string
  messages: StoredMessage[]
  stream: Stream | null
}

interface Stream {
  id: string
  events: string[]
  isEnded: boolean
  isStopped: boolean
  wake: Set<() => void>
}

const PIECES = ['Dark ', 'rooms ', 'and ', 'regular ', 'hours.']

/** Deviations of the server from the contract. */
export interface Shortcomings {
  ignoresStop?: boolean
  asksTwice?: boolean
  replaysAll?: boolean
  /** A question that names no conversation begins none. */
  beginsNone?: boolean
}

/**
 * A chat server of 200 lines on loopback, whose answers come piece by piece. A request with a session cookie is a
 * person's, any other a visitor's.
 */
export async function startReferenceServer(shortcomings: Shortcomings = {}) {
  const conversations = new Map<string, StoredConversation>()
  const streams = new Map<string, Stream>()
  const asked = new Map<string, Stream>()
  let changes = 0
  const updatedAt = new Map<string, number>()

  const touch = ({ id }: StoredConversation) => updatedAt.set(id, (changes += 1))
  const toJson = ({ id, title, stream }: StoredConversation) => ({
    id,
    title,
    created_at: '2026-11-20T09:00:00.000Z',
    updated_at: '2026-11-20T09:00:00.000Z',
    active_stream_id: stream?.isEnded === false ? stream.id : null,
  })
  const newest = () =>
    [...conversations.values()].toSorted((a, b) => (updatedAt.get(b.id) ?? 0) - (updatedAt.get(a.id) ?? 0))

  function create(title: string): StoredConversation {
    const conversation = { id: randomUUID(), title, messages: [], stream: null }
    conversations.set(conversation.id, conversation)
    touch(conversation)
    return conversation
  }

  function store(
    conversation: StoredConversation,
    fields: Pick<StoredMessage, 'role' | 'content' | 'status' | 'parent_id'>,
    client_message_id: string | null = null,
  ) {
    const rest = { tool_context: null, images: [], created_at: '2026-11-20T09:00:00.000Z', feedback: null }
    const message: StoredMessage = { id: randomUUID(), ...rest, ...fields, client_message_id }
    conversation.messages.push(message)
    return message
  }

  function emit(stream: Stream, event: unknown) {
    stream.events.push(`id: ${stream.events.length + 1}\ndata: ${JSON.stringify(event)}\n\n`)
    for (const wake of stream.wake) wake()
  }

  async function answer(stream: Stream, message: StoredMessage | null) {
    for (const piece of PIECES) {
      await wait(20)
      if (stream.isStopped) break
      if (message !== null) message.content += piece
      emit(stream, { type: 'LLM_Response', content: piece })
    }
    if (message !== null) message.status = stream.isStopped ? 'stopped' : 'complete'
    stream.isEnded = true
    for (const wake of stream.wake) wake()
  }

  async function write(stream: Stream, after: number, { head, write: send, end }: Connection) {
    head(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Stream-Id': stream.id })
    for (let place = after; ;) {
      const events = stream.events.slice(place)
      place += events.length
      if (events.length > 0) await send(events.join(''))
      else if (stream.isEnded) return end('data: [DONE]\n\n')
      else {
        await new Promise<void>((resolve) => {
          stream.wake.add(resolve)
        })
      }
    }
  }

  function open(): Stream {
    const stream = {
      id: randomUUID(),
      events: [],
      isEnded: false,
      isStopped: false,
      wake: new Set<() => void>(),
    }
    streams.set(stream.id, stream)
    return stream
  }

  const chat: Behaviour = (connection) => {
    const { body, headers } = connection.request
    const clientId = String(body['client_message_id'])
    const known = asked.get(clientId)
    if (known !== undefined && shortcomings.asksTwice !== true) return write(known, 0, connection)
    if (headers.cookie === undefined) {
      const stream = open()
      const content = { user_id: randomUUID(), assistant_id: randomUUID(), conversation_id: null }
      emit(stream, { type: 'message', content })
      void answer(stream, null)
      return write(stream, 0, connection)
    }
    const given = body['conversation_id']
    const conversation =
      typeof given === 'string' || shortcomings.beginsNone === true
        ? conversations.get(String(given))
        : create('New chat')
    if (conversation === undefined) return notFound(connection)
    if (conversation.stream?.isEnded === false) {
      const detail = { stream_id: conversation.stream.id }
      return json({ error: 'An answer is running.', code: 'conflict', detail }, 409)(connection)
    }
    const stream = open()
    asked.set(clientId, stream)
    conversation.stream = stream
    touch(conversation)
    const parent = typeof body['parent_id'] === 'string' ? body['parent_id'] : null
    const last = body['parent_id'] === undefined ? (conversation.messages.at(-1)?.id ?? null) : parent
    const question =
      body['text'] === ''
        ? conversation.messages.find(({ id }) => id === parent)
        : store(
            conversation,
            { role: 'user', content: String(body['text']), status: 'complete', parent_id: last },
            clientId,
          )
    if (question === undefined) return notFound(connection)
    const message = store(conversation, {
      role: 'assistant',
      content: '',
      status: 'streaming',
      parent_id: question.id,
    })
    const content = { user_id: question.id, assistant_id: message.id, conversation_id: conversation.id }
    emit(stream, { type: 'message', content })
    void answer(stream, message)
    return write(stream, 0, connection)
  }

  const resume: Behaviour = (connection) => {
    const { url, headers } = connection.request
    const stream = streams.get(url.split('/')[4] ?? '')
    if (stream === undefined) return notFound(connection)
    const after = shortcomings.replaysAll === true ? 0 : Number(headers['last-event-id'] ?? 0)
    if (!stream.isEnded || after < stream.events.length) return write(stream, after, connection)
    connection.head(204, {})
    return connection.end()
  }

  const list: Behaviour = (connection) => {
    const { url, headers } = connection.request
    if (headers.cookie === undefined) {
      return json({ error: 'Login required to continue', code: 'login_required' }, 401)(connection)
    }
    const query = new URL(url, 'http://localhost').searchParams
    const found = newest().filter(({ title }) => title.includes(query.get('q') ?? ''))
    const start = Number(query.get('cursor') ?? 0)
    const end = start + Number(query.get('limit') ?? 20)
    const next_cursor = end < found.length ? String(end) : null
    return json({ items: found.slice(start, end).map(toJson), next_cursor })(connection)
  }

  function importAll(value: unknown): string[] {
    const given: { title: string; messages: { role: 'user' | 'assistant'; content: string }[] }[] =
      Array.isArray(value) ? value : []
    return given.map(({ title, messages }) => {
      const conversation = create(title)
      for (const { role, content } of messages) {
        const parent_id = conversation.messages.at(-1)?.id ?? null
        store(conversation, { role, content, status: 'complete', parent_id })
      }
      return conversation.id
    })
  }

  const one: Behaviour = (connection) => {
    const { method, url, body } = connection.request
    const [, , , id = '', part] = url.split(/[/?]/u)
    const conversation = conversations.get(id)
    if (conversation === undefined) return notFound(connection)
    if (part === 'messages') {
      return json({ items: conversation.messages.toReversed(), next_cursor: null })(connection)
    }
    if (method === 'PATCH') conversation.title = String(body['title'])
    if (method === 'DELETE') conversations.delete(id)
    return json(toJson(conversation))(connection)
  }

  const feedback: Behaviour = (connection) => {
    const { url, body } = connection.request
    const id = url.split('/')[3]
    const message = [...conversations.values()]
      .flatMap(({ messages }) => messages)
      .find((each) => each.id === id)
    if (message === undefined) return notFound(connection)
    message.feedback = body['rating'] === 'up' || body['rating'] === 'down' ? body['rating'] : null
    return json({ ok: true })(connection)
  }

  return startServer((connection) => {
    const { method, url, body } = connection.request
    const route = `${method} ${url.split('?')[0] ?? ''}`
    if (route === 'POST /api/chat') return chat(connection)
    if (route.endsWith('/stop')) {
      const stream = streams.get(url.split('/')[4] ?? '')
      if (stream !== undefined && shortcomings.ignoresStop !== true) stream.isStopped = true
      return json({ ok: true })(connection)
    }
    if (route.startsWith('GET /api/chat/streams/')) return resume(connection)
    if (route === 'GET /api/chat/anon-status') return json({ blocked: false })(connection)
    if (route === 'GET /api/conversations') return list(connection)
    if (route === 'POST /api/conversations/import') {
      return json({ ids: importAll(body['conversations']) })(connection)
    }
    if (route === 'POST /api/conversations') return json(toJson(create(String(body['title']))))(connection)
    if (route.startsWith('PUT /api/messages/')) return feedback(connection)
    return one(connection)
  })
}

const notFound = json({ error: 'Not found.', code: 'not_found' }, 404)
