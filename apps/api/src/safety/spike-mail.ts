import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { queueMail } from '../mail/outbox.store.ts'
import { hadSpike, type SafetySpike } from './safety-counts.store.ts'

/** Mails every administrator about a spike; at most once a day for each category. */
export async function mailSpike(tx: Transaction, spike: SafetySpike, siteUrl: URL): Promise<void> {
  if (await hadSpike(tx, spike)) return
  const { category, count, usual, hour } = spike
  const administrators = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
  const body = [
    `The safety stage found ${count} messages of the category "${category.replaceAll('_', ' ')}" in the hour from ${hour.toISOString()}.`,
    `Usual is ${usual.toFixed(1)} an hour.`,
    `Look at the counts: ${new URL('/admin/safety', siteUrl).href}`,
    'You get at most one e-mail a day about each category. It contains no words of any person.',
  ].join('\n\n')
  for (const { id, email } of administrators) {
    await queueMail(tx, {
      recipient: email,
      subject: 'Far more safety notices than usual',
      body,
      kind: 'safety-spike',
      userId: id,
    })
  }
}
