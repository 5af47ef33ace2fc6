import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { HttpError, invalid, wrongPair } from '../platform/http-error.ts'
import type { Background } from '../platform/background.ts'
import { newId } from '../platform/ids.ts'
import type { Language } from '../languages/say.ts'
import { queueMail } from '../mail/outbox.store.ts'
import {
  accountRule,
  addressRule,
  clearAttempts,
  countAttempt,
  countedAddress,
  countHourly,
  pairRule,
  refuseLocked,
} from './attempts.store.ts'
import { confirmationMail, existingAccountMail, type LinkTokens, type Reader } from './auth.mails.ts'
import type { HashingLimiter } from './hashing-limiter.ts'
import { issueOneTimeToken, type LinkKind, redeemOneTimeToken, revokeLinks } from './one-time-token.store.ts'
import { passwordProblem } from './password-policy.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { SessionUser } from '../platform/principal.ts'

const hourMs = 3_600_000

/** What signing in and up rest on. */
export interface AuthServices {
  db: Db
  gate: HashingLimiter
  background: Background
  now: () => Date
  /** What links in e-mails start with. */
  siteUrl: () => URL
  /** Whether an account must be confirmed by e-mail. */
  signupConfirmation: boolean
  /** From one address. */
  signupsPerHour: number
  /** From one address. */
  resetsPerHour: number
}

/** What a person typed, and where from. */
export interface Credentials {
  email: string
  password: string
  clientAddress: string
}

/** A person who has just shown their password. */
export interface VerifiedUser extends SessionUser {
  /** What it was compared with. */
  passwordHash: string
}

/**
 * The person whom a right pair belongs to. Whether the account exists shows neither in the words nor in the time.
 *
 * @throws {HttpError} 401 for a wrong pair, 429 after too many of them, 403 for an unconfirmed account
 */
export function checkCredentials(services: AuthServices, credentials: Credentials): Promise<VerifiedUser> {
  // Looked up, verified and counted in one turn of the gate, so that requests sent at once cannot outrun the count.
  return services.gate.run(() => verifyCounted(services, credentials))
}

async function verifyCounted({ db, now }: AuthServices, credentials: Credentials): Promise<VerifiedUser> {
  const email = normalisedEmail(credentials.email)
  const address = countedAddress(credentials.clientAddress)
  const pair = { rule: pairRule, subject: `${email} ${address}` }
  const account = { rule: accountRule, subject: email }
  const counters = [pair, account, { rule: addressRule, subject: address }]
  await refuseLocked(db, counters, now())
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const matches = await verifyPassword(user?.passwordHash, credentials.password)
  if (!matches || user === undefined || user.disabledAt !== null) {
    await countAttempt(db, counters, now())
    throw wrongPair()
  }
  await clearAttempts(db, pair)
  await clearAttempts(db, account)
  if (user.verifiedAt === null) {
    throw new HttpError('forbidden', 'Please confirm your email address first, by the link that we sent you.')
  }
  return { id: user.id, email: user.email, role: user.role, passwordHash: user.passwordHash }
}

/** What a sign-up is made with. */
export interface NewAccount extends Credentials {
  /** Of the e-mails about it. */
  language: Language
}

/** How a sign-up went: `user` is signed in, otherwise an e-mail tells its reader what to do. */
export type SignupOutcome = { user: VerifiedUser } | { user: null }

/**
 * Makes an account. For an address that has one already the answer must not say so: its owner is told by e-mail,
 * and whoever knows its password is simply signed in.
 *
 * @throws {HttpError} 422 for a password that anybody would guess, 429 for too many sign-ups from one address
 */
export async function signUp(services: AuthServices, credentials: NewAccount): Promise<SignupOutcome> {
  const email = normalisedEmail(credentials.email)
  const problem = passwordProblem(credentials.password, email)
  if (problem !== undefined) throw invalid([{ path: 'password', message: problem }])
  await countSignup(services, credentials.clientAddress)

  const { db, gate, now, signupConfirmation } = services
  const passwordHash = await gate.run(() => hashPassword(credentials.password))
  const id = newId()
  const inserted = await db
    .insert(users)
    .values({ id, email, passwordHash, verifiedAt: signupConfirmation ? null : now() })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (inserted.length > 0) {
    if (!signupConfirmation) return { user: { id, email, role: null, passwordHash } }
    mailConfirmation(services, { id, email, language: credentials.language })
    return { user: null }
  }
  return signUpAgain(services, { ...credentials, email }, passwordHash)
}

async function signUpAgain(
  services: AuthServices,
  credentials: NewAccount,
  passwordHash: string,
): Promise<SignupOutcome> {
  const { db, background, siteUrl, signupConfirmation } = services
  const { language } = credentials
  const [existing] = await db.select().from(users).where(eq(users.email, credentials.email))
  if (existing !== undefined && existing.verifiedAt === null) {
    // Nobody has proved to own the address yet: the newest password counts, and only its link.
    await db.update(users).set({ passwordHash, updatedAt: services.now() }).where(eq(users.id, existing.id))
    await revokeLinks(db, existing.id)
    mailConfirmation(services, { ...existing, language })
    return { user: null }
  }
  if (!signupConfirmation) {
    try {
      return { user: await checkCredentials(services, credentials) }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
    }
  }
  if (existing !== undefined && existing.disabledAt === null) {
    background.run('telling the owner of an account', async () => {
      const tokens = await issueLink(services, 'magiclink', existing.id)
      const link = { siteUrl: siteUrl(), type: 'magiclink', tokens } as const
      await queueMail(db, existingAccountMail({ email: existing.email, language }, link))
    })
  }
  return { user: null }
}

/**
 * The person whom a link in an e-mail belongs to; who opens it has proved to own the address. It works once.
 *
 * @throws {HttpError} 401 for a link that is unknown, used, of another kind or run out
 */
export async function openLink(
  services: AuthServices,
  kind: LinkKind | undefined,
  secret: string,
): Promise<SessionUser> {
  const { db, now } = services
  const userId = kind && (await redeemOneTimeToken(db, { kind, secret, now: now() }))
  if (userId === undefined) throw usedLink()
  const [user] = await db
    .update(users)
    .set({ verifiedAt: sql`coalesce(${users.verifiedAt}, ${now().toISOString()}::timestamptz)` })
    .where(eq(users.id, userId))
    .returning({ id: users.id, email: users.email, role: users.role, disabledAt: users.disabledAt })
  if (user === undefined || user.disabledAt !== null) throw usedLink()
  return { id: user.id, email: user.email, role: user.role }
}

function usedLink(): HttpError {
  return new HttpError('invalid_credentials', 'This link has been used or has run out.')
}

const linkHours: Record<LinkKind, number> = { signup: 24, recovery: 1, magiclink: 1 }

/** Makes the secret of a link; one of the same kind that was sent before works no longer. */
export async function issueLink(
  { db, now }: AuthServices,
  kind: LinkKind,
  userId: string,
): Promise<LinkTokens> {
  return issueOneTimeToken(db, { kind, userId, now: now(), lifeMs: linkHours[kind] * hourMs })
}

function mailConfirmation(services: AuthServices, reader: Reader & { id: string }): void {
  services.background.run('asking for a confirmation', async () => {
    const tokens = await issueLink(services, 'signup', reader.id)
    const link = { siteUrl: services.siteUrl(), type: 'signup', tokens } as const
    await queueMail(services.db, confirmationMail(reader, link))
  })
}

async function countSignup({ db, now, signupsPerHour }: AuthServices, clientAddress: string): Promise<void> {
  const subject = countedAddress(clientAddress)
  await countHourly(db, { name: 'signup', limit: signupsPerHour, subject }, now())
}

/** An address as it is stored and compared. */
export function normalisedEmail(email: string): string {
  return email.trim().toLowerCase()
}
