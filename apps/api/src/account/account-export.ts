import type { AccountExport } from '@org/api-client/contract'
import { asc, eq } from 'drizzle-orm'
import { exportStatistics } from '../analytics/statistics-export.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import type { Billing } from '../billing/billing.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { conversations } from '../db/schema/chat.ts'
import { exportSections } from '../privacy/export-sections.ts'
import { personalData } from '../privacy/personal-data.ts'
import { exportConversation } from './conversation-export.ts'

/** Account and time of an export. */
export interface ExportOptions {
  db: Db
  billing: Billing
  user: SessionUser
  now: Date
}

/**
 * Everything that is stored of one person, as the text of a JSON document (`accountExportSchema`). Conversations and
 * statistics are read piece by piece: an account may hold more than should be in memory at once.
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
    yield separator
    yield* exportConversation(db, row)
    separator = ',\n'
  }
  yield '\n],\n"statistics": ['
  separator = '\n'
  for await (const event of exportStatistics(
    db,
    rows.map(({ id }) => id),
  )) {
    yield separator + JSON.stringify(event)
    separator = ',\n'
  }
  yield '\n]}\n'
}

async function readHead({
  db,
  billing,
  user,
  now,
}: ExportOptions): Promise<Omit<AccountExport, 'conversations' | 'statistics'>> {
  const [account] = await db.select().from(users).where(eq(users.id, user.id))
  return {
    exported_at: now.toISOString(),
    account: {
      id: user.id,
      email: user.email,
      role: user.role,
      created_at: (account?.createdAt ?? now).toISOString(),
      verified_at: account?.verifiedAt?.toISOString() ?? null,
    },
    ...(await exportSections(personalData, { db, billing, subject: user, now })),
  }
}
