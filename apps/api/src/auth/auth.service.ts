import { signupRequestSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import type { RecordSecurityEvent, SecurityAction } from '../audit/security-events.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { visitorDomain } from '../db/schema/visitors.ts'
import { accountDisabled, HttpError, invalid, wrongPair } from '../platform/http/http-error.ts'
import type { Background } from '../platform/process/background.ts'
import { newId } from '../platform/process/ids.ts'
import type { SecretBox } from '../platform/process/secret-box.ts'
import { parseInput } from '../platform/request/parse-input.ts'
import type { Language } from '../languages/say.ts'
import { queueWritten } from '../mail/outbox.store.ts'
import {
  accountRule,
  addressRule,
  clearAttempts,
  countAttempt,
  countHourly,
  deviceRule,
  pairRule,
  refuseLocked,
} from '../limits/attempts.store.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import {
  type AccountReader,
  confirmationMail,
  existingAccountMail,
  lastConfirmationMail,
  type LinkTokens,
} from './auth.mails.ts'
import type { HashingLimiter } from './hashing-limiter.ts'
import { findKnownDevice } from './known-devices.store.ts'
import {
  issueOneTimeToken,
  type LinkBrowser,
  type LinkKind,
  type NewLink,
  redeemOneTimeToken,
  requireBrowser,
  revokeLinks,
  usedLink,
} from './one-time-token.store.ts'
import { checkPassword } from './password-policy.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Account } from '../platform/http/principal.ts'
import type { SessionRules } from './session.store.ts'

const hourMs = 3_600_000

/** Dependencies of signing in and up. */
export interface AuthServices {
  db: Db
  hashing: HashingLimiter
  /** Encrypts secrets of authenticator apps. */
  secretBox: SecretBox
  sessionRules: SessionRules
  background: Background
  recordEvent: RecordSecurityEvent
  now: () => Date
  /** Base URL of links in emails. */
  siteUrl: () => URL
  /** Name of the product in e-mails. */
  brandName: string
  /** True when an account must be confirmed by email. */
  signupConfirmation: boolean
  /** From one address. */
  signupsPerHour: number
  /** From one address. */
  resetsPerHour: number
}

/** Typed credentials, and the address of the request. */
export interface Credentials {
  email: string
  password: string
  clientAddress: string
  /** Token of the browser's device cookie. */
  deviceToken?: string | undefined
}

/** A person who has just shown their password, or opened a link that was sent to them. */
export interface VerifiedUser extends Account {
  /** Hash of the password at that moment. */
  passwordHash: string
}

/**
 * The person whom a right pair belongs to. Whether the account exists shows neither in the words nor in the time.
 *
 * @param action the security event that a refusal is recorded as
 * @throws {HttpError} 401 for a wrong pair, 429 after too many of them, 403 for an unconfirmed or disabled account
 */
export function checkCredentials(
  services: AuthServices,
  credentials: Credentials,
  action: SecurityAction = 'sign_in',
): Promise<VerifiedUser> {
  // Looked up, verified and counted in one slot of the limiter, so that requests sent at once cannot outrun the count.
  return services.hashing.run(senderOf(credentials), () => verifyCounted(services, credentials, action))
}

async function verifyCounted(
  { db, now, recordEvent }: AuthServices,
  credentials: Credentials,
  action: SecurityAction,
): Promise<VerifiedUser> {
  const email = normalisedEmail(credentials.email)
  const address = countedAddress(credentials.clientAddress)
  const pair = { rule: pairRule, subject: `${email} ${address}` }
  const account = { rule: accountRule, subject: email }
  const device = await findKnownDevice(db, email, credentials.deviceToken)
  // A browser of the owner is counted by itself: guesses of others neither lock it nor does it spend their budgets.
  const own = device === undefined ? [pair, account] : [{ rule: deviceRule, subject: `${email} ${device}` }]
  const counters = device === undefined ? [...own, { rule: addressRule, subject: address }] : own
  await refuseLocked(db, counters, now())
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const matches = await verifyPassword(user?.passwordHash, credentials.password)
  if (!matches || user === undefined) {
    const accountId = user?.id ?? null
    recordEvent({ action, outcome: 'failure', accountId })
    const locked = await countAttempt(db, counters, now())
    if (locked.length > 0) recordEvent({ action: 'lock', accountId })
    throw wrongPair()
  }
  for (const counter of own) await clearAttempts(db, counter)
  if (user.disabledAt !== null) {
    recordEvent({ action, outcome: 'failure', accountId: user.id })
    throw accountDisabled()
  }
  if (user.verifiedAt === null) {
    recordEvent({ action, outcome: 'failure', accountId: user.id })
    throw new HttpError('forbidden', 'Please confirm your email address first, by the link that we sent you.')
  }
  return { id: user.id, email: user.email, role: user.role, passwordHash: user.passwordHash }
}

/** Key by which checks and hashes of passwords take turns. One customer may have all networks of a /48. */
export function senderOf({ clientAddress }: Pick<Credentials, 'clientAddress'>): string {
  return countedAddress(clientAddress, 48)
}

/**
 * Confirms a sensitive action of a signed-in person by their password; wrong ones count like those of sign-ins.
 *
 * @throws {HttpError} 403 for a wrong password: the person stays signed in, so not 401; 429 after too many
 */
export async function confirmPassword(services: AuthServices, credentials: Credentials): Promise<void> {
  try {
    await checkCredentials(services, credentials, 'password_check')
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'invalid_credentials') throw error
    throw new HttpError('forbidden', 'This is not your password.')
  }
}

/** The credentials of a sign-up. */
export interface NewAccount extends Credentials {
  /** Language of the e-mails about it. */
  language: Language
  /** Token of the cookie that binds links in these e-mails to the browser. @default they are bound to none */
  browserToken?: string | undefined
}

/** Result of {@link signUp}: the person to sign in, or null when an e-mail describes the next step. */
export interface SignupOutcome {
  user: VerifiedUser | null
  /** False when the address had an account already. Never part of a response. */
  isNew: boolean
}

/**
 * Creates an account; every route that signs people up calls it, so that every sign-up passes the same checks. The
 * response must be the same for an address that has an account: its owner gets an e-mail instead, and a caller with
 * the right password is signed in. Nothing of an existing account changes: the password of a sign-up that is not
 * confirmed yet belongs to its own link.
 *
 * @throws {HttpError} 422 for a malformed address or one of a reserved domain, or for a password of the wrong length or one that is easy to guess;
 * 429 for too many sign-ups from one address
 */
export async function signUp(services: AuthServices, given: NewAccount): Promise<SignupOutcome> {
  const { email: typed, password } = parseInput(signupRequestSchema, given, given.language)
  const credentials = { ...given, email: normalisedEmail(typed), password }
  const { email } = credentials
  if (email.endsWith(visitorDomain)) {
    throw invalid([{ path: 'email', message: 'Enter an email address that can receive messages.' }])
  }
  const sender = senderOf(credentials)
  const problem = await checkPassword(password, email, sender)
  if (problem !== undefined) throw invalid([{ path: 'password', message: problem }])
  await countSignup(services, credentials.clientAddress)

  const { db, hashing, now, signupConfirmation } = services
  const passwordHash = await hashing.run(sender, () => hashPassword(password))
  const id = newId()
  const inserted = await db
    .insert(users)
    .values({ id, email, passwordHash, verifiedAt: signupConfirmation ? null : now() })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (inserted.length === 0) return signUpAgain(services, credentials, passwordHash)
  services.recordEvent({ action: 'sign_up', accountId: id })
  if (!signupConfirmation) return { user: { id, email, role: null, passwordHash }, isNew: true }
  mailConfirmation(services, { id, email, language: credentials.language }, { ...given, passwordHash })
  return { user: null, isNew: true }
}

async function signUpAgain(
  services: AuthServices,
  credentials: NewAccount,
  passwordHash: string,
): Promise<SignupOutcome> {
  const { db, background, siteUrl, signupConfirmation, now } = services
  const { language, browserToken } = credentials
  const [existing] = await db.select().from(users).where(eq(users.email, credentials.email))
  services.recordEvent({ action: 'sign_up', outcome: 'failure', accountId: existing?.id ?? null })
  if (existing !== undefined && existing.verifiedAt === null) {
    mailConfirmation(services, { ...existing, language }, { browserToken, passwordHash })
    return { user: null, isNew: false }
  }
  if (!signupConfirmation) {
    try {
      return { user: await checkCredentials(services, credentials), isNew: false }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
    }
  }
  if (existing !== undefined && existing.disabledAt === null) {
    background.run('telling the owner of an account', async () => {
      const mail = { kind: 'existing-account', recipient: existing.email, now: now() } as const
      await queueWritten(db, mail, async () => {
        const tokens = await issueLink(services, { kind: 'magiclink', userId: existing.id, browserToken })
        const link = { siteUrl: siteUrl(), type: 'magiclink', tokens } as const
        return existingAccountMail({ ...existing, language }, link)
      })
    })
  }
  return { user: null, isNew: false }
}

/**
 * Redeems a link from an e-mail; whoever opens it has proved to own the address. A sign-up link confirms the account
 * with the password of its own sign-up and revokes the links of other sign-ups. A recovery link confirms nothing until
 * a password is chosen: the stored one may be a stranger's. A link that signs in must be confirmed in another browser than
 * the one that asked for it: a person who follows a stranger's link would go on in the stranger's account.
 *
 * @returns the person to sign in, with the password hash of this moment: a later change of the password ends the sign-in
 * @throws {HttpError} 401 for a link that is unknown, used, of another kind or expired; 403 for a disabled account; 409
 * with the account's address for a sign-in link that must be confirmed, which is not used up
 */
export async function openLink(
  services: Pick<AuthServices, 'db' | 'now' | 'recordEvent'>,
  kind: LinkKind | undefined,
  secret: string,
  browser: LinkBrowser = {},
): Promise<VerifiedUser> {
  const action = kind === undefined ? 'sign_in' : linkActions[kind]
  try {
    const user = await redeemLink(services, kind, { secret, ...browser })
    // A sign-in is recorded once its session is open: the second step may be missing.
    if (action !== 'sign_in') services.recordEvent({ action, accountId: user.id })
    return user
  } catch (error) {
    // A question for a confirmation is no failure: the link stays usable.
    if (error instanceof HttpError && error.code !== 'conflict')
      services.recordEvent({ action, outcome: 'failure', accountId: null })
    throw error
  }
}

/** Security events of opened links. */
const linkActions = {
  signup: 'confirmation',
  recovery: 'reset_link',
  magiclink: 'sign_in',
  login: 'sign_in',
} as const

async function redeemLink(
  { db, now }: Pick<AuthServices, 'db' | 'now'>,
  kind: LinkKind | undefined,
  { secret, ...browser }: LinkBrowser & { secret: string },
): Promise<VerifiedUser> {
  return db.transaction(async (tx) => {
    if (kind !== undefined) await requireBrowser(tx, { kind, secret, now: now(), ...browser })
    const link = kind && (await redeemOneTimeToken(tx, { kind, secret, now: now() }))
    if (link === undefined) throw usedLink()
    const [user] = await tx.select().from(users).where(eq(users.id, link.userId)).for('update')
    if (user === undefined) throw usedLink()
    if (user.disabledAt !== null) throw accountDisabled()
    let { passwordHash } = user
    if (kind === 'signup') {
      if (user.verifiedAt !== null) throw usedLink()
      passwordHash = link.passwordHash ?? passwordHash
      await tx
        .update(users)
        .set({ verifiedAt: now(), updatedAt: now(), passwordHash })
        .where(eq(users.id, user.id))
      await revokeLinks(tx, user.id)
    }
    return { id: user.id, email: user.email, role: user.role, passwordHash }
  })
}

/** Life of a sign-in link in ms. */
export const loginLinkMs = 10 * 60_000

/** Life of a sign-up link in ms. */
export const signupLinkMs = 24 * hourMs

const linkLives: Record<LinkKind, number> = {
  signup: signupLinkMs,
  recovery: hourMs,
  magiclink: hourMs,
  login: loginLinkMs,
}

/** Creates the secret of a link. Earlier links of the same kind are revoked, except those of sign-ups and sign-ins. */
export async function issueLink(
  { db, now }: { db: Db | Transaction; now: () => Date },
  link: Pick<NewLink, 'kind' | 'userId' | 'passwordHash' | 'browserToken'>,
): Promise<LinkTokens> {
  return issueOneTimeToken(db, { ...link, now: now(), lifeMs: linkLives[link.kind] })
}

function mailConfirmation(
  services: AuthServices,
  reader: AccountReader,
  { passwordHash, browserToken }: { passwordHash: string; browserToken?: string | undefined },
): void {
  const signedUpAt = services.now()
  services.background.run('asking for a confirmation', async () => {
    const mail = { kind: 'confirmation', recipient: reader.email, now: signedUpAt } as const
    await queueWritten(services.db, mail, async (isLast) => {
      if (isLast) {
        // Strangers may have caused all e-mails before: the owner must be able to confirm whosever sign-up it was.
        const tokens = await issueLink(services, { kind: 'recovery', userId: reader.id })
        return lastConfirmationMail(reader, { siteUrl: services.siteUrl(), type: 'recovery', tokens })
      }
      const tokens = await issueLink(services, {
        kind: 'signup',
        userId: reader.id,
        passwordHash,
        browserToken,
      })
      const link = { siteUrl: services.siteUrl(), type: 'signup', tokens } as const
      return confirmationMail(reader, link, signedUpAt)
    })
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
