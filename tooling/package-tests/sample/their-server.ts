// A chat server of somebody else's: its own routes, words and stream (a line of JSON an event), nothing of this
// project's API. Whoever names herself is a person; anybody else is a visitor.
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

interface Note {
  readonly id: string
  /** The note that this one answers to. */
  readonly under: string | null
  readonly by: 'person' | 'machine'
  words: string
  state: 'growing' | 'whole' | 'cut'
  thumb: 'up' | 'down' | null
  /** The ticket that a person's note came with. */
  readonly ticket: string | null
}

interface Room {
  readonly id: string
  /** Null while the room has none. */
  name: string | null
  readonly notes: Note[]
  reply: Reply | null
}

/** An answer on its way. It goes on whether or not anybody reads it. */
interface Reply {
  readonly id: string
  readonly lines: string[]
  readonly news: EventEmitter
  isDone: boolean
  isCut: boolean
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
}

/** Serves the chat and, beside it, a folder of files. Gives the address, and how to close it. */
export async function startTheirServer(folder: string) {
  const rooms: Room[] = []
  const replies = new Map<string, Reply>()
  const tickets = new Map<string, Reply>()

  function addRoom(name: string | null): Room {
    const room: Room = { id: randomUUID(), name, notes: [], reply: null }
    rooms.unshift(room)
    return room
  }

  function addNote(room: Room, note: Pick<Note, 'under' | 'by' | 'words' | 'state' | 'ticket'>): Note {
    const added = { id: randomUUID(), thumb: null, ...note }
    room.notes.unshift(added)
    return added
  }

  function say(reply: Reply, line: object): void {
    reply.lines.push(`${JSON.stringify({ n: reply.lines.length + 1, ...line })}\n`)
    reply.news.emit('line')
  }

  async function answer(reply: Reply, note: Note | null): Promise<void> {
    for (const words of ['Dark ', 'rooms ', 'and ', 'regular ', 'hours.']) {
      await wait(20)
      if (reply.isCut) break
      if (note !== null) note.words += words
      say(reply, { words })
    }
    if (note !== null) note.state = reply.isCut ? 'cut' : 'whole'
    reply.isDone = true
    say(reply, { over: true })
  }

  async function follow(reply: Reply, after: number, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'X-Reply': reply.id })
    for (let place = after; ;) {
      const lines = reply.lines.slice(place)
      place += lines.length
      response.write(lines.join(''))
      if (reply.isDone) break
      await once(reply.news, 'line')
    }
    response.end()
  }

  function ask(body: Record<string, unknown>, isPerson: boolean, response: ServerResponse) {
    const ticket = String(body['ticket'])
    const known = tickets.get(ticket)
    if (known !== undefined) return follow(known, 0, response)
    const room = isPerson ? (rooms.find(({ id }) => id === body['room']) ?? addRoom('A talk')) : null
    if (room?.reply?.isDone === false)
      return send(response, 409, { problem: 'One thing at a time.', reply: room.reply.id })
    const reply: Reply = {
      id: randomUUID(),
      lines: [],
      news: new EventEmitter(),
      isDone: false,
      isCut: false,
    }
    replies.set(reply.id, reply)
    tickets.set(ticket, reply)
    if (room === null) {
      void answer(reply, null)
      return follow(reply, 0, response)
    }
    room.reply = reply
    const given = typeof body['under'] === 'string' ? body['under'] : null
    const under = body['under'] === undefined ? (room.notes[0]?.id ?? null) : given
    const words = String(body['words'])
    const question =
      words === ''
        ? room.notes.find(({ id }) => id === under)
        : addNote(room, { by: 'person', words, state: 'whole', under, ticket })
    if (question === undefined) return send(response, 404, { problem: 'No such note.' })
    const note = addNote(room, {
      by: 'machine',
      words: '',
      state: 'growing',
      under: question.id,
      ticket: null,
    })
    say(reply, { room: room.id, question: question.id, answer: note.id })
    void answer(reply, note)
    return follow(reply, 0, response)
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const found = rooms.filter(({ name }) => (name ?? '').includes(query.get('find') ?? ''))
    const from = Number(query.get('from') ?? 0)
    const to = from + Number(query.get('count') ?? 20)
    send(response, 200, {
      rooms: found.slice(from, to).map(roomOf),
      more: to < found.length ? String(to) : null,
    })
  }

  function inRoom(method: string, room: Room, body: Record<string, unknown>, response: ServerResponse): void {
    if (method === 'PUT') room.name = nameOf(body)
    if (method === 'DELETE') rooms.splice(rooms.indexOf(room), 1)
    send(response, 200, roomOf(room))
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const [, kind = '', id = '', part] = pathname.split('/')
    const isPerson = headers['x-person'] !== undefined
    const body = await bodyOf(request)
    if (kind === 'questions') return ask(body, isPerson, response)
    if (kind === 'replies') {
      const reply = replies.get(id)
      if (reply === undefined) return send(response, 404, { problem: 'No such reply.' })
      if (method === 'GET') return follow(reply, Number(searchParams.get('after')), response)
      reply.isCut = true
      return send(response, 200, {})
    }
    if (kind === 'notes') {
      const note = rooms.flatMap(({ notes }) => notes).find((one) => one.id === id)
      if (note === undefined) return send(response, 404, { problem: 'No such note.' })
      note.thumb = body['thumb'] === 'up' || body['thumb'] === 'down' ? body['thumb'] : null
      return send(response, 200, {})
    }
    if (kind !== 'rooms') return sendFile(response, folder, pathname)
    if (!isPerson) return send(response, 401, { problem: 'Who are you?' })
    if (id === '' && method === 'GET') return list(searchParams, response)
    if (id === '') return send(response, 200, roomOf(addRoom(nameOf(body))))
    const room = rooms.find((one) => one.id === id)
    if (room === undefined) return send(response, 404, { problem: 'No such room.' })
    if (part === 'notes') return send(response, 200, { notes: room.notes })
    return inRoom(method, room, body, response)
  }

  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function nameOf({ name }: Record<string, unknown>): string | null {
  return typeof name === 'string' ? name : null
}

function roomOf({ id, name, reply }: Room) {
  return { id, name, reply: reply?.isDone === false ? reply.id : null }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk)
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

async function sendFile(response: ServerResponse, folder: string, pathname: string): Promise<void> {
  const file = path.join(folder, pathname)
  try {
    const content = await readFile(file)
    response.writeHead(200, { 'Content-Type': mediaTypes[path.extname(file)] ?? 'text/plain' }).end(content)
  } catch {
    send(response, 404, { problem: 'No such file.' })
  }
}
