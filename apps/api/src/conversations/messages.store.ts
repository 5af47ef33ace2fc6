import type { MessageStatus } from '@org/api-client/contract'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { conversations, messages } from '../db/schema/chat.ts'
import type { AnswerDraft, AnswerStore } from './message-content.ts'

/** A conversation and the person whose it is. */
export interface OwnedConversation {
  userId: string
  conversationId: string
}

/** A stored message, as far as a turn needs it. */
export interface TurnMessage {
  id: string
  conversationId: string
  parentId: string | null
  role: 'user' | 'assistant'
  content: string
  toolContext: unknown
  status: MessageStatus
  streamId: string | null
}

const turnColumns = {
  id: messages.id,
  conversationId: messages.conversationId,
  parentId: messages.parentId,
  role: messages.role,
  content: messages.content,
  toolContext: messages.toolContext,
  status: messages.status,
  streamId: messages.streamId,
}

/** The first answer to a person's question. */
export async function findAnswer(
  db: Db,
  userId: string,
  questionId: string,
): Promise<TurnMessage | undefined> {
  const [row] = await db
    .select(turnColumns)
    .from(messages)
    .where(
      and(eq(messages.userId, userId), eq(messages.parentId, questionId), eq(messages.role, 'assistant')),
    )
    .orderBy(asc(messages.seq))
    .limit(1)
  return row
}

/** The answer that a stream carries or carried. */
export async function findStreamMessage(
  db: Db,
  userId: string,
  streamId: string,
): Promise<TurnMessage | undefined> {
  const [row] = await db
    .select(turnColumns)
    .from(messages)
    .where(and(eq(messages.streamId, streamId), eq(messages.userId, userId)))
  return row
}

/** The stream of the running answer in a person's conversation. */
export async function runningStreamId(
  db: Db,
  userId: string,
  conversationId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ streamId: messages.streamId })
    .from(messages)
    .where(
      and(
        eq(messages.userId, userId),
        eq(messages.conversationId, conversationId),
        eq(messages.status, 'streaming'),
      ),
    )
  return row?.streamId ?? null
}

/**
 * Storage of one answer of a person. Nothing is written once its conversation is deleted. An instance that starts while this
 * one still answers takes its answers for interrupted: how they really ended is written all the same.
 */
export function answerStore(db: Db, userId: string, answerId: string): AnswerStore {
  const save = async (draft: AnswerDraft, status: MessageStatus, over: MessageStatus[]) => {
    const { content, toolContext } = draft
    await db
      .update(messages)
      .set({ content, toolContext, status })
      .where(and(eq(messages.userId, userId), eq(messages.id, answerId), inArray(messages.status, over)))
  }
  return {
    saveDraft: (draft) => save(draft, 'streaming', ['streaming']),
    saveOutcome: (outcome) => save(outcome, outcome.status, ['streaming', 'interrupted']),
  }
}

/** Stores the description of a question's images. */
export async function saveImageDescription(
  db: Db,
  userId: string,
  questionId: string,
  imageDescription: string,
): Promise<void> {
  await db
    .update(messages)
    .set({ imageDescription })
    .where(and(eq(messages.userId, userId), eq(messages.id, questionId)))
}

/** Returns whether the images of a question are described. */
export async function hasImageDescription(db: Db, userId: string, questionId: string): Promise<boolean> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(eq(messages.userId, userId), eq(messages.id, questionId), isNotNull(messages.imageDescription)),
    )
  return rows.length > 0
}

/** An answer and the log's copy of it live shorter than this. */
const longestStreamMs = 2 * 3_600_000

/** Streams of an account's answers, or of those in one of its conversations, that the stream log may still hold. */
export async function recentStreamIds(
  db: Db | Transaction,
  { userId, conversationId }: { userId: string; conversationId?: string },
  now = new Date(),
): Promise<string[]> {
  const ofConversation =
    conversationId === undefined ? undefined : eq(messages.conversationId, conversationId)
  const since = new Date(now.getTime() - longestStreamMs)
  const isRunning = eq(messages.status, 'streaming')
  const rows = await db
    .select({ streamId: messages.streamId })
    .from(messages)
    .where(
      and(
        eq(messages.userId, userId),
        ofConversation,
        isNotNull(messages.streamId),
        or(isRunning, gt(messages.createdAt, since)),
      ),
    )
  return rows.flatMap(({ streamId }) => streamId ?? [])
}

/**
 * Gives a person's conversation another title, unless it has a third one by now; false when it has.
 *
 * @param before the present title; null when it is unnamed
 */
export async function replaceTitle(
  db: Db,
  { userId, conversationId }: OwnedConversation,
  before: string | null,
  title: string,
): Promise<boolean> {
  const rows = await db
    .update(conversations)
    .set({ title })
    .where(
      and(
        eq(conversations.userId, userId),
        eq(conversations.id, conversationId),
        before === null ? isNull(conversations.title) : eq(conversations.title, before),
      ),
    )
    .returning({ id: conversations.id })
  return rows.length > 0
}

/** Returns whether a person's conversation is still unnamed. */
export async function isUnnamed(db: Db, { userId, conversationId }: OwnedConversation): Promise<boolean> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.userId, userId),
        eq(conversations.id, conversationId),
        isNull(conversations.title),
      ),
    )
  return rows.length > 0
}

/** Running answers of all people, with their streams. */
export async function listStreaming(db: Db): Promise<{ id: string; streamId: string | null }[]> {
  return db
    .select({ id: messages.id, streamId: messages.streamId })
    .from(messages)
    .where(eq(messages.status, 'streaming'))
}

/** Marks an answer whose producer is gone. */
export async function markInterrupted(db: Db, id: string): Promise<void> {
  await db
    .update(messages)
    .set({ status: 'interrupted' })
    .where(and(eq(messages.id, id), eq(messages.status, 'streaming')))
}

/** Rows that one statement writes or deletes, so that it does not hold up the embedded database. */
export const rowsAtOnce = 200

/**
 * Deletes a person's messages, of one conversation or all, in several statements. The newest go first, because the
 * database deletes with a message those that follow it.
 *
 * @returns ids of the streams of answers that may be running, as {@link recentStreamIds} does
 */
export async function deleteMessages(
  db: Db,
  userId: string,
  conversationId?: string,
  now = new Date(),
): Promise<string[]> {
  const ofConversation =
    conversationId === undefined ? undefined : eq(messages.conversationId, conversationId)
  const newest = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.userId, userId), ofConversation))
    .orderBy(desc(messages.conversationId), desc(messages.seq))
    .limit(rowsAtOnce)
  const since = new Date(now.getTime() - longestStreamMs)
  const streamIds: string[] = []
  for (;;) {
    const rows = await db
      .delete(messages)
      .where(and(eq(messages.userId, userId), inArray(messages.id, newest)))
      .returning({ streamId: messages.streamId, status: messages.status, createdAt: messages.createdAt })
    if (rows.length === 0) return streamIds
    const recent = rows.filter(({ status, createdAt }) => status === 'streaming' || createdAt > since)
    streamIds.push(...recent.flatMap(({ streamId }) => streamId ?? []))
  }
}
