import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { outbox } from '../db/schema/auth.ts'
import { isAccountGone } from '../db/unique-violation.ts'
import { newId } from '../platform/process/ids.ts'
import { countMail, type MailKind } from './mail-caps.ts'

/** An e-mail of plain text. */
export interface Mail {
  /** Id, where the delivery is to be followed; an e-mail with the same id is not queued twice. @default a new one */
  id?: string
  recipient: string
  subject: string
  body: string
  /** Reply-To address. @default the sender */
  replyTo?: string
  /** Decides how many of them one recipient gets. @default 'other' */
  kind?: MailKind
  /** The account that the e-mail is about: the e-mail is deleted with it, and not written after it. @default none */
  userId?: string | null
  /** Address that ends e-mails of its kind by one click (RFC 8058). @default none */
  unsubscribeUrl?: string
  /** Deletes the e-mail once it is sent. @default kept for a day */
  deleteWhenSent?: boolean
}

/** An e-mail in the outbox. */
export type QueuedMail = typeof outbox.$inferSelect

const hourMs = 3_600_000

/** Lease of an attempt in ms, before another instance takes over the email. */
const claimMs = 300_000

/**
 * Puts an e-mail into the outbox. Every e-mail passes here, and so the cap of its kind.
 *
 * @returns false when the recipient has had as many of this kind in this hour, or when the account that the e-mail is
 * about was deleted; nothing is stored then
 */
export async function queueMail(db: Db | Transaction, mail: Mail, now = new Date()): Promise<boolean> {
  const { kind = 'other', recipient } = mail
  return queueWritten(db, { kind, recipient, now }, () => Promise.resolve(mail))
}

/**
 * Like {@link queueMail}, for an e-mail that is expensive to write or revokes an earlier one: written within the cap alone.
 *
 * @param write `isLast` is true when the address gets no other e-mail of this kind in this hour
 */
export async function queueWritten(
  db: Db | Transaction,
  mail: { kind: MailKind; recipient: string; now: Date },
  write: (isLast: boolean) => Promise<Mail>,
): Promise<boolean> {
  const left = await countMail(db, mail)
  if (left === 'none') return false
  try {
    const { kind: _kind, ...row } = await write(left === 'last')
    // The default is the start of the transaction, which may have waited for a lock: the order of e-mails would differ.
    await db
      .insert(outbox)
      .values({ id: newId(), createdAt: sql`clock_timestamp()`, ...row })
      .onConflictDoNothing({ target: outbox.id })
    return true
  } catch (error) {
    // The account was deleted after the request: an e-mail about it would keep the address.
    if (isAccountGone(error)) return false
    throw error
  }
}

/** Takes some e-mails whose time has come; no other instance gets them meanwhile. */
export async function claimMails(db: Db, now: Date, limit: number): Promise<QueuedMail[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(lte(outbox.dueAt, now))
    .orderBy(asc(outbox.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(outbox)
    .set({ dueAt: new Date(now.getTime() + claimMs), attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, due))
    .returning()
}

/** An e-mail has been handed over. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  const isOver = and(eq(outbox.id, id), eq(outbox.deleteWhenSent, true))
  const deleted = await db.delete(outbox).where(isOver).returning({ id: outbox.id })
  if (deleted.length > 0) return
  await db.update(outbox).set({ sentAt: now, dueAt: null, lastError: null }).where(eq(outbox.id, id))
}

/** An e-mail was refused; without `dueAt` it is given up. */
export async function markRefused(
  db: Db,
  id: string,
  { error, dueAt }: { error: string; dueAt: Date | null },
): Promise<void> {
  await db.update(outbox).set({ lastError: error, dueAt }).where(eq(outbox.id, id))
}

/** The newest e-mails. */
export async function listMails(db: Db, limit: number): Promise<QueuedMail[]> {
  return db.select().from(outbox).orderBy(desc(outbox.createdAt), desc(outbox.id)).limit(limit)
}

/** Drops e-mails that were sent more than a day ago, and those that nobody has sent in a week. */
export async function purgeMails(db: Db, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
  await db
    .delete(outbox)
    .where(or(lt(outbox.sentAt, ago(24)), and(isNull(outbox.sentAt), lt(outbox.createdAt, ago(7 * 24)))))
}
