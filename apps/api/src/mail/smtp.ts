import { createTransport } from 'nodemailer'
import type { QueuedMail } from './outbox.store.ts'

/** Hands e-mails over to whoever delivers them. */
export interface MailTransport {
  /**
   * @throws {MailRefused} when the other side will never take it
   * @throws whatever else went wrong: it may go well later
   */
  send: (mail: QueuedMail) => Promise<void>
  close: () => void
}

/** A refusal that another try would not change. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** SMTP server, and sender of emails. */
export interface SmtpLocation {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** `Name <address>` or an address. */
  from: string
}

// Well below the time after which another instance takes an e-mail over.
const timeLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Speaks SMTP, by STARTTLS where the server offers it, over connections that are kept. */
export function createSmtpTransport({ url, from }: SmtpLocation): MailTransport {
  const transport = createTransport(
    { url, pool: true, maxConnections: 3, ...timeLimits, disableFileAccess: true, disableUrlAccess: true },
    { from },
  )
  const domain = /@([^>\s]+)/u.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, recipient, subject, body, replyTo, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          to: { name: '', address: recipient },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          subject,
          text: body,
          // The same at every try, so that a mailbox can detect an email that was delivered twice.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        })
      } catch (error) {
        if (isPermanent(error)) throw new MailRefused(describe(error), { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** Headers by which mail programs unsubscribe with one click (RFC 8058); none for e-mails without that choice. */
export function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

// 5xx is an answer to this e-mail, but not where it is about who we are (RFC 5321, section 4.2.1; 530 and 535, RFC 4954).
function isPermanent(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return code >= 550 && code < 600
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
