import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { type DataSubject, rowsOf, type TablePolicy } from './data-policy.ts'

/**
 * Erases a person from every table of the registry.
 *
 * @param tx the caller's transaction: everything goes, or nothing
 */
export async function erasePerson(
  tx: Transaction,
  registry: readonly TablePolicy[],
  subject: DataSubject,
): Promise<void> {
  // Locks out messages and statistics of requests under way: each refers to the account or to a conversation of it.
  await tx.execute(sql`select 1 from users where id = ${subject.id} for update`)
  await tx.execute(sql`select 1 from conversations where user_id = ${subject.id} order by id for update`)
  for (const policy of registry) {
    const { erasure, table } = policy
    if (erasure.kind === 'run') await erasure.erase(tx, subject)
    if (erasure.kind !== 'rows') continue
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${rowsOf(policy, subject)}`)
  }
}

/**
 * Erases most rows of the tables in which a client may have very many, part by part: in one transaction they would take
 * longer than a statement may, and hold up everybody who saves content.
 */
export async function eraseInParts(
  db: Db,
  registry: readonly TablePolicy[],
  subject: DataSubject,
): Promise<void> {
  for (const { erasure } of registry) {
    if (erasure.kind === 'run') await erasure.eraseBefore?.(db, subject)
  }
}
