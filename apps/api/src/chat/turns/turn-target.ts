import { invalid, notFound } from '../../platform/http/http-error.ts'
import { newId } from '../../platform/process/ids.ts'
import type { ChatBody } from '../question/question.ts'
import type { StoredTurn } from './turn.store.ts'

/** The place of a new turn: its conversation, and the message that it follows. */
export interface TurnTarget {
  conversation: { id: string; isNew: boolean }
  /** Parent of the question: the end of the branch that it continues. */
  parentId: string | null
  /** The stored question that is answered again. */
  regenerated?: { id: string; content: string }
}

/**
 * Finds the place of a turn by the ids of its body.
 *
 * @throws {HttpError} 404 for an unknown conversation or message, 422 when an answer is to be answered
 */
export function targetOf(body: ChatBody, { conversationId, latestId, parent }: StoredTurn): TurnTarget {
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
  if (body.text.trim() !== '') return { conversation, parentId: parent.id }
  if (parent.role !== 'user') {
    throw invalid([{ path: 'parent_id', message: 'Only a question can be answered again.' }])
  }
  return { conversation, parentId: parent.parentId, regenerated: parent }
}
