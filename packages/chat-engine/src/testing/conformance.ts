import { createApiClient } from '@org/api-client'
import { createApiTransport } from '../transport/api-transport.ts'
import type { AnswerState } from '../transport/answer.ts'
import type { AnswerStream, ChatTransport } from '../transport/transport.ts'
import {
  ConformanceError,
  failureOf,
  messagesOf,
  must,
  present,
  readAnswer,
  statusOf,
  withConversation,
} from './conformance-steps.ts'

/** One thing that a server or its transport has to do. */
export interface ConformanceCheck {
  /** The checked rule, as a sentence. */
  readonly name: string
  /** Rejects with what does not hold. Checks are independent, and clean up after themselves. */
  readonly run: () => Promise<void>
}

/** Options of {@link conformanceChecks}: a transport, or the address of a server that speaks this platform's API. */
export interface ConformanceOptions {
  /** A transport of a person who is signed in. @default none with a `createVisitorTransport` alone: only what is said of visitors is checked */
  createTransport?: (() => ChatTransport) | undefined
  /** A transport of a visitor, whom the server lets chat. @default none: what is said of visitors is not checked */
  createVisitorTransport?: (() => ChatTransport) | undefined
  /** Base URL of the API, in place of `createTransport`. */
  baseUrl?: string | undefined
  /** Sends the session of a person who is signed in. @default the platform's */
  fetch?: typeof globalThis.fetch | undefined
  /** A question that is answered in two pieces of text at least, and not before a second has gone by. */
  question?: string | undefined
  /** Makes UUIDs. @default random ones */
  newId?: (() => string) | undefined
}

type Check = (transport: ChatTransport) => Promise<void>

/**
 * Requirements on a chat server, as checks for any test runner.
 *
 * @example
 * import { it } from 'node:test'
 * import { conformanceChecks } from '@org/chat-engine/testing'
 *
 * const baseUrl = process.env['CHAT_SERVER']
 * if (baseUrl !== undefined) for (const { name, run } of conformanceChecks({ baseUrl })) it(name, run)
 */
export function conformanceChecks(options: ConformanceOptions): ConformanceCheck[] {
  const { baseUrl = '', fetch = globalThis.fetch, createVisitorTransport } = options
  const isVisitorsOnly = options.baseUrl === undefined && createVisitorTransport !== undefined
  const { question = 'What helps me sleep?', newId = () => crypto.randomUUID() } = options
  const createDefault = () =>
    createApiTransport(createApiClient({ baseUrl, fetch: (...call) => fetch(...call) }))
  const { createTransport = isVisitorsOnly ? undefined : createDefault } = options
  const hasText = ({ text }: AnswerState) => text === ''

  function ask(transport: ChatTransport, conversationId: string, more: object = {}) {
    const input = { text: question, conversationId, clientMessageId: newId(), ...more }
    return transport.send(input, {})
  }

  async function streamIdOf({ streamId }: AnswerStream) {
    return present(streamId, 'A stream has an id.')
  }

  const checks: Record<string, Check> = {
    'lists conversations newest first, by pages that do not overlap': async (transport) => {
      const made = []
      for (const title of ['One', 'Two', 'Three']) made.push(await transport.createConversation(title))
      try {
        const first = await transport.listConversations({ limit: 2, cursor: null })
        must(first.items.length === 2, 'A page holds as many as were asked for.')
        must(first.items[0]?.id === made[2]?.id, 'The newest comes first.')
        const cursor = present(first.nextCursor, 'A page that is not the last has a cursor.')
        const second = await transport.listConversations({ limit: 2, cursor })
        const isDouble = second.items.some(({ id }) => first.items.some((item) => item.id === id))
        must(!isDouble && second.items[0]?.id === made[0]?.id, 'The next page goes on where the first ended.')
      } finally {
        for (const { id } of made) await transport.deleteConversation(id)
      }
    },
    'keeps a conversation: created, found, renamed, deleted': async (transport) => {
      const { id, title } = await transport.createConversation(null)
      must(title === null, 'A conversation without a title is unnamed.')
      await transport.renameConversation(id, 'Renamed')
      const found = await transport.getConversation(id)
      must(found.title === 'Renamed', 'A conversation has the title that it was renamed to.')
      must(found.activeStreamId === null, 'Nothing runs in a conversation in which nothing was asked.')
      await transport.deleteConversation(id)
      must((await statusOf(() => transport.getConversation(id))) === 404, 'What is deleted is 404.')
    },
    'searches titles': (transport) =>
      withConversation(transport, async (id) => {
        const title = `Needle ${newId()}`
        await transport.renameConversation(id, title)
        const { items } = await transport.listConversations({ limit: 20, cursor: null, q: title })
        must(
          items.length === 1 && items[0]?.id === id,
          'A search finds what has the title, and nothing else.',
        )
      }),
    'does not know what does not exist': async (transport) => {
      const id = newId()
      must((await statusOf(() => transport.getConversation(id))) === 404, 'A conversation is 404.')
      const lost = () => transport.reconnect(id, { afterSeq: 0 })
      must((await statusOf(lost)) === 404, 'A stream is 404.')
    },
    'answers with events whose numbers grow: the ids first, then text, then an end': (transport) =>
      withConversation(transport, async (id) => {
        const stream = await ask(transport, id)
        await streamIdOf(stream)
        const { answer, events } = await readAnswer(stream)
        const grows = events.every(({ seq }, index) => seq > (events[index - 1]?.seq ?? 0))
        must(grows, 'The numbers of the events grow.')
        must(events[0]?.type === 'message-started', 'The first event names the messages.')
        must(answer.conversationId === id, 'It names the conversation.')
        must(answer.text !== '' && answer.error === null && answer.ended, 'There is a whole answer.')
        const [stored, asked] = await messagesOf(transport, id)
        must(stored?.id === answer.assistantId && asked?.id === answer.userId, 'Messages are newest first.')
        must(stored.content === answer.text, 'The stored answer is what the stream said.')
        must(stored.parentId === asked.id && stored.status === 'complete', 'It answers to the question.')
      }),
    'begins a conversation with a question that names none': async (transport) => {
      const stream = await transport.send({ text: question, clientMessageId: newId() }, {}).catch((cause) => {
        throw new ConformanceError('A question without a conversation is answered.', { cause })
      })
      const { answer } = await readAnswer(stream)
      const id = present(answer.conversationId, 'The first event names the new conversation.')
      const stored = await messagesOf(transport, id)
      await transport.deleteConversation(id)
      must(stored.length === 2, 'The new conversation has the question and its answer.')
    },
    'answers a question that is sent again with the same answer': (transport) =>
      withConversation(transport, async (id) => {
        const clientMessageId = newId()
        const first = await readAnswer(await ask(transport, id, { clientMessageId }))
        const second = await readAnswer(await ask(transport, id, { clientMessageId }))
        must(second.answer.userId === first.answer.userId, 'It is the same question.')
        must(second.answer.text === first.answer.text, 'It has the same answer.')
        const stored = await messagesOf(transport, id)
        must(stored.length === 2, 'There is one question, and one answer.')
        must(
          stored[1]?.clientMessageId === clientMessageId,
          'The stored question has the id it was sent with.',
        )
      }),
    'goes on without a reader, and can be taken up after any event': (transport) =>
      withConversation(transport, async (id) => {
        const controller = new AbortController()
        const clientMessageId = newId()
        const stream = await transport.send(
          { text: question, conversationId: id, clientMessageId },
          { signal: controller.signal },
        )
        const streamId = await streamIdOf(stream)
        const { answer: start } = await readAnswer(stream, hasText)
        controller.abort()
        const detail = await transport.getConversation(id)
        must(detail.activeStreamId === streamId, 'The conversation names its running answer.')
        const rest = await transport.reconnect(streamId, { afterSeq: start.lastSeq })
        const { answer, events } = await readAnswer(present(rest, 'There is more of it.'))
        must((events[0]?.seq ?? 0) > start.lastSeq, 'Only what came after the event is sent.')
        const [stored] = await messagesOf(transport, id)
        must(stored?.content === start.text + answer.text, 'Both parts are the whole answer.')
        const again = await transport.reconnect(streamId, { afterSeq: answer.lastSeq })
        const late = again === null ? [] : (await readAnswer(again)).events
        must(
          late.every(({ type }) => type === 'stream-end'),
          'Nothing is left of it after its end.',
        )
      }),
    'stops an answer, and keeps what was said': (transport) =>
      withConversation(transport, async (id) => {
        const stream = await ask(transport, id)
        const streamId = await streamIdOf(stream)
        const { answer: start } = await readAnswer(stream, hasText)
        await transport.stop(streamId)
        const rest = await transport.reconnect(streamId, { afterSeq: start.lastSeq })
        if (rest !== null) await readAnswer(rest)
        const [stored] = await messagesOf(transport, id)
        must(stored?.status === 'stopped', 'The stored answer is marked as stopped.')
        must(stored.content.startsWith(start.text), 'The stored answer has what was said.')
      }),
    'refuses a second question while the first is being answered': (transport) =>
      withConversation(transport, async (id) => {
        const stream = await ask(transport, id)
        const streamId = await streamIdOf(stream)
        const { status, runningStreamId } = await failureOf(() => ask(transport, id))
        must(status === 409 && runningStreamId === streamId, 'It is a 409 that names the running stream.')
        await transport.stop(streamId)
        await readAnswer(stream)
      }),
    'puts another answer, and an edited question, beside the first': (transport) =>
      withConversation(transport, async (id) => {
        const first = (await readAnswer(await ask(transport, id))).answer
        const parentId = present(first.userId, 'The first event names the question.')
        const second = (await readAnswer(await ask(transport, id, { text: '', parentId }))).answer
        must(second.userId === parentId, 'An empty text under a question answers it again.')
        const edited = (await readAnswer(await ask(transport, id, { parentId: null }))).answer
        const stored = await messagesOf(transport, id)
        const parentOf = (wanted: string | null) => stored.find((message) => message.id === wanted)?.parentId
        must(parentOf(second.assistantId) === parentId, 'Both answers answer to the same question.')
        must(parentOf(edited.userId) === null, 'A question with no parent begins the conversation anew.')
      }),
    'keeps a rating, and takes it back': (transport) =>
      withConversation(transport, async (id) => {
        const { answer } = await readAnswer(await ask(transport, id))
        const answerId = present(answer.assistantId, 'The first event names the answer.')
        for (const rating of ['up', null] as const) {
          await transport.sendFeedback(answerId, rating)
          const [stored] = await messagesOf(transport, id)
          must(stored?.feedback === rating, `The rating is ${rating}.`)
        }
      }),
    "takes a guest's conversations": async (transport) => {
      if (transport.importConversations === undefined) return
      const title = `Imported ${newId()}`
      const createdAt = '2026-11-20T09:00:00.000Z'
      const messages = [
        { role: 'user' as const, content: 'Asked', createdAt },
        { role: 'assistant' as const, content: 'Answered', createdAt },
      ]
      await transport.importConversations([{ title, messages }])
      const { items } = await transport.listConversations({ limit: 20, cursor: null })
      const { id } = present(
        items.find((item) => item.title === title),
        'It is in the list.',
      )
      const stored = await messagesOf(transport, id)
      await transport.deleteConversation(id)
      const said = stored.map(({ content }) => content).join()
      must(said === 'Answered,Asked', 'It has its messages, newest first.')
    },
  }

  const visitorChecks: Record<string, Check> = {
    'says 401 to a visitor who lists conversations': async (transport) => {
      const list = () => transport.listConversations({ limit: 20, cursor: null })
      must((await statusOf(list)) === 401, 'It is a 401.')
      must(!(await transport.anonStatus()).blocked, 'The anonymous status says that visitors may chat.')
    },
    'answers a visitor, who brings the conversation along': async (transport) => {
      const conversation = [
        { role: 'user' as const, content: 'Hello' },
        { role: 'assistant' as const, content: 'Hello!' },
      ]
      const input = { text: question, conversation, clientMessageId: newId() }
      const { answer } = await readAnswer(await transport.send(input, {}))
      must(answer.text !== '' && answer.ended, 'There is a whole answer.')
    },
    'ends an answer to a visitor when it is aborted': async (transport) => {
      const controller = new AbortController()
      const types: string[] = []
      const stream = await transport.send(
        { text: question, clientMessageId: newId() },
        { signal: controller.signal },
      )
      try {
        for await (const { type } of stream.events) {
          types.push(type)
          if (type === 'text-delta') controller.abort()
        }
      } catch {
        // The error of an abort comes from the platform.
      }
      must(types.includes('text-delta'), 'The answer begins.')
      must(!types.includes('stream-end'), 'An answer that is aborted does not go on to its end.')
    },
  }

  return [...toList(checks, createTransport), ...toList(visitorChecks, createVisitorTransport)]
}

function toList(
  checks: Record<string, Check>,
  create: (() => ChatTransport) | undefined,
): ConformanceCheck[] {
  if (create === undefined) return []
  return Object.entries(checks).map(([name, check]) => ({ name, run: () => check(create()) }))
}
