import type { SharedMessage } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { bytea } from './columns.ts'

/** Messages of a share link. */
export type StoredSnapshot = (Omit<SharedMessage, 'images'> & { imageIds: string[] })[]

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Bytes as they are. Drivers give a Uint8Array or its subclass, Buffer. */

/** Conversations of accounts. A guest's conversations are stored in the browser and have no row here. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null until the conversation is named. */
    title: text(),
    /** The browser's own id of an imported conversation, which makes a repeated import safe. */
    clientId: uuid('client_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** Listed above all others. */
    isPinned: boolean('is_pinned').notNull().default(false),
    /** Listed apart, until it is restored or continued. */
    isArchived: boolean('is_archived').notNull().default(false),
  },
  (table) => [
    // Ascending, read backwards: drizzle would write `DESC NULLS LAST`, which no `order by … desc` can use.
    index('conversations_listed_idx').on(
      table.userId,
      table.isArchived,
      table.isPinned,
      table.updatedAt,
      table.id,
    ),
    // Of all of an account, pinned and archived ones included: an export reads them in this order.
    index('conversations_used_idx').on(table.userId, table.updatedAt, table.id),
    unique('conversations_client_id_key').on(table.userId, table.clientId),
    // Target of the foreign key of messages.
    unique('conversations_owner_key').on(table.userId, table.id),
  ],
)

/** Messages form a tree by `parentId`; `seq` is the order in which they came. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    conversationId: uuid('conversation_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    parentId: uuid('parent_id'),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    role: text({ enum: ['user', 'assistant'] }).notNull(),
    content: text().notNull().default(''),
    toolContext: jsonb('tool_context'),
    /** A model's description of a question's images, for later questions about them. */
    imageDescription: text('image_description'),
    status: text({ enum: ['streaming', 'complete', 'stopped', 'interrupted', 'failed'] }).notNull(),
    feedback: text({ enum: ['up', 'down'] }),
    feedbackReason: text('feedback_reason'),
    /** The browser's own id of a send, which makes its retry safe. */
    clientMessageId: uuid('client_message_id'),
    /** The stream that carries a running answer. */
    streamId: uuid('stream_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    // A message has the owner of its conversation.
    foreignKey({
      name: 'messages_owner_fk',
      columns: [table.userId, table.conversationId],
      foreignColumns: [conversations.userId, conversations.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.parentId], foreignColumns: [table.id] }).onDelete('cascade'),
    unique('messages_client_message_id_key').on(table.userId, table.clientMessageId),
    index('messages_owner_idx').on(table.userId, table.conversationId, table.seq),
    index('messages_parent_idx').on(table.parentId),
    // One running answer a conversation, whichever instance writes it.
    uniqueIndex('messages_streaming_key')
      .on(table.conversationId)
      .where(sql`${table.status} = 'streaming'`),
    check('messages_role_known', sql`${table.role} in ('user', 'assistant')`),
    check(
      'messages_status_known',
      sql`${table.status} in ('streaming', 'complete', 'stopped', 'interrupted', 'failed')`,
    ),
    check('messages_feedback_known', sql`${table.feedback} in ('up', 'down')`),
  ],
)

/** Share links of conversations, each with the snapshot that it shows. Only the digest of a link's secret is stored. */
export const conversationShares = pgTable(
  'conversation_shares',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Redacted. */
    title: text().notNull(),
    /** Redacted messages, with the ids of their images. */
    snapshot: jsonb().$type<StoredSnapshot>().notNull(),
    hasImages: boolean('has_images').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Time of the snapshot. */
    updatedAt: moment('updated_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'conversation_shares_owner_fk',
      columns: [table.userId, table.conversationId],
      foreignColumns: [conversations.userId, conversations.id],
    }).onDelete('cascade'),
    unique('conversation_shares_conversation_key').on(table.userId, table.conversationId),
    index('conversation_shares_expires_at_idx').on(table.expiresAt),
  ],
)

/** The images of a question, in their order. Their type was told by their bytes. */
export const messageImages = pgTable(
  'message_images',
  {
    id: uuid().primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    mimeType: text('mime_type').notNull(),
    name: text().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [unique('message_images_place_key').on(table.messageId, table.position)],
)
