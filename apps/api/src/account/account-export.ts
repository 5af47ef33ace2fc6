import type { AccountExport } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { exportStatistics } from '../analytics/statistics-export.ts'
import type { Account } from '../platform/http/principal.ts'
import type { Billing } from '../billing/billing.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { leastRecentlyUsed } from '../conversations/conversations.store.ts'
import { exportSections } from '../privacy/export-sections.ts'
import { personalData } from '../privacy/personal-data.ts'
import { exportConversation } from './conversation-export.ts'
import { organisationsOwnedBy } from '../organisations/organisations.store.ts'

/** Account and time of an export. */
export interface ExportOptions {
  db: Db
  billing: Billing
  user: Account
  now: Date
}

/**
 * Everything that is stored of one person, as the text of a JSON document (`accountExportSchema`). Conversations and
 * statistics are read piece by piece: an account may hold more than should be in memory at once.
 */
export async function* exportAccount(options: ExportOptions): AsyncGenerator<string> {
  const { db, user } = options
  yield '{'
  for (const [name, value] of Object.entries(await readHead(options))) {
    yield `${JSON.stringify(name)}: `
    yield* isList(value) ? listPieces(value) : [JSON.stringify(value)]
    yield ',\n'
  }
  yield '"conversations": ['
  const ids = new Set<string>()
  let separator = '\n'
  for await (const row of leastRecentlyUsed(db, user.id)) {
    // One that was continued meanwhile comes again at the end.
    if (ids.has(row.id)) continue
    ids.add(row.id)
    yield separator
    yield* exportConversation(db, row)
    separator = ',\n'
  }
  yield '\n],\n"statistics": ['
  separator = '\n'
  for await (const event of exportStatistics(db, [...ids])) {
    yield separator + JSON.stringify(event)
    separator = ',\n'
  }
  yield '\n]}\n'
}

type Items = AsyncIterable<unknown> | readonly unknown[]

function isList(value: unknown): value is Items {
  return (
    Array.isArray(value) || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value)
  )
}

/** A list as JSON, item by item. */
async function* listPieces(items: Items): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}

async function readHead({ db, billing, user, now }: ExportOptions) {
  const [row] = await db.select().from(users).where(eq(users.id, user.id))
  const account: AccountExport['account'] = {
    id: user.id,
    email: user.email,
    role: user.role,
    created_at: (row?.createdAt ?? now).toISOString(),
    verified_at: row?.verifiedAt?.toISOString() ?? null,
  }
  return {
    exported_at: now.toISOString(),
    account,
    ...(await exportSections(personalData, {
      db,
      billing,
      subject: { ...user, organisationIds: await organisationsOwnedBy(db, user.id) },
      now,
    })),
  }
}
