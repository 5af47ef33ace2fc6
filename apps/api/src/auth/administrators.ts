import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'

/** Returns the ids of the administrators who can sign in. */
export async function listAdministrators(db: Db): Promise<string[]> {
  return (await selectAdministrators(db)).map(({ id }) => id)
}

/**
 * Locks the administrators who can sign in until the end of a transaction, and returns their ids. Of two changes at once
 * that would each leave the other administrator, the second one waits here and finds one administrator left. Call it
 * before any other account is locked.
 */
export async function lockAdministrators(tx: Transaction): Promise<string[]> {
  // Rows of other transactions may refer to an administrator meanwhile: those that hold the account would deadlock.
  return (await selectAdministrators(tx).for('no key update')).map(({ id }) => id)
}

/** Returns whether an account is the only one of the given administrators. */
export function isOnly(administrators: readonly string[], userId: string): boolean {
  return administrators.length === 1 && administrators[0] === userId
}

function selectAdministrators(db: Db | Transaction) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt), isNotNull(users.verifiedAt)))
    .orderBy(users.id)
}
