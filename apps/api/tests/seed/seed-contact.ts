import type { Db } from '../../src/db/database.ts'
import { contactMessages } from '../../src/db/schema/contact.ts'
import { widgetSignups } from '../../src/db/schema/embed.ts'
import { handovers } from '../../src/db/schema/handover.ts'
import { queueMail } from '../../src/mail/outbox.store.ts'
import { newId } from '../../src/platform/process/ids.ts'
import type { Writer } from './writer.ts'

/** Contact messages, e-mails, sign-ups in widgets and hand-overs. */
export async function seedContact(db: Db, { userId, email, of, now }: Writer): Promise<void> {
  const written = { name: of('name'), message: of('message'), createdAt: now }
  // Signed in with another address in the form, and as a visitor with the account's.
  await db.insert(contactMessages).values([
    { id: newId(), userId, email: of('other@example.com'), ...written },
    { id: newId(), userId: null, email: email.toUpperCase(), ...written },
  ])
  const copy = { recipient: 'us@example.com', subject: of('name'), body: of('message') }
  await queueMail(db, { ...copy, replyTo: of('other@example.com'), userId })
  await queueMail(db, { ...copy, replyTo: email })
  await queueMail(db, { recipient: email, subject: 'Sign in', body: of('link') })
  await db.insert(widgetSignups).values({ id: newId(), email, embedId: null, createdAt: now })
  await seedHandovers(db, { userId, email, of, now })
}

/** Requests of the account, of a visitor with its address, and of a visitor of its widget. */
async function seedHandovers(db: Db, { userId, email, of, now }: Writer): Promise<void> {
  const request = () => ({
    id: newId(),
    requestId: newId(),
    reference: of(newId()),
    language: 'en',
    createdAt: now,
  })
  const written = { name: of('name'), message: of('message'), transcript: [] }
  await db.insert(handovers).values([
    {
      ...request(),
      ...written,
      userId,
      email: of('other@example.com'),
      transcript: [{ role: 'user', text: of('handed-over') }],
    },
    { ...request(), ...written, email: email.toUpperCase() },
    { ...request(), clientId: userId, name: of('visitor'), email: '', message: '', transcript: [] },
  ])
}
