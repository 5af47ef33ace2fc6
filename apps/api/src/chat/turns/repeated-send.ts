import { findAnswer, type TurnMessage } from '../../conversations/messages.store.ts'
import type { Db } from '../../db/database.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import type { ChatBody } from '../question/question.ts'
import type { StreamLog } from '../streams/stream-log.ts'
import { storedEvents } from './stored-events.ts'

/**
 * Returns the stream of an earlier send with the same `client_message_id`; undefined for a first send. A stream that
 * the log has dropped is replayed from the database.
 *
 * @throws {HttpError} 409 when the id belongs to another text, 404 when its answer is gone
 */
export async function findRepeatedStream(
  { db, streams }: { db: Db; streams: StreamLog },
  userId: string,
  body: ChatBody,
  sent: TurnMessage | null,
): Promise<string | undefined> {
  if (sent === null) return undefined
  const text = body.text.trim()
  const same = sent.role === 'user' ? sent.content === text : text === '' && sent.parentId === body.parent_id
  if (!same) throw otherText()
  const answer = sent.role === 'user' ? await findAnswer(db, userId, sent.id) : sent
  if (typeof answer?.streamId !== 'string') throw notFound('Message not found.')
  if ((await streams.state(answer.streamId)) === undefined) await replayStored(streams, userId, answer)
  return answer.streamId
}

/** The error of a `client_message_id` that belongs to another text. */
export function otherText(): HttpError {
  return new HttpError('conflict', 'This client_message_id was already used for another message.')
}

/** Writes the events of a stored answer to the log again. */
async function replayStored(streams: StreamLog, userId: string, answer: TurnMessage): Promise<void> {
  const { streamId, parentId } = answer
  if (streamId === null || parentId === null) return
  const stream = await streams.open({ id: streamId, ownerId: userId, onStop: () => undefined })
  for (const event of storedEvents({ ...answer, parentId })) stream.append(JSON.stringify(event))
  await stream.end()
}
