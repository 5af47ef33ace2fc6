import { eq, inArray, like, sql } from 'drizzle-orm'
import { rebuildRollups } from '../analytics/analytics.partitions.ts'
import { storeSecurityEvents } from '../audit/security-events.ts'
import type { Db, Transaction } from '../db/database.ts'
import { entitlements } from '../db/schema/admin.ts'
import { outbox, users } from '../db/schema/auth.ts'
import { subscriptions } from '../db/schema/billing.ts'
import { configurators, widgetSignups } from '../db/schema/embed.ts'
import { articles, products } from '../db/schema/knowledge.ts'
import { StartError } from '../platform/process/start-error.ts'

/** Number of demonstration rows of each kind. */
export interface DemonstrationRows {
  accounts: number
  widgets: number
  articles: number
  products: number
  /** Subscriptions bought in the test checkout, by any account. */
  testSubscriptions: number
}

const isTestSubscription = like(subscriptions.id, String.raw`test\_%`)

/** Counts the rows that {@link removeDemonstration} removes; samples of the statistics are not counted. */
export async function countDemonstration(db: Db): Promise<DemonstrationRows> {
  return {
    accounts: await db.$count(users, eq(users.isDemonstration, true)),
    widgets: await db.$count(configurators, eq(configurators.isDemonstration, true)),
    articles: await db.$count(articles, eq(articles.isDemonstration, true)),
    products: await db.$count(products, eq(products.isDemonstration, true)),
    testSubscriptions: await db.$count(subscriptions, isTestSubscription),
  }
}

/**
 * Ends the start of a server that is not a demonstration while demonstration rows exist: the password of the
 * demonstration's administrator is public.
 *
 * @throws {StartError} names the rows and the command that removes them
 */
export async function refuseDemonstrationRows(db: Db): Promise<void> {
  const rows = await countDemonstration(db)
  if (Object.values(rows).every((count) => count === 0)) return
  throw new StartError(
    `The database holds demonstration data (${describeDemonstration(rows)}), and the password of the demonstration accounts is public. ` +
      'Remove it with: node apps/api/dist/cli/admin.js remove-demonstration. Or use another DATA_DIR or DATABASE_URL.',
  )
}

/** Formats the counts for an operator: "3 accounts, 2 widgets". */
export function describeDemonstration(rows: DemonstrationRows): string {
  const parts = [
    { count: rows.accounts, noun: 'account' },
    { count: rows.widgets, noun: 'widget' },
    { count: rows.articles, noun: 'article' },
    { count: rows.products, noun: 'product' },
    { count: rows.testSubscriptions, noun: 'test subscription' },
  ].filter(({ count }) => count > 0)
  return parts.length === 0
    ? 'nothing'
    : parts.map(({ count, noun }) => `${count} ${noun}${count === 1 ? '' : 's'}`).join(', ')
}

/**
 * Removes the demonstration accounts with everything they own, the demonstration's widgets and content, test
 * subscriptions, and the samples in the statistics, whose roll-ups are rebuilt. Other rows stay.
 *
 * @returns the number of rows removed
 */
export async function removeDemonstration(db: Db): Promise<DemonstrationRows> {
  const removed = await db.transaction(async (tx) => ({
    testSubscriptions: (
      await tx.delete(subscriptions).where(isTestSubscription).returning({ id: subscriptions.id })
    ).length,
    accounts: await removeAccounts(tx),
    widgets: (
      await tx
        .delete(configurators)
        .where(eq(configurators.isDemonstration, true))
        .returning({ id: configurators.id })
    ).length,
    ...(await removeContent(tx)),
  }))
  await removeSampleEvents(db)
  await storeSecurityEvents(db, [{ action: 'demonstration_removal', accountId: null }], new Date())
  return removed
}

async function removeAccounts(tx: Transaction): Promise<number> {
  const removed = await tx
    .delete(users)
    .where(eq(users.isDemonstration, true))
    .returning({ email: users.email })
  const emails = removed.map(({ email }) => email)
  if (emails.length === 0) return 0
  await tx.delete(widgetSignups).where(inArray(widgetSignups.email, emails))
  await tx.delete(entitlements).where(inArray(entitlements.email, emails))
  await tx.delete(outbox).where(inArray(outbox.recipient, emails))
  return emails.length
}

async function removeContent(tx: Transaction): Promise<Pick<DemonstrationRows, 'articles' | 'products'>> {
  const removedArticles = await tx
    .delete(articles)
    .where(eq(articles.isDemonstration, true))
    .returning({ id: articles.id })
  const removedProducts = await tx
    .delete(products)
    .where(eq(products.isDemonstration, true))
    .returning({ pk: products.pk })
  return { articles: removedArticles.length, products: removedProducts.length }
}

async function removeSampleEvents(db: Db): Promise<void> {
  const { rows } = await db.execute<{ from: string | null; to: string | null }>(sql`
    with removed as (delete from analytics_events where is_sample returning at)
    select min((at at time zone 'UTC')::date)::text as from, max((at at time zone 'UTC')::date)::text as to
    from removed
  `)
  for (const { from, to } of rows) if (from !== null && to !== null) await rebuildRollups(db, from, to)
}
