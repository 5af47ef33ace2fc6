import { chatLimits } from '@org/api-client/contract'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { EntitlementLists } from '../../settings/entitlements.store.ts'
import type { Db } from '../../db/database.ts'
import { entitlements } from '../../db/schema/admin.ts'
import { users } from '../../db/schema/auth.ts'
import { conversations, messageImages, messages } from '../../db/schema/chat.ts'
import { configurators } from '../../db/schema/embed.ts'
import { type ConfiguratorRow, isActiveWidget } from '../../widgets/configurators.store.ts'
import { loginRequired } from '../../platform/http/http-error.ts'
import { isUuid } from '../../platform/process/ids.ts'
import { isForeignKeyBroken } from '../../db/unique-violation.ts'
import type { ChatBody } from '../question/question.ts'
import type { TurnMessage } from '../../conversations/messages.store.ts'
import { imageBytesOf, imageRows } from '../../conversations/message-images.store.ts'
import type { HistoryMessage, QuestionImage } from '../../conversations/message-content.ts'

import { historyCharacters } from './model-question.ts'
/** Stored facts about a question before it is answered. Missing ones, and those of another person, are null. */
export interface StoredTurn {
  /** Message stored by an earlier send with the same id: a question, or an answer for a regeneration. */
  sent: TurnMessage | null
  /** The conversation that it names. */
  conversationId: string | null
  /** The message that came last in that conversation. */
  latestId: string | null
  /** The message that it names as its parent. */
  parent: Pick<TurnMessage, 'id' | 'conversationId' | 'parentId' | 'role' | 'content'> | null
  /** The branch that it continues, oldest first. */
  history: HistoryMessage[]
  /** Size of the images of the question that is to be answered again, in bytes; 0 without images. */
  imageBytes: number
  /** The widget that it is asked in. */
  widget: ConfiguratorRow | null
  /** Limits of the person; null without any. */
  entitlements: EntitlementLists | null
}

/**
 * Reads all that a person's question needs, in one statement: where the database is slow, each one delays the answer.
 *
 * @throws {HttpError} 401 when the account has just been deleted
 */
export async function readTurn(db: Db, userId: string, body: ChatBody): Promise<StoredTurn> {
  const sent = alias(messages, 'sent')
  const parent = alias(messages, 'parent')
  const latest = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.userId, userId), eq(messages.conversationId, conversations.id)))
    .orderBy(desc(messages.seq))
    .limit(1)
    .as('latest')
  const asksAgain = body.text.trim() === ''
  const afterParent = asksAgain ? parent.parentId : parent.id
  // An explicit null starts over at the root: the first question, edited.
  const afterLatest = body.parent_id === null ? null : latest.id
  const [row] = await db
    .select({
      sent,
      conversationId: conversations.id,
      latestId: latest.id,
      parent: {
        id: parent.id,
        conversationId: parent.conversationId,
        parentId: parent.parentId,
        role: parent.role,
        content: parent.content,
      },
      history: branchUpTo(userId, typeof body.parent_id === 'string' ? afterParent : afterLatest),
      imageBytes: imageBytesOf(userId, asksAgain ? parent.id : null),
      widget: configurators,
      entitlements,
    })
    .from(users)
    .leftJoin(sent, and(eq(sent.userId, userId), isId(sent.clientMessageId, body.client_message_id)))
    .leftJoin(
      conversations,
      and(eq(conversations.userId, userId), isId(conversations.id, body.conversation_id)),
    )
    .leftJoinLateral(latest, sql`true`)
    .leftJoin(parent, and(eq(parent.userId, userId), isId(parent.id, body.parent_id)))
    .leftJoin(configurators, isActiveWidget(body.embed_id))
    .leftJoin(entitlements, eq(entitlements.email, users.email))
    .where(eq(users.id, userId))
  if (row === undefined) throw loginRequired()
  return row
}

/** Fits no row when no id is given, or what is given is none. */
function isId(column: PgColumn, given: string | null | undefined): SQL {
  return typeof given === 'string' && isUuid(given) ? eq(column, given) : sql`false`
}

// A UTF-16 unit takes at most three bytes. Imported messages may have 10 MB together, of which a model reads the end.
const historyBytes = historyCharacters * 3

/** The messages of a person's branch up to a last one; no message makes no branch. */
function branchUpTo(userId: string, lastId: PgColumn | null): SQL<HistoryMessage[]> {
  return sql`(
    with recursive branch as (
      select parent_id, role, content, image_description, 1 as depth, octet_length(content) as bytes
      from messages where user_id = ${userId} and id = ${lastId}
      union all
      select m.parent_id, m.role, m.content, m.image_description, branch.depth + 1, branch.bytes + octet_length(m.content)
      from messages m join branch on m.id = branch.parent_id
      where m.user_id = ${userId} and branch.depth < ${chatLimits.historyItems} and branch.bytes <= ${historyBytes}
    )
    select coalesce(json_agg(json_build_object('role', role, 'content', content, 'imageDescription', image_description) order by depth desc), '[]')
    from branch where content <> ''
  )`
}

/** Rows that one turn adds: a question, unless an old one is answered again, and a streaming answer. */
export interface NewTurn {
  userId: string
  conversation: { id: string; isNew: boolean }
  question:
    | { id: string; parentId: string | null; text: string; images: readonly QuestionImage[] }
    | undefined
  answer: { id: string; parentId: string; streamId: string }
  clientMessageId: string | undefined
}

/**
 * Writes a turn's messages in one statement, all or nothing; false when the conversation has been deleted meanwhile.
 * A second running answer of a conversation breaks a unique key.
 */
export async function insertTurn(db: Db, turn: NewTurn, now: Date): Promise<boolean> {
  const { userId, conversation, question, answer, clientMessageId = null } = turn
  const conversationId = conversation.id
  const touched = db.$with('conversation').as(
    conversation.isNew
      ? db.insert(conversations).values({ id: conversationId, userId, createdAt: now, updatedAt: now })
      : db
          .update(conversations)
          // A question in an archived conversation restores it.
          .set({ updatedAt: now, isArchived: false })
          .where(and(eq(conversations.userId, userId), eq(conversations.id, conversationId))),
  )
  const images = question === undefined ? [] : imageRows(question.id, question.images)
  const kept = images.length === 0 ? [] : [db.$with('images').as(db.insert(messageImages).values(images))]
  const common = { conversationId, userId, createdAt: now }
  const asked =
    question === undefined
      ? []
      : [
          {
            ...common,
            id: question.id,
            parentId: question.parentId,
            role: 'user' as const,
            content: question.text,
            status: 'complete' as const,
            clientMessageId,
          },
        ]
  try {
    await db
      .with(touched, ...kept)
      .insert(messages)
      .values([
        ...asked,
        {
          ...common,
          ...answer,
          role: 'assistant',
          status: 'streaming',
          clientMessageId: question === undefined ? clientMessageId : null,
        },
      ])
    return true
  } catch (error) {
    // The keys are looked at once all is written, and keep the conversation from going until it is there for all.
    if (isForeignKeyBroken(error)) return false
    throw error
  }
}
