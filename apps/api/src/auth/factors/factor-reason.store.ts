import type { FactorReason } from '@org/api-client/contract'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/auth.ts'
import { factorReason, type FactorRules } from './factor-rules.ts'

/**
 * SQL condition on `users`: true for a member of an organisation that requires a second factor. An account with several
 * organisations has one sign-in for all of them: one is enough.
 */
export const organisationRequiresFactor = sql<boolean>`exists (
  select 1 from organisation_members as requiring where requiring.account_id = users.id
    and (select requires_second_factor from organisations where organisations.id = requiring.organisation_id))`

/** Returns why an account must have a second factor; undefined where it need not. */
export async function readFactorReason(
  db: Db,
  userId: string,
  rules: FactorRules,
): Promise<FactorReason | undefined> {
  const { role, isDemonstration } = users
  const [account] = await db
    .select({ role, isDemonstration, organisationRequiresFactor })
    .from(users)
    .where(eq(users.id, userId))
  return account && factorReason(account, rules)
}
