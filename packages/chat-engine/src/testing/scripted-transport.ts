import type { ChatInput, ChatStream, Conversation, Message, Page } from '@org/api-client'
import { ApiError } from '@org/api-client'
import { readAnswerStream, readMessages } from '../transport/read-answers.ts'
import type { ChatTransport, TransportCall } from '../transport/transport.ts'
import { createScriptedStream } from './scripted-stream.ts'
import type { ScriptedStream } from './scripted-stream.ts'

/** A transport whose methods a test replaces, and which remembers what it was asked. */
export interface ScriptedTransport extends ChatTransport {
  /** The calls so far, by method: `[['stop', 'stream-1']]`. */
  calls: [name: string, ...args: unknown[]][]
  /** The calls of one method. */
  callsOf: (name: keyof ChatTransport) => unknown[][]
  /** The questions so far. */
  questions: ChatInput[]
  /** The streams that answered them. */
  streams: ScriptedStream[]
  /** The stream of the last question. */
  lastStream: () => ScriptedStream
}

/** Overrides of a scripted transport: answers and messages use the wire format of this platform's API. */
export interface Script extends Omit<ChatTransport, 'send' | 'reconnect' | 'listMessages'> {
  send: (input: ChatInput, call: TransportCall) => Promise<ChatStream>
  reconnect: (streamId: string, call: TransportCall & { afterSeq: number }) => Promise<ChatStream | null>
  listMessages: (id: string, call: Parameters<ChatTransport['listMessages']>[1]) => Promise<Page<Message>>
}

/** The transport of a signed-in person without conversations, whose questions each get a stream. */
export function createScriptedTransport(methods: Partial<Script> = {}): ScriptedTransport {
  const calls: ScriptedTransport['calls'] = []
  const questions: ChatInput[] = []
  const streams: ScriptedStream[] = []
  const record = (name: keyof ChatTransport, ...args: unknown[]) => {
    calls.push([name, ...args])
  }
  const script: Script = {
    listConversations: () => Promise.resolve({ items: [], nextCursor: null }),
    createConversation: (title) => Promise.resolve(storedConversation('created', title)),
    getConversation: (id) => Promise.resolve({ ...storedConversation(id), activeStreamId: null }),
    renameConversation: () => Promise.resolve(),
    markConversation: () => Promise.resolve(),
    deleteConversation: () => Promise.resolve(),
    listMessages: () => Promise.resolve({ items: [], nextCursor: null }),
    send: () => {
      const stream = createScriptedStream(`stream-${streams.length + 1}`)
      streams.push(stream)
      return Promise.resolve(stream)
    },
    reconnect: () => Promise.resolve(null),
    stop: () => Promise.resolve(),
    anonStatus: () => Promise.resolve({ blocked: false }),
    sendFeedback: () => Promise.resolve(),
    importConversations: () => Promise.resolve(),
    ...methods,
  }
  return {
    calls,
    callsOf: (name) => calls.filter(([called]) => called === name).map(([, ...args]) => args),
    questions,
    streams,
    lastStream: () => {
      const stream = streams.at(-1)
      if (stream === undefined) throw new Error('Nothing was asked yet.')
      return stream
    },
    listConversations: (call) => {
      record('listConversations', call.limit, call.cursor)
      return script.listConversations(call)
    },
    createConversation: (title) => {
      record('createConversation', title)
      return script.createConversation(title)
    },
    getConversation: (id, call) => {
      record('getConversation', id)
      return script.getConversation(id, call)
    },
    renameConversation: (id, title) => {
      record('renameConversation', id, title)
      return script.renameConversation(id, title)
    },
    markConversation: async (id, marks) => {
      record('markConversation', id, marks)
      await script.markConversation?.(id, marks)
    },
    deleteConversation: (id) => {
      record('deleteConversation', id)
      return script.deleteConversation(id)
    },
    listMessages: async (id, call) => {
      record('listMessages', id, call.cursor)
      return readMessages(await script.listMessages(id, call))
    },
    send: async (input, call) => {
      questions.push(input)
      record('send', input.text)
      return readAnswerStream(await script.send(input, call))
    },
    reconnect: async (streamId, call) => {
      record('reconnect', streamId, call.afterSeq)
      const stream = await script.reconnect(streamId, call)
      return stream === null ? null : readAnswerStream(stream)
    },
    stop: (streamId) => {
      record('stop', streamId)
      return script.stop(streamId)
    },
    anonStatus: (call) => {
      record('anonStatus')
      return script.anonStatus(call)
    },
    importConversations: async (conversations, call) => {
      record('importConversations', conversations)
      return script.importConversations?.(conversations, call)
    },
    sendFeedback: (messageId, rating, reason) => {
      record('sendFeedback', messageId, rating, reason)
      return script.sendFeedback(messageId, rating, reason)
    },
  }
}

/** A conversation of the server. */
export function storedConversation(id: string, title: string | null = `Title of ${id}`): Conversation {
  return { id, title, createdAt: '2026-11-20T09:00:00.000Z', updatedAt: '2026-11-20T09:00:00.000Z' }
}

/** A message of the server. */
export function storedMessage(id: string, fields: Partial<Message> = {}): Message {
  return {
    id,
    parentId: null,
    role: 'user',
    content: `Text of ${id}`,
    toolContext: null,
    images: [],
    createdAt: '2026-11-20T09:00:00.000Z',
    status: 'complete',
    feedback: null,
    clientMessageId: null,
    ...fields,
  }
}

/** A call that fails with a status, as the API's client throws it. */
export function httpFailure(status: number, reason?: string): Promise<never> {
  return Promise.reject(new ApiError({ code: 'http', status, reason }))
}

/** Rejects the conversation list with 401: the person is a visitor. */
export const visitor: Partial<Script> = { listConversations: () => httpFailure(401) }
