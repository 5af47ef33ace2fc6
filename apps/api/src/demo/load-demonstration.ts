import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { hashPassword } from '../auth/passwords.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { readContent } from '../knowledge/content/content-folder.ts'
import { type ImportCount, importArticles, importProducts } from '../knowledge/content/knowledge.import.ts'
import { packageRoot } from '../package-root.ts'
import { newId } from '../platform/process/ids.ts'
import { demonstrationAccounts, demonstrationPassword } from './demonstration-accounts.ts'
import { addWidgets } from './demonstration-widgets.ts'
import { createOrganisation } from '../organisations/organisations.store.ts'

/** Number of rows that loading the demonstration wrote. */
export interface DemonstrationCount {
  articles: ImportCount
  products: ImportCount
  /** Accounts that were not there before. */
  accounts: number
  /** Widgets that were not there before. */
  widgets: number
}

/**
 * Loads the demonstration content and its accounts, as far as they are not there yet. The passwords are known
 * to everybody: only for the embedded database of a server that listens on loopback.
 */
export async function loadDemonstration(
  db: Db,
  folder = join(packageRoot, 'demo'),
): Promise<DemonstrationCount> {
  const { articles, products } = await readContent(folder)
  return {
    articles: await importArticles(db, articles, { isDemonstration: true }),
    products: await importProducts(db, products, { isDemonstration: true }),
    accounts: await addAccounts(db),
    // Their owner is one of the accounts.
    widgets: await addWidgets(db),
  }
}

async function addAccounts(db: Db): Promise<number> {
  const emails = demonstrationAccounts.map(({ email }) => email)
  const stored = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails))
  const missing = demonstrationAccounts.filter(({ email }) => !stored.some((row) => row.email === email))
  if (missing.length === 0) return 0
  const values = await Promise.all(
    missing.map(async ({ email, role }) => ({
      id: newId(),
      email,
      role: role === 'client' ? null : role,
      passwordHash: await hashPassword(demonstrationPassword),
      verifiedAt: new Date(),
      isDemonstration: true,
    })),
  )
  return db.transaction(async (tx) => {
    const added = await tx
      .insert(users)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: users.id, email: users.email })
    for (const { id, email } of added) {
      const isClient = demonstrationAccounts.some(
        (account) => account.email === email && account.role === 'client',
      )
      // The id of the account: sample events and screenshots refer to it.
      if (isClient) await createOrganisation(tx, { id, name: email, ownerId: id, now: new Date() })
    }
    return added.length
  })
}
