import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Principal } from '../../limits/answer-limiter.ts'
import { invalid, loginRequired } from '../../platform/http/http-error.ts'
import { newGuestStreamId, newId } from '../../platform/process/ids.ts'
import type { OpenStream } from '../answering/answer-task.ts'
import type { Question } from '../question/question.ts'
import type { StreamLog } from '../streams/stream-log.ts'
import { toModelQuestion } from './model-question.ts'
import { readImages } from './question-images.ts'
import { otherText } from './repeated-send.ts'
import { originOf } from './turn-origin.ts'
import { refuseStoppedWidget, refuseWhileStopping, type TurnServices } from './turn-services.ts'

/** A guest's question. */
export interface GuestTurn {
  principal: Principal
  question: Question
}

/**
 * Starts the answer to a guest's question. Its history comes in the body, and nothing is stored.
 *
 * @returns the id of the stream; a repeated send returns the stream of the first one
 * @throws {HttpError} 401 for a question in a conversation, 409 when the client's id belongs to another text, 413 and
 * 415 for images, 429 when too many answers are under way, 503 while the server stops
 */
export async function startGuestTurn(
  services: TurnServices,
  { principal, question }: GuestTurn,
): Promise<string> {
  const { body } = question
  // Guests have no stored conversations: a request that names one came from a session that has ended.
  if (typeof body.conversation_id === 'string') throw loginRequired()
  const images = await readImages(body.images ?? [], principal.key)
  const { text, history } = contentOf(question)
  const streamId = newGuestStreamId()
  // Before the claim, which a later failure would have to take back.
  const { settings: master, variant } = await services.settings.forVisitor(question.visitor)
  if (typeof body.client_message_id === 'string') {
    const fingerprint = createHash('sha256').update(text).digest('hex')
    const claim = await services.streams.claim(`guest:${body.client_message_id}`, streamId, fingerprint)
    if (claim.fingerprint !== fingerprint) throw otherText()
    if (!claim.isNew) return untilOpen(services.streams, claim.streamId)
  }
  const stream = await openStream(services, { principal, question }, streamId)
  stream.answer({
    ids: { streamId, questionId: newId(), answerId: newId(), conversation: null },
    question: toModelQuestion(question, master, { history, text, images }),
    origin: originOf(question, variant),
    isAgain: body.text.trim() === '',
  })
  return streamId
}

/** The text and the history before it. Some clients send the question as the end of the history, too. */
function contentOf({ body }: Question) {
  const text = body.text.trim()
  const history = (body.conversation ?? []).filter((item) => item.content.trim() !== '')
  const last = history.at(-1)
  // With an empty text the last question is asked again.
  const isRepeated = last?.role === 'user' && (text === '' || last.content.trim() === text)
  if (isRepeated) return { text: last.content.trim(), history: history.slice(0, -1) }
  if (text === '') throw invalid([{ path: 'text', message: 'Must not be empty.' }])
  return { text, history }
}

const openedWithinMs = 1000
const pollIntervalMs = 50

/** Waits for a stream that another instance opens at this moment for the same question. */
async function untilOpen(streams: StreamLog, streamId: string): Promise<string> {
  for (let waited = 0; waited < openedWithinMs; waited += pollIntervalMs) {
    if ((await streams.state(streamId)) !== undefined) break
    await sleep(pollIntervalMs)
  }
  return streamId
}

async function openStream(
  services: TurnServices,
  { principal, question }: GuestTurn,
  streamId: string,
): Promise<OpenStream> {
  const { answers, streams } = services
  let stream: OpenStream | undefined
  try {
    refuseWhileStopping(answers)
    stream = await answers.open(streamId, null, principal)
    await refuseStoppedWidget(services, question)
    return stream
  } catch (error) {
    // The claim is released too: the same question may be sent again later.
    await (stream?.discard() ?? streams.discard(streamId))
    throw error
  }
}
