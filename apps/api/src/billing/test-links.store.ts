import { and, eq, gt, isNull } from 'drizzle-orm'
import { newToken, tokenHash } from '../auth/tokens.ts'
import type { Db } from '../db/database.ts'
import { testBillingLinks } from '../db/schema/billing.ts'

/** An address of the test checkout or its portal. */
export type TestLink = typeof testBillingLinks.$inferSelect

const lifeMs = 3_600_000

/** Makes the secret of an address, good for an hour. */
export async function createLink(
  db: Db,
  link: Pick<TestLink, 'userId' | 'kind' | 'priceId'>,
  now: Date,
): Promise<string> {
  const secret = newToken()
  const expiresAt = new Date(now.getTime() + lifeMs)
  await db.insert(testBillingLinks).values({ ...link, secretHash: tokenHash(secret), expiresAt })
  return secret
}

/** Finds a link that has not expired. */
export async function findLink(
  db: Db,
  kind: TestLink['kind'],
  secret: string,
  now: Date,
): Promise<TestLink | undefined> {
  const [row] = await db
    .select()
    .from(testBillingLinks)
    .where(
      and(
        eq(testBillingLinks.secretHash, tokenHash(secret)),
        eq(testBillingLinks.kind, kind),
        gt(testBillingLinks.expiresAt, now),
      ),
    )
  return row
}

/** Takes a checkout's one payment; false when it was paid before. */
export async function redeemLink(db: Db, { secretHash }: TestLink, now: Date): Promise<boolean> {
  const rows = await db
    .update(testBillingLinks)
    .set({ usedAt: now })
    .where(and(eq(testBillingLinks.secretHash, secretHash), isNull(testBillingLinks.usedAt)))
    .returning({ secretHash: testBillingLinks.secretHash })
  return rows.length > 0
}
