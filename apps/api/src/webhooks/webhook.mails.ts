import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { say } from '../languages/say.ts'
import { readMailLanguages } from '../mail/mail-language.store.ts'
import { queueMail } from '../mail/outbox.store.ts'
import type { EndpointRow } from './endpoints.store.ts'
import { shownAddress } from './events/shown-address.ts'
import { ownsOrganisation } from '../organisations/organisations.store.ts'

/**
 * Mails the owner of an endpoint that it was disabled: the owners of its client, or of the administrators the one who has created it. All
 * administrators get it where that one is none any more.
 */
export async function mailDisabled(
  tx: Transaction,
  { clientId, createdBy, url }: EndpointRow,
  { siteUrl, at }: { siteUrl: URL; at: Date },
): Promise<void> {
  const read = (who: SQL | undefined) =>
    tx
      .select({ id: users.id, email: users.email, role: users.role })
      .from(users)
      .where(and(who, isNull(users.disabledAt)))
  const owners =
    clientId !== null
      ? await read(ownsOrganisation(tx, clientId))
      : createdBy === null
        ? []
        : await read(eq(users.id, createdBy))
  const isOwned = clientId !== null || owners.some(({ role }) => role === 'admin')
  const readers = isOwned ? owners : await read(eq(users.role, 'admin'))
  const languageOf = await readMailLanguages(
    tx,
    readers.map(({ id }) => id),
  )
  const page = new URL('/admin/webhooks', siteUrl).href
  for (const { id, email } of readers) {
    const t = (sentence: string, ...values: unknown[]) => say(languageOf(id), sentence, ...values)
    const paragraphs = [
      t(
        'The webhook {0} accepted no event for days. It was disabled, and gets no further events.',
        shownAddress(url),
      ),
      t('Look at its deliveries, and activate it again when it works: {0}', page),
    ]
    const mail = {
      recipient: email,
      userId: id,
      subject: t('A webhook was disabled'),
      kind: 'alert',
    } as const
    await queueMail(tx, { ...mail, body: `${paragraphs.join('\n\n')}\n` }, at)
  }
}
