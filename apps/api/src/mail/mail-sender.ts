import type { Logger } from 'pino'
import type { Clock } from '../platform/process/clock.ts'
import type { Db } from '../db/database.ts'
import { claimMails, markRefused, markSent, type QueuedMail } from './outbox.store.ts'
import { MailRefused, type MailTransport } from './smtp.ts'

/** Sends what is in the outbox, apart from every request. */
export interface MailSender {
  /** Lets the e-mails under way go out, and sends no more. */
  stop: () => Promise<void>
}

/** Options of a sender. */
export interface MailSenderOptions {
  db: Db
  transport: MailTransport
  log: Logger
  clock: Clock
  /** Called with the id of each e-mail that was sent, or given up. @default nothing */
  onEnded?: (mailId: string, isSent: boolean) => Promise<void>
}

const minuteMs = 60_000
const lookEveryMs = 2000
const atOnce = 10
/** Time in ms for running deliveries when the server stops; aborted ones are retried later. */
const patienceMs = 5000

/** The pauses between tries: together about two days, as long as mail servers try. */
const retryAfterMs = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * minuteMs)

/**
 * Looks into the outbox every two seconds and sends what is due. What is refused for a time is tried again later and
 * later, what is refused for good is given up. Any number of instances may run one: each takes its own e-mails.
 */
export function startMailSender({ db, transport, log, clock, onEnded }: MailSenderOptions): MailSender {
  let stopped = false
  let cancel = clock.after(0, look)
  let working: Promise<void> = Promise.resolve()

  function look(): void {
    working = lookOnce()
  }

  async function lookOnce(): Promise<void> {
    try {
      await sendDue()
    } catch (error) {
      log.warn({ error }, 'the outbox could not be read')
    }
    if (!stopped) cancel = clock.after(lookEveryMs, look)
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      const mails = stopped ? [] : await claimMails(db, new Date(clock.now()), atOnce)
      if (mails.length === 0) return
      await Promise.all(mails.map(send))
    }
  }

  async function send(mail: QueuedMail): Promise<void> {
    try {
      await transport.send(mail)
    } catch (error) {
      await refused(mail, error)
      return
    }
    await markSent(db, mail.id, new Date(clock.now()))
    await onEnded?.(mail.id, true)
  }

  async function refused({ id, attempts }: QueuedMail, error: unknown): Promise<void> {
    const pause = error instanceof MailRefused ? undefined : retryAfterMs[attempts - 1]
    const dueAt = pause === undefined ? null : new Date(clock.now() + pause)
    const reason = error instanceof Error ? error.message : String(error)
    // The SMTP response may contain personal data: it is stored with the email, not logged.
    if (dueAt === null) log.error({ mail: id, attempts }, 'an e-mail was given up')
    else log.warn({ mail: id, attempts }, 'an e-mail was not sent')
    await markRefused(db, id, { error: reason, dueAt })
    if (dueAt === null) await onEnded?.(id, false)
  }

  return {
    async stop() {
      stopped = true
      cancel()
      const { promise: patienceIsOver, resolve } = Promise.withResolvers<void>()
      const calm = clock.after(patienceMs, resolve)
      await Promise.race([working, patienceIsOver])
      calm()
      transport.close()
    },
  }
}
