import { inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { reportPreferences } from '../db/schema/operations.ts'
import type { Language } from '../languages/say.ts'

/** Reads the language of e-mails that no request asks for: the chosen one, else that of the account's last dashboard. */
export async function readMailLanguages(
  db: Db | Transaction,
  userIds: string[],
): Promise<(userId: string) => Language> {
  if (userIds.length === 0) return () => 'en'
  const rows = await db.select().from(reportPreferences).where(inArray(reportPreferences.userId, userIds))
  const known = new Map(rows.map(({ userId, language, seenLanguage }) => [userId, language ?? seenLanguage]))
  return (userId) => known.get(userId) ?? 'en'
}

/** Notes the language in which an account reads its dashboard. Writes only where it is another than before. */
export async function noteReaderLanguage(db: Db, userId: string, language: Language): Promise<void> {
  await db
    .insert(reportPreferences)
    .values({ userId, seenLanguage: language })
    .onConflictDoUpdate({
      target: reportPreferences.userId,
      set: { seenLanguage: language },
      setWhere: sql`${reportPreferences.seenLanguage} is distinct from excluded.seen_language and ${isNull(reportPreferences.language)}`,
    })
}
