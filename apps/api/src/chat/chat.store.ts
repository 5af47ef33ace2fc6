import type { MessageStatus } from '@org/api-client/contract'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { conversations, messages } from '../db/schema/chat.ts'
import { defaultTitle } from '../conversations/default-title.ts'
import type { AnswerDraft } from './answer-run.ts'
import type { AnswerStore } from './answer-saver.ts'
import { insertImages } from './message-images.store.ts'
import type { HistoryMessage, QuestionImage } from './model-answer.ts'

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

/** What one turn adds: a question unless an old one is answered again, and an answer about to stream. */
export interface NewTurn {
  userId: string
  conversation: { id: string; isNew: boolean }
  question:
    | { id: string; parentId: string | null; text: string; images: readonly QuestionImage[] }
    | undefined
  answer: { id: string; parentId: string; streamId: string }
  clientMessageId: string | undefined
}

/** A person's own message. */
export async function findMessage(db: Db, userId: string, id: string): Promise<TurnMessage | undefined> {
  const [row] = await db
    .select(turnColumns)
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.userId, userId)))
  return row
}

/** The message that an earlier send with this id stored: its question, or its answer when it asked again. */
export async function findSend(
  db: Db,
  userId: string,
  clientMessageId: string,
): Promise<TurnMessage | undefined> {
  const [row] = await db
    .select(turnColumns)
    .from(messages)
    .where(and(eq(messages.userId, userId), eq(messages.clientMessageId, clientMessageId)))
  return row
}

/** The first answer to a question. */
export async function findAnswer(db: Db, questionId: string): Promise<TurnMessage | undefined> {
  const [row] = await db
    .select(turnColumns)
    .from(messages)
    .where(and(eq(messages.parentId, questionId), eq(messages.role, 'assistant')))
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

/** Whether a conversation is this person's. */
export async function ownsConversation(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.userId, userId)))
  return rows.length > 0
}

/** The message that came last, which a question without a parent answers to. */
export async function latestMessageId(db: Db, conversationId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(desc(messages.seq))
    .limit(1)
  return row?.id ?? null
}

/** The stream of a conversation's running answer. */
export async function runningStreamId(db: Db, conversationId: string): Promise<string | null> {
  const [row] = await db
    .select({ streamId: messages.streamId })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.status, 'streaming')))
  return row?.streamId ?? null
}

/** The branch that ends with a message, oldest first, at most `limit` messages of it. */
export async function loadBranch(db: Db, leafId: string | null, limit: number): Promise<HistoryMessage[]> {
  if (leafId === null) return []
  const { rows } = await db.execute<{ role: 'user' | 'assistant'; content: string }>(sql`
    with recursive branch as (
      select id, parent_id, role, content, 1 as depth from messages where id = ${leafId}
      union all
      select m.id, m.parent_id, m.role, m.content, branch.depth + 1
      from messages m join branch on m.id = branch.parent_id
      where branch.depth < ${limit}
    )
    select role, content from branch order by depth desc
  `)
  return rows.filter((row) => row.content !== '')
}

/**
 * Writes a turn's messages, all or nothing; false when the conversation has been deleted meanwhile. A second
 * running answer of a conversation breaks a unique key.
 */
export async function insertTurn(db: Db, turn: NewTurn, now: Date): Promise<boolean> {
  const { userId, conversation, question, answer, clientMessageId = null } = turn
  return db.transaction(async (tx) => {
    if (conversation.isNew) {
      await tx
        .insert(conversations)
        .values({ id: conversation.id, userId, title: defaultTitle, createdAt: now, updatedAt: now })
    } else {
      // The row stays locked until the end of the transaction: nobody can delete it in between.
      const rows = await tx
        .update(conversations)
        .set({ updatedAt: now })
        .where(eq(conversations.id, conversation.id))
        .returning({ id: conversations.id })
      if (rows.length === 0) return false
    }
    if (question !== undefined) {
      await tx.insert(messages).values({
        id: question.id,
        conversationId: conversation.id,
        userId,
        parentId: question.parentId,
        role: 'user',
        content: question.text,
        status: 'complete',
        clientMessageId,
        createdAt: now,
      })
      await insertImages(tx, question.id, question.images)
    }
    await tx.insert(messages).values({
      id: answer.id,
      conversationId: conversation.id,
      userId,
      parentId: answer.parentId,
      role: 'assistant',
      status: 'streaming',
      clientMessageId: question === undefined ? clientMessageId : null,
      streamId: answer.streamId,
      createdAt: now,
    })
    return true
  })
}

/**
 * Where one answer is kept. Nothing is written once its conversation is gone. An instance that starts while this
 * one still answers takes its answers for interrupted: how they really ended is written all the same.
 */
export function answerStore(db: Db, answerId: string): AnswerStore {
  const save = async (draft: AnswerDraft, status: MessageStatus, over: MessageStatus[]) => {
    const { content, toolContext } = draft
    await db
      .update(messages)
      .set({ content, toolContext, status })
      .where(and(eq(messages.id, answerId), inArray(messages.status, over)))
  }
  return {
    saveDraft: (draft) => save(draft, 'streaming', ['streaming']),
    saveOutcome: (outcome) => save(outcome, outcome.status, ['streaming', 'interrupted']),
  }
}

/** Gives a conversation another title, unless it has a third one by now; false when it has. */
export async function replaceTitle(
  db: Db,
  conversationId: string,
  before: string,
  title: string,
): Promise<boolean> {
  const rows = await db
    .update(conversations)
    .set({ title })
    .where(and(eq(conversations.id, conversationId), eq(conversations.title, before)))
    .returning({ id: conversations.id })
  return rows.length > 0
}

/** Whether a conversation still has the title that every new one gets. */
export async function isUntitled(db: Db, conversationId: string): Promise<boolean> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), eq(conversations.title, defaultTitle)))
  return rows.length > 0
}

/** Answers that say they are running, with their streams. */
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
