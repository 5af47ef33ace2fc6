import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { countHourly } from '../limits/attempts.store.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import type { Db } from '../db/database.ts'
import { contactMessages } from '../db/schema/contact.ts'
import { type Mail, queueMail } from '../mail/outbox.store.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { newId } from '../platform/process/ids.ts'

/** Dependencies of the contact form. */
export interface ContactOptions {
  db: Db
  now: () => Date
  /** Recipient of the messages. */
  recipient: string
  /** From one address. */
  messagesPerHour: number
}

/** Serves POST /api/contact: a message is stored, and sent to whoever reads them. */
export function mountContact(app: Hono<AppEnv>, options: ContactOptions): void {
  const { db, now, recipient, messagesPerHour } = options
  serve(app, routes.contact, async (c, { body, user }) => {
    const { name, email, message, website = '' } = body
    const subject = countedAddress(c.get('clientAddress'))
    await countHourly(db, { name: 'contact', limit: messagesPerHour, subject }, now())
    // A bot fills in every field. It gets a success response, so that it tries no other way.
    if (website.trim() !== '') return { ok: true }
    await db.transaction(async (tx) => {
      const row = { id: newId(), userId: user?.id ?? null, name, email, message, createdAt: now() }
      await tx.insert(contactMessages).values(row)
      await queueMail(tx, {
        ...contactMail(recipient, { name, email, message }),
        kind: 'contact',
        userId: row.userId,
      })
    })
    return { ok: true }
  })
}

function contactMail(
  recipient: string,
  { name, email, message }: Record<'name' | 'email' | 'message', string>,
): Mail {
  // A subject is one line, whatever stands in the name.
  const oneLine = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return {
    recipient,
    replyTo: email,
    subject: `Message from ${oneLine}`,
    body: `${oneLine} <${email}> wrote:\n\n${message}\n`,
  }
}
