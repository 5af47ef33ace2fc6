import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { enforcedOrganisation, holdConnections, isSignedInBy } from '../organisations/enforced-sign-in.ts'
import { accountDisabled, HttpError, loginRequired, wrongPair } from '../platform/http/http-error.ts'
import { newId } from '../platform/process/ids.ts'
import type { Membership, SessionUser, SiteSession } from '../platform/http/principal.ts'
import { organisationRequiresFactor } from './factors/factor-reason.store.ts'
import { type FactorAccount, type FactorRules, lacksFactor } from './factors/factor-rules.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Idle and absolute lifetime of a session. */
export interface SessionLife {
  idleMs: number
  maxMs: number
}

/** Rules of sessions, from the configuration. */
export interface SessionRules extends FactorRules {
  life: SessionLife
  /** Life of the sessions of administrators, except those of a demonstration, whose password is public. */
  staffLife: SessionLife
}

/** Life of sessions that open a single step: a new password, or the second step of a sign-in. */
export const stepMs = 15 * 60_000

/** Age up to which a proof of identity counts for dangerous actions. */
export const proofMs = 10 * 60_000

/** A token to hand to the browser. */
export interface IssuedToken {
  token: string
  expiresAt: Date
}

/** A session's row. */
export type SessionRow = typeof sessions.$inferSelect

/** Purpose of a session, from the schema. */
export type SessionPurpose = (typeof sessions.$inferSelect)['purpose']

/** Times of the proofs that a sign-in has given. */
export interface SignInProof {
  /** Time of the second step; null without one. */
  factorAt: Date | null
  /** Time of the proof by password or second factor; null after a link. */
  provenAt: Date | null
}

/** A session to open. */
export interface NewSession {
  rules: SessionRules
  now: Date
  /** @default a new one */
  token?: string
  /** @default 'site' */
  purpose?: Exclude<SessionPurpose, 'factor'>
  /** User agent of the browser. */
  device?: string | undefined
  /** The hash of the password that opened it: of one that has been changed since it opens none. */
  passwordHash?: string | undefined
  /** @default none */
  proof?: SignInProof
  /** Id of the session that it takes the place of: once that one has been ended, it opens none. */
  replaces?: string | undefined
  /** The organisation whose identity provider has signed the person in. @default that of the replaced session, or none */
  oidcOrganisationId?: string | undefined
}

/** An opened session; its purpose is `factor` when the second step is missing. */
export interface OpenedSession extends IssuedToken {
  purpose: SessionPurpose
}

/** A session in use; `renewed` when the browser must be handed another token. */
export interface FoundSession extends SignInProof {
  id: string
  /** `factor` as long as the second step is missing. */
  purpose: SessionPurpose
  createdAt: Date
  user: SessionUser
  /** True when the account has a second factor. */
  hasSecondFactor: boolean
  isDemonstration: boolean
  /** The organisation whose identity provider has opened it. */
  oidcOrganisationId: string | null
  renewed: IssuedToken | undefined
}

const longestRotationMs = 3_600_000

/** Requests under way when a token changes still carry the one before. */
const overlapMs = 60_000

/** The same in ms after a proof of identity: the token before ends then, although the browser may not have the new one. */
const proofOverlapMs = 10_000

// A browser's name is for people to recognise; longer ones are cut.
const deviceCharacters = 300

/**
 * Opens a session. One for our own pages whose second step is missing opens that step and nothing else.
 *
 * @throws {HttpError} 401 when the password has been changed while it was being compared, when the session before has
 * ended, and for a widget's frame when a second step is needed; 403 for a disabled account, and for a member whose
 * organisation enforces its identity provider; 409 when the provider may not sign the account in any more
 */
export async function openSession(db: Db, userId: string, session: NewSession): Promise<OpenedSession> {
  const { now, token = newToken(), device, passwordHash, replaces } = session
  const { factorAt, provenAt } = session.proof ?? { factorAt: null, provenAt: null }
  return db.transaction(async (tx) => {
    // Held until the session is there for all: whoever changes the password then ends this one, too.
    const { passwordHash: stored, role, disabledAt, isDemonstration, secondFactorAt } = users
    const [user] = await tx
      .select({
        passwordHash: stored,
        role,
        disabledAt,
        isDemonstration,
        secondFactorAt,
        organisationRequiresFactor,
      })
      .from(users)
      .where(eq(users.id, userId))
      .for('share')
    if (user === undefined || (passwordHash !== undefined && user.passwordHash !== passwordHash))
      throw wrongPair()
    if (user.disabledAt !== null) throw accountDisabled()
    const replaced = replaces === undefined ? undefined : await takeSession(tx, userId, replaces)
    if (replaces !== undefined && replaced === undefined) throw loginRequired()
    const oidcOrganisationId = session.oidcOrganisationId ?? replaced?.oidcOrganisationId ?? null
    if (user.role === 'client') await requireOwnProvider(tx, userId, session.purpose, oidcOrganisationId)
    if (session.oidcOrganisationId !== undefined) {
      const isClient = user.role === 'client'
      // The membership, the domain or the connection may have ended since the provider's answer was read.
      if (!isClient || !(await isSignedInBy(tx, userId, session.oidcOrganisationId))) throw endedSignIn()
    }
    const purpose = purposeOf(
      session,
      lacksFactor(
        { ...user, hasSecondFactor: user.secondFactorAt !== null },
        factorAt,
        factorRulesOf(session.rules, session.purpose),
      ),
    )
    const expiresAt = expiry(now, now, lifeOf(session.rules, purpose, user))
    await tx.insert(sessions).values({
      id: newId(),
      userId,
      purpose,
      oidcOrganisationId,
      // A new session by the provider of an organisation is about that one.
      organisationId: replaced?.organisationId ?? oidcOrganisationId,
      device: device?.slice(0, deviceCharacters).toWellFormed() ?? null,
      tokenHash: tokenHash(token),
      rotatedAt: now,
      createdAt: now,
      expiresAt,
      factorAt,
      provenAt,
    })
    await endOldest(tx, userId)
    return { token, expiresAt, purpose }
  })
}

/**
 * Refuses a session that something else than the enforced identity provider would open. A recovery link only chooses a
 * password, which then signs nobody in.
 *
 * @throws {HttpError} 403
 */
async function requireOwnProvider(
  tx: Transaction,
  userId: string,
  purpose: NewSession['purpose'],
  oidcOrganisationId: string | null,
): Promise<void> {
  if (purpose === 'recovery' || purpose === 'visitor') return
  await holdConnections(tx, userId)
  const enforced = await enforcedOrganisation(tx, userId)
  if (enforced === undefined || enforced === oidcOrganisationId) return
  throw new HttpError(
    'organisation_sign_in_required',
    'Your organisation requires that you sign in with its identity provider.',
  )
}

const endedSignIn = () => new HttpError('conflict', 'The sign-in has ended. Please start again.')

function purposeOf({ purpose = 'site' }: NewSession, isStepMissing: boolean): SessionPurpose {
  if (!isStepMissing || purpose === 'recovery') return purpose
  if (purpose === 'site') return 'factor'
  throw new HttpError(
    'second_factor_required',
    'This account needs a second factor. Sign in on our own site.',
  )
}

/** The account of an identified visitor has no password: the rule for every account would lock it out for good. */
function factorRulesOf(rules: FactorRules, purpose: SessionPurpose | undefined): FactorRules {
  return purpose === 'visitor' ? { ...rules, accountFactor: 'optional' } : rules
}

function lifeOf(
  { life, staffLife }: SessionRules,
  purpose: SessionPurpose,
  { role, isDemonstration }: Pick<FactorAccount, 'role' | 'isDemonstration'>,
): SessionLife {
  if (purpose === 'recovery' || purpose === 'factor') return { idleMs: stepMs, maxMs: stepMs }
  if (role !== 'admin' || isDemonstration || purpose === 'visitor') return life
  // Frames do not renew their sessions, and give no role.
  return purpose === 'frame' ? { idleMs: staffLife.maxMs, maxMs: staffLife.maxMs } : staffLife
}

/** Age at which a token is replaced in ms: well within the idle life, which begins anew with the new token. */
function rotationMs({ idleMs }: SessionLife): number {
  return Math.min(longestRotationMs, idleMs / 4)
}

/** Sessions of one account: a program that signs in again and again must not fill the database. */
const mostSessions = 500

async function endOldest(tx: Transaction, userId: string): Promise<void> {
  const oldest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(mostSessions)
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), inArray(sessions.id, oldest)))
}

/**
 * Finds the session of a token. With `mayRenew` a token in use for an hour, or a quarter of the idle life, is replaced; the one before
 * dies once the browser has shown the new one, so that an answer lost on the way signs nobody out. The token before a proof
 * of identity serves requests under way, without the proof, and is never renewed.
 */
export type FindSession = (
  token: string,
  options: { rules: SessionRules; now: Date; mayRenew: boolean },
) => Promise<FoundSession | undefined>

/** Finds the sessions of one database. */
export function createFindSession(db: Db): FindSession {
  // One key after the other: the database takes twice as long to look for either.
  const byToken = prepareRead(db, sessions.tokenHash)
  const byPreviousToken = prepareRead(db, sessions.previousTokenHash)

  return async (token, { rules, now, mayRenew }) => {
    const hash = tokenHash(token)
    const row = (await byToken.execute({ hash }))[0] ?? (await byPreviousToken.execute({ hash }))[0]
    if (row === undefined || row.account === null || row.expiresAt <= now) return undefined
    // A clock that was set back makes the age negative: its absolute value is used.
    const age = Math.abs(now.getTime() - row.rotatedAt.getTime())
    const isCurrent = row.tokenHash === hash
    if (isCurrent && row.previousTokenHash !== null && age > overlapMs) {
      await db.update(sessions).set({ previousTokenHash: null }).where(eq(sessions.tokenHash, hash))
    }
    const isSuperseded = !isCurrent && hasProofRotation(row)
    if (isSuperseded && age > proofOverlapMs) return undefined
    const { id, createdAt, factorAt, oidcOrganisationId } = row
    const provenAt = isSuperseded ? null : row.provenAt
    const { isDemonstration, hasSecondFactor, organisationRequiresFactor: _, ...user } = row.account
    const lacks = lacksFactor(row.account, factorAt, factorRulesOf(rules, row.purpose))
    // A session without the second step that the account has, or must have by now, opens that step alone.
    const purpose = lacks && row.purpose === 'site' ? 'factor' : row.purpose
    // Frames have no second step.
    if (lacks && (purpose === 'frame' || purpose === 'visitor')) return undefined
    const proofs = { factorAt, provenAt, hasSecondFactor, isDemonstration, oidcOrganisationId }
    const found = { id, purpose, createdAt, user, ...proofs, renewed: undefined }
    const life = lifeOf(rules, row.purpose, { role: user.role, isDemonstration })
    if (!mayRenew || isSuperseded || age <= (isCurrent ? rotationMs(life) : overlapMs)) return found

    const next = newToken()
    const expiresAt = expiry(now, row.createdAt, life)
    const renewed = await db
      .update(sessions)
      .set({ tokenHash: tokenHash(next), previousTokenHash: hash, rotatedAt: now, expiresAt })
      // Of two requests at once one renews; the other goes on with what it has.
      .where(and(eq(sessions.id, row.id), eq(sessions.tokenHash, row.tokenHash)))
      .returning({ id: sessions.id })
    return renewed.length > 0 ? { ...found, renewed: { token: next, expiresAt } } : found
  }
}

/** The account of a session, as the database writes it. */
interface SessionAccount extends FactorAccount {
  id: string
  email: string
  /** Null for an account without an organisation. */
  organisation: Membership | null
}

// Asked at every call of somebody signed in: its text is made once. It has no name, which would tie it to one
// connection, and a pooler may stand between. Planning a join takes the embedded database twice as long as this lookup
// within a lookup.
function prepareRead(db: Db, key: typeof sessions.tokenHash | typeof sessions.previousTokenHash) {
  // The one in use; without it, or once its membership has ended, the one that was joined first.
  const { organisationId, accountId, role, createdAt } = organisationMembers
  const organisation = db
    .select({ organisation: sql`json_build_object('id', ${organisationId}, 'role', ${role})` })
    .from(organisationMembers)
    .where(eq(accountId, users.id))
    .orderBy(sql`${organisationId} is distinct from ${sessions.organisationId}`, createdAt, organisationId)
    .limit(1)
  const account = db
    .select({
      account: sql`json_build_object('id', ${users.id}, 'email', ${users.email}, 'role', ${users.role},
        'isDemonstration', ${users.isDemonstration}, 'hasSecondFactor', ${users.secondFactorAt} is not null,
        'organisationRequiresFactor', ${users.secondFactorAt} is null and ${organisationRequiresFactor},
        'organisation', (${organisation}))`,
    })
    .from(users)
    .where(and(eq(users.id, sessions.userId), isNull(users.disabledAt)))
  return db
    .select({
      id: sessions.id,
      purpose: sessions.purpose,
      tokenHash: sessions.tokenHash,
      previousTokenHash: sessions.previousTokenHash,
      rotatedAt: sessions.rotatedAt,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      factorAt: sessions.factorAt,
      provenAt: sessions.provenAt,
      oidcOrganisationId: sessions.oidcOrganisationId,
      /** Null for a disabled account. */
      account: sql<SessionAccount | null>`(${account})`,
    })
    .from(sessions)
    .where(eq(key, sql.placeholder('hash')))
    .prepare('')
}

/** Moves the end of the session that a token opens. */
export async function extendSession(db: Db, token: string, expiresAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt })
    .where(eq(sessions.tokenHash, tokenHash(token)))
}

/** Ends the session that a token opens. */
export async function endSession(db: Db, token: string): Promise<void> {
  const hash = tokenHash(token)
  await db.delete(sessions).where(or(eq(sessions.tokenHash, hash), eq(sessions.previousTokenHash, hash)))
}

/** A person's sessions on their devices, the newest first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        inArray(sessions.purpose, ['site', 'frame']),
        gt(sessions.expiresAt, now),
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
}

/** A proof of identity in a session of our own pages. */
export interface SessionProof {
  session: Pick<SiteSession, 'id' | 'createdAt' | 'isDemonstration'> & {
    user: Pick<SessionUser, 'id' | 'role'>
  }
  /** The token of the request. */
  token: string
  rules: SessionRules
  now: Date
}

/**
 * Stores a proof of identity in a person's session and replaces its token. Of several proofs at once with one token, the
 * first replaces it: a second new token would end the first one, which the browser may have stored last.
 *
 * @returns the new token; undefined when another proof has replaced the token of the request a moment ago
 * @throws {HttpError} 401 when the session has been ended, or the token replaced, since the request arrived
 */
export async function proveSession(
  db: Db,
  { session, token, rules, now }: SessionProof,
): Promise<IssuedToken | undefined> {
  const hash = tokenHash(token)
  return db.transaction(async (tx) => {
    const row = await holdSession(tx, session.user.id, session.id)
    const isCurrent = row.tokenHash === hash
    if (!isCurrent && row.previousTokenHash !== hash) throw loginRequired()
    if (!isCurrent && hasProofRotation(row)) return undefined
    const next = newToken()
    const { user, isDemonstration, createdAt } = session
    const life = lifeOf(rules, row.purpose, { role: user.role, isDemonstration })
    const expiresAt = expiry(now, createdAt, life)
    await tx
      .update(sessions)
      // Equal times mark the rotation as that of a proof.
      .set({ provenAt: now, rotatedAt: now, tokenHash: tokenHash(next), previousTokenHash: hash, expiresAt })
      .where(and(eq(sessions.userId, user.id), eq(sessions.id, row.id)))
    return { token: next, expiresAt }
  })
}

/** Returns whether a proof of identity has given a session its token, rather than a renewal. */
function hasProofRotation({ provenAt, rotatedAt }: Pick<SessionRow, 'provenAt' | 'rotatedAt'>): boolean {
  return provenAt?.getTime() === rotatedAt.getTime()
}

/**
 * Locks a person's session for the rest of a transaction.
 *
 * @throws {HttpError} 401 when it has been ended since the request arrived
 */
export async function holdSession(tx: Transaction, userId: string, id: string): Promise<SessionRow> {
  const [row] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .for('update')
  if (row === undefined) throw loginRequired()
  return row
}

/** Ends one of a person's sessions for another one to take its place; undefined when there is none with this id. */
async function takeSession(tx: Transaction, userId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning()
  return row
}

/** Ends one of a person's sessions; false when there is none with this id. */
export async function endSessionById(db: Db | Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return rows.length > 0
}

/** Ends all of a person's sessions, but for `keptId`. */
export async function endSessionsOf(db: Db | Transaction, userId: string, keptId?: string): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keptId === undefined ? undefined : ne(sessions.id, keptId)))
}

/** Drops sessions that have run out. */
export async function purgeSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
}

function expiry(now: Date, createdAt: Date, life: SessionLife): Date {
  return new Date(Math.min(now.getTime() + life.idleMs, createdAt.getTime() + life.maxMs))
}
