import type { Db, Transaction } from '../db/database.ts'
import { countWithinHour } from '../limits/attempts.store.ts'

/**
 * E-mails of a kind to one recipient in an hour. Strangers can cause most of them by typing an address, so that the caps
 * protect mailboxes. A recovery link is valid for an hour: its cap never leaves the owner without one. The last
 * confirmation of an hour must carry such a link, because sign-ups of strangers may have caused all earlier ones.
 */
const capsPerHour = {
  confirmation: 5,
  'existing-account': 3,
  recovery: 5,
  'login-link': 5,
  /** Asked for in a browser in which the account has signed in before. */
  'own-login-link': 5,
  'password-changed': 10,
  'new-device': 10,
  'second-factor': 20,
  'account-deleted': 5,
  'account-disabled': 5,
  /** Goes to the operator, from all visitors; what is not sent stays in the list of contact messages. */
  contact: 200,
  alert: 40,
  'weekly-report': 5,
  /** Goes to the receiver that a widget names; the request is tried again in the next hour. */
  handover: 120,
  /** An administrator causes them; each invitation has a limit of its own, too. */
  invitation: 3,
  other: 50,
} as const

/** Kinds of e-mails, each with a cap for one recipient. */
export type MailKind = keyof typeof capsPerHour

/** Kinds that anybody causes by typing an address. All addresses of one mailbox share their cap. */
const strangersCause: ReadonlySet<MailKind> = new Set(['confirmation', 'existing-account'])

/**
 * Caps of the other kinds, by which the variants of one mailbox are limited together. More than one, so that a stranger
 * who knows one account of a person keeps no recovery link from another.
 */
const capsOfVariants = 4

/**
 * Counts an e-mail of a kind to an address.
 *
 * @returns `last` when the address gets no other one in this hour, `none` when it does not even get this one
 */
export async function countMail(
  db: Db | Transaction,
  { kind, recipient, now }: { kind: MailKind; recipient: string; now: Date },
): Promise<'more' | 'last' | 'none'> {
  const address = recipient.trim().toLowerCase()
  const mailbox = mailboxOf(address)
  const cap = capsPerHour[kind]
  const take = (name: string, limit: number, subject: string) =>
    countWithinHour(db, { name: `mail-${name}`, limit, subject }, now)
  if (kind === 'confirmation') {
    // One of the cap is reserved for the mailbox's own address: variants of it must not use up its confirmations.
    const shared = await take(kind, cap - 1, mailbox)
    if (shared > 0) return shared === 1 && address !== mailbox ? 'last' : 'more'
    return address === mailbox && (await take('last-confirmation', 1, mailbox)) > 0 ? 'last' : 'none'
  }
  if (address !== mailbox && !strangersCause.has(kind)) {
    if ((await take(`${kind}-variants`, cap * capsOfVariants, mailbox)) === 0) return 'none'
  }
  const left = await take(kind, cap, strangersCause.has(kind) ? mailbox : address)
  if (left === 0) return 'none'
  return left === 1 ? 'last' : 'more'
}

/** Returns one form for the addresses that lead to one mailbox: without a `+tag`, and at Google without dots. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const tag = local.indexOf('+', 1)
  const name = tag === -1 ? local : local.slice(0, tag)
  const domain = address.slice(at + 1).replace(/^googlemail\.com$/u, 'gmail.com')
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}
