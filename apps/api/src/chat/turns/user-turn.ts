import { randomUUID } from 'node:crypto'
import { loadImages } from '../../conversations/message-images.store.ts'
import type { QuestionImage } from '../../conversations/message-content.ts'
import { runningStreamId } from '../../conversations/messages.store.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/unique-violation.ts'
import type { Principal } from '../../limits/answer-limiter.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import type { SessionUser } from '../../platform/http/principal.ts'
import { type HeldMemory, heapBudget } from '../../platform/process/heap-budget.ts'
import { newId } from '../../platform/process/ids.ts'
import type { AnswerTask } from '../answering/answer-task.ts'
import type { Question } from '../question/question.ts'
import { toModelQuestion } from './model-question.ts'
import { readImages } from './question-images.ts'
import { findRepeatedStream } from './repeated-send.ts'
import { originOf } from './turn-origin.ts'
import { refuseStoppedWidget, refuseWhileStopping, type TurnServices } from './turn-services.ts'
import { type TurnTarget, targetOf } from './turn-target.ts'
import { insertTurn, type NewTurn, readTurn, type StoredTurn } from './turn.store.ts'

/** A signed-in person's question, and the stored facts about it. */
export interface UserTurn {
  principal: Principal
  user: SessionUser
  question: Question
  stored: StoredTurn
}

// Per byte of an image while it is loaded: hexadecimal text of the driver (2), its buffer (1), and copies in transit.
const heapOfLoadedByte = 6

/**
 * Stores a person's question and starts its answer.
 *
 * @returns the id of the stream; a repeated send returns the stream of the first one
 * @throws {HttpError} 404 for an unknown conversation or message, 409 when an answer is running or the client's
 * id belongs to another text, 413 and 415 for images, 429 when too many answers are under way, 503 while the
 * server stops or has no memory for the images
 */
export async function startUserTurn(services: TurnServices, request: UserTurn): Promise<string> {
  const { principal, user, question, stored } = request
  const { body } = question
  const images = await readImages(body.images ?? [], principal.key)
  const repeated = await findRepeatedStream(services, user.id, body, stored.sent)
  if (repeated !== undefined) return repeated
  refuseWhileStopping(services.answers)
  const target = targetOf(body, stored)
  const turn = newTurn(request, target, images)
  const { settings: master, variant } = await services.settings.forVisitor(question.visitor)
  const memory = heapBudget.open()
  try {
    // Before anything is stored: without memory for its images the question is refused whole.
    const shown =
      target.regenerated === undefined
        ? images
        : await storedImages(services.db, user, target.regenerated.id, stored.imageBytes, memory)
    return await storeAndAnswer(services, request, turn, {
      ids: {
        streamId: turn.answer.streamId,
        questionId: turn.answer.parentId,
        answerId: turn.answer.id,
        conversation: { userId: user.id, conversationId: turn.conversation.id },
      },
      question: toModelQuestion(question, master, {
        history: stored.history,
        text: target.regenerated?.content ?? body.text.trim(),
        images: shown,
      }),
      origin: originOf(question, variant),
      isAgain: target.regenerated !== undefined,
    })
  } finally {
    memory.release()
  }
}

/** The rows of a turn, with new ids. */
function newTurn(
  { user, question: { body } }: UserTurn,
  target: TurnTarget,
  images: QuestionImage[],
): NewTurn {
  const { conversation, parentId, regenerated } = target
  const questionId = regenerated?.id ?? newId()
  return {
    userId: user.id,
    conversation,
    question:
      regenerated === undefined ? { id: questionId, parentId, text: body.text.trim(), images } : undefined,
    answer: { id: newId(), parentId: questionId, streamId: randomUUID() },
    clientMessageId: body.client_message_id ?? undefined,
  }
}

/** Loads the images of a question that is answered again, as soon as there is memory for them. */
async function storedImages(
  db: Db,
  user: SessionUser,
  questionId: string,
  imageBytes: number,
  memory: HeldMemory,
): Promise<QuestionImage[]> {
  if (imageBytes === 0) return []
  await memory.wait(imageBytes * heapOfLoadedByte)
  return loadImages(db, user.id, questionId)
}

/** Stores the turn and starts its answer; returns the id of the stream. */
async function storeAndAnswer(
  services: TurnServices,
  request: UserTurn,
  turn: NewTurn,
  task: AnswerTask,
): Promise<string> {
  const { db, clock, answers } = services
  const { streamId } = turn.answer
  const stream = await answers.open(streamId, request.user.id, request.principal)
  try {
    await refuseStoppedWidget(services, request.question)
    const written = await insertTurn(db, turn, new Date(clock.now()))
    if (!written) throw notFound('Conversation not found.')
  } catch (error) {
    await stream.discard()
    return await afterUniqueViolation(services, request, turn, error)
  }
  stream.answer(task)
  return streamId
}

/** Of two sends at once the database stores one; the other one returns its stream, or its reason of refusal. */
async function afterUniqueViolation(
  services: TurnServices,
  { user, question: { body } }: UserTurn,
  { conversation }: NewTurn,
  error: unknown,
): Promise<string> {
  const key = uniqueViolation(error)
  if (key === undefined) throw error
  // A repeated send violates both keys at once, and the database names the one that it checks first.
  const { sent } = await readTurn(services.db, user.id, body)
  const streamId = await findRepeatedStream(services, user.id, body, sent)
  if (streamId !== undefined) return streamId
  if (key === 'messages_streaming_key') {
    throw new HttpError('conflict', 'An answer of this conversation is still running.', {
      detail: { stream_id: await runningStreamId(services.db, user.id, conversation.id) },
    })
  }
  throw error
}
