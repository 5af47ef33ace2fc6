import { type Behaviour, type Connection, eventText, startServer } from './misbehaving-server.ts'

/** A chunk of `POST /chat/completions`, as servers send it. */
export function completion(delta: object, more: object = {}) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1763474589,
    model: 'm-1-2026',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...more,
  }
}

/** The last chunks of `POST /chat/completions` with `stream_options: { include_usage: true }`. */
export function completionEnd(reason = 'stop') {
  return [
    completion({}, { choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
    completion({}, { choices: [], usage: { prompt_tokens: 45, completion_tokens: 25, total_tokens: 70 } }),
  ]
}

/** Streams JSON values, and `end` after them. */
export function streamOf(chunks: readonly unknown[], end = 'data: [DONE]\n\n'): Behaviour {
  return async ({ head, write, end: close }) => {
    head(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
    for (const chunk of chunks) await write(eventText(chunk))
    close(end)
  }
}

/** A stream that goes on after its first chunks until the test or the client ends it. */
export function openStreamOf(chunks: readonly unknown[], connections: Connection[]): Behaviour {
  return async (connection) => {
    connections.push(connection)
    connection.head(200, { 'Content-Type': 'text/event-stream' })
    for (const chunk of chunks) await connection.write(eventText(chunk))
  }
}

/** A server that gives the next behaviour to each question. */
export function startModelServer(...behaviours: Behaviour[]) {
  return startServer((connection) => behaviours.shift()?.(connection))
}
