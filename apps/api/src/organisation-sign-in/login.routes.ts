import { routes } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AuthServices } from '../auth/auth.service.ts'
import { hashPassword } from '../auth/passwords.ts'
import { signedIn, signIn } from '../auth/sign-in.ts'
import { newToken } from '../auth/tokens.ts'
import type { NetworkAccess } from '../content/fetching/public-addresses.ts'
import { users } from '../db/schema/auth.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { mayIn, type SessionUser } from '../platform/http/principal.ts'
import { isUuid } from '../platform/process/ids.ts'
import { serve } from '../platform/request/contract-route.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { attemptMs, type AttemptRow, secretsOf, startAttempt, takeAttempt } from './attempts.store.ts'
import { type ConnectionRow, findConnection, noteTested, openConnection } from './connections.store.ts'
import { organisationOfDomain, ownsDomain } from './domains.store.ts'
import type { ResolveTxt } from './domain-proof.ts'
import { roleOfGroups } from './find-role.ts'
import { domainOf } from './mail-domains.ts'
import { memberAccountOf } from './member-account.ts'
import { exchangeCode, providerAddress, type ProviderClaims } from './provider.ts'

/** Dependencies of the sign-in of organisations. */
export interface OrganisationSignInServices extends AuthServices {
  /** Owners whose addresses may be on the operator's own network. */
  networkAccess: NetworkAccess
  resolveTxt: ResolveTxt
}

/** Sign-ins in an hour from one address: a whole office may share it. */
const loginsPerHour = 1200

/** Groups that a test shows. */
const shownGroups = 50

/** Serves sign-ins by the identity provider of an organisation. */
export function mountOrganisationLogin(app: Hono<AppEnv>, services: OrganisationSignInServices): void {
  const { db, now, recordEvent } = services
  const count = (c: AppContext) =>
    countHourly(
      db,
      { name: 'organisation-login', limit: loginsPerHour, subject: countedAddress(c.get('clientAddress')) },
      now(),
    )

  serve(app, routes.startOrganisationLogin, async (c, { body: { email, fresh, return_to: returnTo } }) => {
    await count(c)
    const organisationId =
      email === undefined
        ? c.get('session')?.oidcOrganisationId
        : await organisationOfDomain(db, domainOf(email))
    const connection =
      organisationId === undefined || organisationId === null
        ? undefined
        : await findConnection(db, organisationId)
    if (connection === undefined) throw notFound('No organisation signs in with this address.')
    return {
      url: await startAt(services, c, connection, { testedBy: null, fresh, returnTo: returnTo ?? null }),
    }
  })

  serve(app, routes.completeOrganisationLogin, async (c, { body, user }) => {
    await count(c)
    const browserToken = readToken(c)
    const organisationId = body.organisation
    const { state, organisation: _, ...response } = body
    const attempt =
      browserToken === undefined || !isUuid(organisationId)
        ? undefined
        : await takeAttempt(db, { state, organisationId, browserToken, now: now() })
    const connection = attempt && (await findConnection(db, attempt.organisationId))
    if (browserToken === undefined || attempt === undefined || connection === undefined) throw ended()
    const read = async () => {
      const provider = await openConnection(services.secretBox, connection)
      const values = { ...secretsOf(browserToken, state), redirectUri: redirectUri(services, organisationId) }
      const { networkAccess: access } = services
      return exchangeCode(provider, { ...values, fresh: attempt.fresh }, { response, access })
    }
    if (attempt.testedBy !== null) {
      requireTester(user, attempt)
      return { test: await testResult(services, connection, await read()) }
    }
    try {
      return await enter(services, c, { connection, claims: await read(), returnTo: attempt.returnTo })
    } catch (error) {
      // The session waits for the second step.
      const isStep = error instanceof HttpError && error.code === 'second_factor_required'
      if (!isStep) recordEvent({ action: 'sign_in', outcome: 'failure', accountId: null })
      throw error
    }
  })
}

/** Stores an attempt in the browser, and returns the address of the provider. */
export async function startAt(
  services: OrganisationSignInServices,
  c: AppContext,
  connection: ConnectionRow,
  attempt: Pick<AttemptRow, 'testedBy' | 'fresh' | 'returnTo'>,
): Promise<string> {
  const { db, secretBox, now, networkAccess } = services
  const { organisationId } = connection
  const provider = await openConnection(secretBox, connection)
  const browserToken = bindBrowser(c)
  const values = await startAttempt(db, { ...attempt, organisationId, browserToken, now: now() })
  const about = { ...values, redirectUri: redirectUri(services, organisationId), fresh: attempt.fresh }
  return (await providerAddress(provider, about, networkAccess)).href
}

/**
 * The address to which a provider sends the browser back. Each organisation has its own, so that the answer of one provider
 * is never taken for that of another.
 */
export function redirectUri({ siteUrl }: Pick<AuthServices, 'siteUrl'>, organisationId: string): URL {
  return new URL(`/auth/organisation/${organisationId}`, siteUrl())
}

/** Signs the person of the claims in. */
async function enter(
  services: OrganisationSignInServices,
  c: AppContext,
  {
    connection,
    claims,
    returnTo,
  }: { connection: ConnectionRow; claims: ProviderClaims; returnTo: string | null },
) {
  const { db, now, recordEvent } = services
  const { email, subject, groups, authenticatedAt } = claims
  if (email === null) throw unverifiedAddress()
  const passwordHash = await unknownPassword(services, email)
  const person = { subject, email, groups, passwordHash, now: now() }
  const { account, role, isNew } = await memberAccountOf(db, connection, person)
  if (connection.testedAt === null) await noteTested(db, connection, now())
  const { organisationId } = connection
  const proof = { factorAt: null, provenAt: provenAt(authenticatedAt, now()) }
  await signIn(services, c, account, { isFirst: isNew, proof, oidcOrganisationId: organisationId })
  if (isNew) recordEvent({ action: 'sign_up', accountId: account.id })
  recordEvent({ action: 'sign_in', accountId: account.id })
  return {
    ...(await signedIn(db, account)),
    organisation: { id: organisationId, role },
    return_to: returnTo,
  }
}

/** Returns the hash of a random password for an address without a confirmed account, else undefined. */
async function unknownPassword({ db, hashing }: AuthServices, email: string): Promise<string | undefined> {
  const [known] = await db.select({ verifiedAt: users.verifiedAt }).from(users).where(eq(users.email, email))
  return known === undefined || known.verifiedAt === null
    ? hashing.run(email, () => hashPassword(newToken()))
    : undefined
}

/** Time of the sign-in at the provider, as a proof of the identity. Its clock may be ahead. */
function provenAt(authenticatedAt: Date | null, now: Date): Date | null {
  if (authenticatedAt === null) return null
  return authenticatedAt > now ? now : authenticatedAt
}

async function testResult(
  { db, now }: OrganisationSignInServices,
  connection: ConnectionRow,
  { email, groups }: ProviderClaims,
) {
  if (email === null) throw unverifiedAddress()
  if (!(await ownsDomain(db, connection.organisationId, domainOf(email)))) {
    throw new HttpError('conflict', 'Your address is in no verified domain of the organisation.')
  }
  await noteTested(db, connection, now())
  return { email, groups: groups.slice(0, shownGroups), role: roleOfGroups(connection, groups) }
}

/** A test shows claims to the person who has started it, while they may change the connection. */
function requireTester(user: SessionUser | null, { testedBy, organisationId }: AttemptRow): void {
  if (user?.id === testedBy && mayIn(user, organisationId, 'manage')) return
  throw ended()
}

const ended = () => new HttpError('invalid_credentials', 'The sign-in has ended. Please start again.')

const unverifiedAddress = () =>
  new HttpError('forbidden', 'The identity provider does not confirm that your email address is verified.')

function readToken(c: AppContext): string | undefined {
  const token = getCookie(c, cookieName(c))
  return token !== undefined && /^[\w-]{43}$/u.test(token) ? token : undefined
}

/** Gives the browser a cookie for as long as a sign-in may take; sign-ins of several tabs share it. */
function bindBrowser(c: AppContext): string {
  const token = readToken(c) ?? newToken()
  setCookie(c, cookieName(c), token, {
    httpOnly: true,
    path: '/',
    secure: c.get('secure'),
    maxAge: attemptMs / 1000,
    sameSite: 'Lax',
  })
  return token
}

function cookieName(c: AppContext): string {
  return c.get('secure') ? '__Host-organisation-login' : 'organisation-login'
}
