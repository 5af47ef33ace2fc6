import { createHash, randomUUID } from 'node:crypto'
import { chatLimits, type chatRequestSchema, toolContextSchema } from '@org/api-client/contract'
import type { z } from 'zod'
import type { SessionUser } from '../auth/session-user.ts'
import { HttpError, invalid, loginRequired, notFound } from '../platform/http-error.ts'
import { isUuid, newId } from '../platform/ids.ts'
import type { AnswerSettings } from './answer-settings.ts'
import type { Asker } from './chat-gate.ts'
import type { ChatRuntime, OpenStream, TurnOrigin } from './chat-runtime.ts'
import {
  findAnswer,
  findMessage,
  findSend,
  insertTurn,
  latestMessageId,
  loadBranch,
  type NewTurn,
  ownsConversation,
  runningStreamId,
  type TurnMessage,
} from './chat.store.ts'
import { loadImages } from './message-images.store.ts'
import type { HistoryMessage, ModelQuestion, QuestionImage, TurnSettings } from './model-answer.ts'
import { readImages } from './question-images.ts'
import { brokenKey } from './unique-violation.ts'

/** The body of POST /api/chat, checked. */
export type ChatBody = z.output<typeof chatRequestSchema>

/** A question, and how it is to be answered where that differs from the master settings. */
export interface AskedQuestion {
  body: ChatBody
  /** The address that it came from. */
  address: string
  settings?: TurnSettings
}

/**
 * Takes a question and starts its answer; gives the stream to read. A repeated send gives the stream of the
 * first one.
 *
 * @throws {HttpError} 401 for a guest's question in a conversation, 404 for an unknown conversation or message, 409 when an answer is running or the client's
 * id belongs to another text, 413 and 415 for images, 429 when too many answers are under way, 503 while the
 * server stops
 */
export async function ask(
  runtime: ChatRuntime,
  asker: Asker,
  user: SessionUser | null,
  asked: AskedQuestion,
): Promise<string> {
  const { body } = asked
  const images = readImages(body.images ?? [])
  const text = body.text.trim()
  if (user === null) return askAsGuest(runtime, asker, asked, text, images)
  const repeated = await repeatedSend(runtime, user, body, text)
  if (repeated !== undefined) return repeated
  refuseWhileStopping(runtime)
  const place = await placeOf(runtime, user, body, text)
  // Read before anything is written: what fails after that would leave an answer that nobody makes.
  const history = await loadBranch(runtime.db, place.parentId, chatLimits.historyItems)
  const streamId = randomUUID()
  const questionId = place.asked?.id ?? newId()
  const turn: NewTurn = {
    userId: user.id,
    conversation: place.conversation,
    question:
      place.asked === undefined ? { id: questionId, parentId: place.parentId, text, images } : undefined,
    answer: { id: newId(), parentId: questionId, streamId },
    clientMessageId: body.client_message_id ?? undefined,
  }
  const toModel = questionMaker(asked, await runtime.settings.current())
  const stream = await runtime.open(streamId, user.id, asker)
  try {
    const written = await insertTurn(runtime.db, turn, new Date(runtime.clock.now()))
    if (!written) throw notFound('Conversation not found.')
  } catch (error) {
    await stream.discard()
    return await afterBrokenKey(runtime, user, body, text, turn.conversation.id, error)
  }
  stream.answer(
    { streamId, questionId, answerId: turn.answer.id, conversationId: turn.conversation.id },
    toModel(history, place.asked?.content ?? text, place.asked === undefined ? images : place.images),
    originOf(asked),
    place.asked !== undefined,
  )
  return streamId
}

function originOf({ body, address }: AskedQuestion): TurnOrigin {
  return { address, embedId: body.embed_id ?? null }
}

function refuseWhileStopping({ accepting }: ChatRuntime): void {
  if (accepting) return
  throw new HttpError('unavailable', 'The server is restarting. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

/** Makes what the model is asked: the question's own settings go before the master's. */
function questionMaker({ body, settings }: AskedQuestion, master: AnswerSettings) {
  const tools = body.tools ?? []
  return (
    history: readonly HistoryMessage[],
    text: string,
    images: readonly QuestionImage[],
  ): ModelQuestion => ({
    history: recent(history),
    text,
    images,
    authors: body.authors ?? [],
    // Nothing chosen means no limit, for tools as for authors.
    searchAllowed: tools.length === 0 || tools.includes(master.search.name),
    settings: { ...master, ...settings },
  })
}

// What models still attend to, and what a long conversation may cost at most.
const historyCharacters = 200_000

/** The newest messages that fit together, oldest first. */
function recent(history: readonly HistoryMessage[]): HistoryMessage[] {
  let left = historyCharacters
  const from = history.findLastIndex(({ content }) => (left -= content.length) < 0)
  return history.slice(from + 1)
}

interface Place {
  conversation: { id: string; isNew: boolean }
  /** What the question answers to: the end of the branch that it continues. */
  parentId: string | null
  /** The stored question that is answered again, with its images. */
  asked?: TurnMessage
  images: QuestionImage[]
}

async function placeOf({ db }: ChatRuntime, user: SessionUser, body: ChatBody, text: string): Promise<Place> {
  const given = body.conversation_id ?? undefined
  if (given !== undefined && !(isUuid(given) && (await ownsConversation(db, user.id, given)))) {
    throw notFound('Conversation not found.')
  }
  if (typeof body.parent_id !== 'string') {
    const conversation = given === undefined ? { id: newId(), isNew: true } : { id: given, isNew: false }
    // An explicit null starts over at the root: the first question, edited.
    const startsOver = conversation.isNew || body.parent_id === null
    return {
      conversation,
      parentId: startsOver ? null : await latestMessageId(db, conversation.id),
      images: [],
    }
  }
  const parent = isUuid(body.parent_id) ? await findMessage(db, user.id, body.parent_id) : undefined
  if (parent === undefined || (given !== undefined && parent.conversationId !== given)) {
    throw notFound('Message not found.')
  }
  const conversation = { id: parent.conversationId, isNew: false }
  if (text !== '') return { conversation, parentId: parent.id, images: [] }
  if (parent.role !== 'user') {
    throw invalid([{ path: 'parent_id', message: 'Only a question can be answered again.' }])
  }
  return { conversation, parentId: parent.parentId, asked: parent, images: await loadImages(db, parent.id) }
}

/** The stream of an earlier send with the same id. */
async function repeatedSend(
  runtime: ChatRuntime,
  user: SessionUser,
  body: ChatBody,
  text: string,
): Promise<string | undefined> {
  if (typeof body.client_message_id !== 'string') return undefined
  const sent = await findSend(runtime.db, user.id, body.client_message_id)
  if (sent === undefined) return undefined
  const same = sent.role === 'user' ? sent.content === text : text === '' && sent.parentId === body.parent_id
  if (!same) throw otherText()
  const answer = sent.role === 'user' ? await findAnswer(runtime.db, sent.id) : sent
  if (typeof answer?.streamId !== 'string') throw notFound('Message not found.')
  if ((await runtime.streams.state(answer.streamId)) === undefined) await replayStored(runtime, user, answer)
  return answer.streamId
}

function otherText(): HttpError {
  return new HttpError('conflict', 'This client_message_id was already used for another message.')
}

/** What is said of an answer that is not whole, so that nobody takes it for one. */
const cutShort = {
  streaming: { code: 'interrupted', message: 'The answer was interrupted. Please ask again.' },
  interrupted: { code: 'interrupted', message: 'The answer was interrupted. Please ask again.' },
  stopped: { code: 'stopped', message: 'The answer was stopped.' },
  failed: { code: 'model_failed', message: 'The assistant could not finish its answer. Please try again.' },
} as const

/** An answer whose stream is no longer in the log is told from the database. */
async function replayStored(runtime: ChatRuntime, user: SessionUser, answer: TurnMessage): Promise<void> {
  if (answer.streamId === null || answer.parentId === null) return
  const stream = await runtime.streams.open({
    id: answer.streamId,
    ownerId: user.id,
    onStop: () => undefined,
  })
  const context = toolContextSchema.safeParse(answer.toolContext)
  const events = [
    {
      type: 'message',
      content: { user_id: answer.parentId, assistant_id: answer.id, conversation_id: answer.conversationId },
    },
    ...(context.success ? [{ type: 'citations', content: context.data.citations }] : []),
    { type: 'LLM_Response', content: answer.content },
    ...(answer.status === 'complete' ? [] : [{ type: 'error', ...cutShort[answer.status] }]),
  ]
  for (const event of events) stream.append(JSON.stringify(event))
  await stream.end()
}

/** Two sends at once: the database let one in, the other one learns why. */
async function afterBrokenKey(
  runtime: ChatRuntime,
  user: SessionUser,
  body: ChatBody,
  text: string,
  conversationId: string,
  error: unknown,
): Promise<string> {
  const key = brokenKey(error)
  if (key === undefined) throw error
  // Asking again breaks both keys at once, and the database names whichever it looked at first.
  const streamId = await repeatedSend(runtime, user, body, text)
  if (streamId !== undefined) return streamId
  if (key === 'messages_streaming_key') {
    throw new HttpError('conflict', 'An answer of this conversation is still running.', {
      detail: { stream_id: await runningStreamId(runtime.db, conversationId) },
    })
  }
  throw error
}

/** A guest's history comes with the question, and nothing of it is stored. */
async function askAsGuest(
  runtime: ChatRuntime,
  asker: Asker,
  asked: AskedQuestion,
  text: string,
  images: readonly QuestionImage[],
): Promise<string> {
  const { body } = asked
  // Guests have no conversations here: whoever names one had a session, which has run out.
  if (typeof body.conversation_id === 'string') throw loginRequired()
  const history = (body.conversation ?? []).filter((item) => item.content.trim() !== '')
  const last = history.at(-1)
  // Some clients send the question as the end of the history, too; with an empty text it is asked again.
  const repeatsQuestion = last?.role === 'user' && (text === '' || last.content.trim() === text)
  const question = text === '' && repeatsQuestion ? last.content.trim() : text
  if (question === '') throw invalid([{ path: 'text', message: 'Must not be empty.' }])
  const streamId = randomUUID()
  if (typeof body.client_message_id === 'string') {
    const fingerprint = createHash('sha256').update(question).digest('hex')
    const claim = await runtime.streams.claim(`guest:${body.client_message_id}`, streamId, fingerprint)
    if (claim.fingerprint !== fingerprint) throw otherText()
    if (!claim.isNew) return claim.streamId
  }
  const toModel = questionMaker(asked, await runtime.settings.current())
  const stream = await openGuestStream(runtime, asker, streamId)
  stream.answer(
    { streamId, questionId: newId(), answerId: newId(), conversationId: null },
    toModel(repeatsQuestion ? history.slice(0, -1) : history, question, images),
    originOf(asked),
    text === '',
  )
  return streamId
}

async function openGuestStream(runtime: ChatRuntime, asker: Asker, streamId: string): Promise<OpenStream> {
  try {
    refuseWhileStopping(runtime)
    return await runtime.open(streamId, null, asker)
  } catch (error) {
    // The claim goes too: the same question may be sent again later.
    await runtime.streams.discard(streamId)
    throw error
  }
}
