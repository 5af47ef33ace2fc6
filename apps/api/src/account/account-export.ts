import type { AccountExport } from '@org/api-client/contract'
import { asc, eq } from 'drizzle-orm'
import { findEntitlements } from '../settings/entitlements.store.ts'
import type { SessionUser } from '../platform/principal.ts'
import { listSessions } from '../auth/session.store.ts'
import type { Billing } from '../billing/billing.ts'
import { listImages, loadImages } from '../conversations/message-images.store.ts'
import { toConversation, toMessage } from '../conversations/conversation-json.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { conversations, messages } from '../db/schema/chat.ts'
import { contactMessages } from '../db/schema/contact.ts'
import { widgetSignups } from '../db/schema/embed.ts'
import { toSession } from './session-json.ts'

/** Whose data is exported, and when. */
export interface ExportOptions {
  db: Db
  billing: Billing
  user: SessionUser
  now: Date
}

/**
 * Everything that is stored of one person, as the text of a JSON document (`accountExportSchema`). It comes
 * conversation by conversation: an account may hold more than should be in memory at once.
 */
export async function* exportAccount(options: ExportOptions): AsyncGenerator<string> {
  const { db, user } = options
  const head = JSON.stringify({ ...(await readHead(options)), conversations: [] }, null, 2)
  yield head.slice(0, head.lastIndexOf(']'))
  const rows = await db
    .select()
    .from(conversations)
    .where(eq(conversations.userId, user.id))
    .orderBy(asc(conversations.createdAt), asc(conversations.id))
  let separator = '\n'
  for (const row of rows) {
    yield separator + JSON.stringify({ ...toConversation(row), messages: await readMessages(db, row.id) })
    separator = ',\n'
  }
  yield '\n]}\n'
}

async function readHead(options: ExportOptions): Promise<Omit<AccountExport, 'conversations'>> {
  const { db, billing, user, now } = options
  const [account] = await db.select().from(users).where(eq(users.id, user.id))
  const written = await db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.userId, user.id))
    .orderBy(asc(contactMessages.createdAt))
  const { allowedTools, allowedAuthors, allowedModels } = await findEntitlements(db, user.email)
  const signups = await db
    .select()
    .from(widgetSignups)
    .where(eq(widgetSignups.email, user.email))
    .orderBy(asc(widgetSignups.createdAt))
  return {
    exported_at: now.toISOString(),
    account: {
      id: user.id,
      email: user.email,
      role: user.role,
      created_at: (account?.createdAt ?? now).toISOString(),
    },
    sessions: (await listSessions(db, user.id, now)).map(toSession),
    billing: await billing.status(user.id),
    entitlements: {
      allowed_tools: allowedTools,
      allowed_authors: allowedAuthors,
      allowed_models: allowedModels,
    },
    widget_signups: signups.map(({ createdAt, embedId }) => ({
      created_at: createdAt.toISOString(),
      embed_id: embedId,
    })),
    contact_messages: written.map(({ name, email, message, createdAt }) => ({
      name,
      email,
      message,
      created_at: createdAt.toISOString(),
    })),
  }
}

type ExportedMessage = AccountExport['conversations'][number]['messages'][number]

async function readMessages(db: Db, conversationId: string): Promise<ExportedMessage[]> {
  const rows = await db
    .select()
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.seq))
  const images = await listImages(
    db,
    rows.map(({ id }) => id),
  )
  const exported: ExportedMessage[] = []
  for (const row of rows) {
    const withBytes = images.has(row.id) ? await loadImages(db, row.id) : []
    exported.push({
      ...toMessage(row),
      images: withBytes.map(({ mimeType, name, bytes }) => ({
        mime_type: mimeType,
        name,
        data: Buffer.from(bytes).toString('base64'),
      })),
      feedback_reason: row.feedbackReason,
    })
  }
  return exported
}
