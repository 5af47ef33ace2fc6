import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ToolContext, toolContextSchema } from '@org/api-client/contract'
import type { SessionUser } from '../../platform/http/principal.ts'
import type { Language } from '../../languages/say.ts'
import { HttpError, invalid, loginRequired, notFound } from '../../platform/http/http-error.ts'
import { type HeldMemory, heapBudget } from '../../platform/process/heap-budget.ts'
import { newId } from '../../platform/process/ids.ts'
import type { AnswerSettings } from '../../settings/answer-settings.ts'
import { uniqueViolation } from '../../db/unique-violation.ts'
import type { Principal } from '../../limits/answer-limiter.ts'
import type { ChatRuntime, OpenStream, TurnOrigin } from '../answering/answer-runtime.ts'
import { productToolName } from '../model/search-tool.ts'
import { loadImages } from '../../conversations/message-images.store.ts'
import { findAnswer, runningStreamId, type TurnMessage } from '../../conversations/messages.store.ts'
import type { HistoryMessage, QuestionImage } from '../../conversations/message-content.ts'
import type { ModelQuestion } from '../model/model-answer.ts'
import type { ChatBody, TurnSettings } from '../question/question.ts'
import { readImages } from './question-images.ts'
import { insertTurn, type NewTurn, readTurn, type StoredTurn } from './turn.store.ts'

/** A question, and how it is to be answered where that differs from the master settings. */
export interface AskedQuestion {
  body: ChatBody
  /** The address that it came from. */
  address: string
  /** The language that whoever asks reads our pages in. */
  language: Language
  settings?: TurnSettings
}

/** A person's question, and what is stored about it. */
export interface PersonsQuestion extends AskedQuestion {
  stored: StoredTurn
}

// Per byte of an image while it is loaded: hexadecimal text of the driver (2), its buffer (1), and copies in transit.
const heapOfLoadedByte = 6

/**
 * Takes a person's question and starts its answer; gives the stream to read. A repeated send gives the stream of the
 * first one.
 *
 * @throws {HttpError} 404 for an unknown conversation or message, 409 when an answer is running or the client's
 * id belongs to another text, 413 and 415 for images, 429 when too many answers are under way, 503 while the
 * server stops or has no memory for the images
 */
export async function ask(
  runtime: ChatRuntime,
  principal: Principal,
  user: SessionUser,
  asked: PersonsQuestion,
): Promise<string> {
  const { body, stored } = asked
  const images = await readImages(body.images ?? [])
  const text = body.text.trim()
  const repeated = await repeatedSend(runtime, user, body, text, stored.sent)
  if (repeated !== undefined) return repeated
  refuseWhileStopping(runtime)
  const target = targetOf(body, text, stored)
  const streamId = randomUUID()
  const questionId = target.asked?.id ?? newId()
  const turn: NewTurn = {
    userId: user.id,
    conversation: target.conversation,
    question:
      target.asked === undefined ? { id: questionId, parentId: target.parentId, text, images } : undefined,
    answer: { id: newId(), parentId: questionId, streamId },
    clientMessageId: body.client_message_id ?? undefined,
  }
  const toModel = questionMaker(asked, await runtime.settings.current())
  const memory = heapBudget.open()
  try {
    // Before anything is stored: without memory for its images the question is refused whole.
    const shown =
      target.asked === undefined ? images : await storedImages(runtime, user, questionId, stored, memory)
    return await startAnswer(runtime, principal, user, asked, { turn, target, toModel, images: shown })
  } finally {
    memory.release()
  }
}

/** Loads the images of a question that is answered again, as soon as there is memory for them. */
async function storedImages(
  { db }: ChatRuntime,
  user: SessionUser,
  questionId: string,
  { imageBytes }: StoredTurn,
  memory: HeldMemory,
): Promise<QuestionImage[]> {
  if (imageBytes === 0) return []
  await memory.wait(imageBytes * heapOfLoadedByte)
  return loadImages(db, user.id, questionId)
}

interface StartedTurn {
  turn: NewTurn
  target: TurnTarget
  toModel: ReturnType<typeof questionMaker>
  images: readonly QuestionImage[]
}

/** Stores the turn and starts its answer; returns the stream's id. */
async function startAnswer(
  runtime: ChatRuntime,
  principal: Principal,
  user: SessionUser,
  asked: PersonsQuestion,
  { turn, target, toModel, images }: StartedTurn,
): Promise<string> {
  const { body, stored } = asked
  const text = body.text.trim()
  const { streamId, id: answerId, parentId: questionId } = turn.answer
  const stream = await runtime.open(streamId, user.id, principal)
  try {
    const written = await insertTurn(runtime.db, turn, new Date(runtime.clock.now()))
    if (!written) throw notFound('Conversation not found.')
  } catch (error) {
    await stream.discard()
    return await afterUniqueViolation(runtime, user, body, text, turn.conversation.id, error)
  }
  stream.answer(
    {
      streamId,
      questionId,
      answerId,
      conversation: { userId: user.id, conversationId: turn.conversation.id },
    },
    toModel(stored.history, target.asked?.content ?? text, images),
    originOf(asked),
    target.asked !== undefined,
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
function questionMaker({ body, language, settings }: AskedQuestion, master: AnswerSettings) {
  const tools = body.tools ?? []
  return (
    history: readonly HistoryMessage[],
    text: string,
    images: readonly QuestionImage[],
  ): ModelQuestion => ({
    history: recent(history),
    text,
    language,
    images,
    authors: body.authors ?? [],
    // Nothing chosen means no limit, for tools as for authors.
    searchAllowed: tools.length === 0 || tools.includes(master.search.name),
    shopAllowed: tools.length === 0 || tools.includes(productToolName),
    settings: { ...master, ...settings },
  })
}

// Limit of the history in characters: attention of models, and cost of a long conversation.
const historyCharacters = 200_000

/** The newest messages that fit together, oldest first. */
function recent(history: readonly HistoryMessage[]): HistoryMessage[] {
  let left = historyCharacters
  const from = history.findLastIndex(({ content }) => (left -= content.length) < 0)
  return history.slice(from + 1)
}

interface TurnTarget {
  conversation: { id: string; isNew: boolean }
  /** Parent of the question: the end of the branch that it continues. */
  parentId: string | null
  /** The stored question that is answered again. */
  asked?: { id: string; content: string }
}

function targetOf(
  body: ChatBody,
  text: string,
  { conversationId, latestId, parent }: StoredTurn,
): TurnTarget {
  const given = body.conversation_id ?? undefined
  if (given !== undefined && conversationId === null) throw notFound('Conversation not found.')
  if (typeof body.parent_id !== 'string') {
    const conversation = given === undefined ? { id: newId(), isNew: true } : { id: given, isNew: false }
    // An explicit null starts over at the root: the first question, edited.
    return { conversation, parentId: body.parent_id === null ? null : latestId }
  }
  if (parent === null || (given !== undefined && parent.conversationId !== given)) {
    throw notFound('Message not found.')
  }
  const conversation = { id: parent.conversationId, isNew: false }
  if (text !== '') return { conversation, parentId: parent.id }
  if (parent.role !== 'user') {
    throw invalid([{ path: 'parent_id', message: 'Only a question can be answered again.' }])
  }
  return { conversation, parentId: parent.parentId, asked: parent }
}

/** The stream of an earlier send with the same id. */
async function repeatedSend(
  runtime: ChatRuntime,
  user: SessionUser,
  body: ChatBody,
  text: string,
  sent: TurnMessage | null,
): Promise<string | undefined> {
  if (sent === null) return undefined
  const same = sent.role === 'user' ? sent.content === text : text === '' && sent.parentId === body.parent_id
  if (!same) throw otherText()
  const answer = sent.role === 'user' ? await findAnswer(runtime.db, user.id, sent.id) : sent
  if (typeof answer?.streamId !== 'string') throw notFound('Message not found.')
  if ((await runtime.streams.state(answer.streamId)) === undefined) await replayStored(runtime, user, answer)
  return answer.streamId
}

function otherText(): HttpError {
  return new HttpError('conflict', 'This client_message_id was already used for another message.')
}

/** Errors of answers that are not complete, so that no reader takes them for complete. */
const cutShort = {
  streaming: { code: 'interrupted', message: 'The answer was interrupted. Please ask again.' },
  interrupted: { code: 'interrupted', message: 'The answer was interrupted. Please ask again.' },
  stopped: { code: 'stopped', message: 'The answer was stopped.' },
  failed: { code: 'model_failed', message: 'The assistant could not finish its answer. Please try again.' },
} as const

/** Replays an answer whose stream is no longer in the log from the database. */
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
    ...(context.success && context.data.safety ? [{ type: 'safety', content: context.data.safety }] : []),
    ...(context.success ? [{ type: 'citations', content: context.data.citations }] : []),
    { type: 'LLM_Response', content: answer.content },
    ...(context.success ? evidenceEvents(context.data) : []),
    ...(answer.status === 'complete' ? [] : [{ type: 'error', ...cutShort[answer.status] }]),
  ]
  for (const event of events) stream.append(JSON.stringify(event))
  await stream.end()
}

function evidenceEvents({ outcome, suggestions = [] }: ToolContext): object[] {
  return [
    ...(outcome === null || outcome === undefined ? [] : [{ type: 'outcome', content: outcome }]),
    ...(suggestions.length === 0 ? [] : [{ type: 'suggestions', content: suggestions }]),
  ]
}

/** Two sends at once: the database let one in, the other one learns why. */
async function afterUniqueViolation(
  runtime: ChatRuntime,
  user: SessionUser,
  body: ChatBody,
  text: string,
  conversationId: string,
  error: unknown,
): Promise<string> {
  const key = uniqueViolation(error)
  if (key === undefined) throw error
  // Asking again breaks both keys at once, and the database names whichever it looked at first.
  const { sent } = await readTurn(runtime.db, user.id, body)
  const streamId = await repeatedSend(runtime, user, body, text, sent)
  if (streamId !== undefined) return streamId
  if (key === 'messages_streaming_key') {
    throw new HttpError('conflict', 'An answer of this conversation is still running.', {
      detail: { stream_id: await runningStreamId(runtime.db, user.id, conversationId) },
    })
  }
  throw error
}

/**
 * The same for a guest, whose history comes with the question, and of whom nothing is stored.
 *
 * @throws {HttpError} 401 for a question in a conversation, 409 when the client's id belongs to another text, 413 and
 * 415 for images, 429 when too many answers are under way, 503 while the server stops
 */
export async function askAsGuest(
  runtime: ChatRuntime,
  principal: Principal,
  asked: AskedQuestion,
): Promise<string> {
  const { body } = asked
  const images = await readImages(body.images ?? [])
  const text = body.text.trim()
  // Guests have no conversations here: whoever names one had a session, which has run out.
  if (typeof body.conversation_id === 'string') throw loginRequired()
  const history = (body.conversation ?? []).filter((item) => item.content.trim() !== '')
  const last = history.at(-1)
  // Some clients send the question as the end of the history, too; with an empty text it is asked again.
  const repeatsQuestion = last?.role === 'user' && (text === '' || last.content.trim() === text)
  const question = text === '' && repeatsQuestion ? last.content.trim() : text
  if (question === '') throw invalid([{ path: 'text', message: 'Must not be empty.' }])
  const streamId = randomUUID()
  // Before the claim: what fails after it must take it back.
  const toModel = questionMaker(asked, await runtime.settings.current())
  if (typeof body.client_message_id === 'string') {
    const fingerprint = createHash('sha256').update(question).digest('hex')
    const claim = await runtime.streams.claim(`guest:${body.client_message_id}`, streamId, fingerprint)
    if (claim.fingerprint !== fingerprint) throw otherText()
    if (!claim.isNew) return untilOpen(runtime, claim.streamId)
  }
  const stream = await openGuestStream(runtime, principal, streamId)
  stream.answer(
    { streamId, questionId: newId(), answerId: newId(), conversation: null },
    toModel(repeatsQuestion ? history.slice(0, -1) : history, question, images),
    originOf(asked),
    text === '',
  )
  return streamId
}

const openedWithinMs = 1000
const lookEveryMs = 50

/** The stream of a question that was sent at the same moment may open in the next one, at another instance. */
async function untilOpen({ streams }: ChatRuntime, streamId: string): Promise<string> {
  for (let waited = 0; waited < openedWithinMs; waited += lookEveryMs) {
    if ((await streams.state(streamId)) !== undefined) break
    await sleep(lookEveryMs)
  }
  return streamId
}

async function openGuestStream(
  runtime: ChatRuntime,
  principal: Principal,
  streamId: string,
): Promise<OpenStream> {
  try {
    refuseWhileStopping(runtime)
    return await runtime.open(streamId, null, principal)
  } catch (error) {
    // The claim goes too: the same question may be sent again later.
    await runtime.streams.discard(streamId)
    throw error
  }
}
