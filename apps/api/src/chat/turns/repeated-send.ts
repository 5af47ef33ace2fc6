import { type ToolContext, toolContextSchema } from '@org/api-client/contract'
import { findAnswer, type TurnMessage } from '../../conversations/messages.store.ts'
import type { Db } from '../../db/database.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import type { ChatBody } from '../question/question.ts'
import type { StreamLog } from '../streams/stream-log.ts'

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

/** Errors of answers that are not complete, so that no reader takes them for complete. */
const cutShort = {
  streaming: { code: 'interrupted', message: 'The answer was interrupted. Please ask again.' },
  interrupted: { code: 'interrupted', message: 'The answer was interrupted. Please ask again.' },
  stopped: { code: 'stopped', message: 'The answer was stopped.' },
  failed: { code: 'model_failed', message: 'The assistant could not finish its answer. Please try again.' },
} as const

/** Writes the events of a stored answer to the log again. */
async function replayStored(streams: StreamLog, userId: string, answer: TurnMessage): Promise<void> {
  if (answer.streamId === null || answer.parentId === null) return
  const stream = await streams.open({ id: answer.streamId, ownerId: userId, onStop: () => undefined })
  const context = toolContextSchema.safeParse(answer.toolContext)
  const events = [
    {
      type: 'message',
      content: { user_id: answer.parentId, assistant_id: answer.id, conversation_id: answer.conversationId },
    },
    ...(context.success && context.data.safety ? [{ type: 'safety', content: context.data.safety }] : []),
    ...(context.success && context.data.approval
      ? [{ type: 'approval', content: context.data.approval }]
      : []),
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
