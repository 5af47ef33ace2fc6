import type { ApiKeyScope, PublicRoute } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { findPresentedKey, noteUse, type PresentedKey, stateOf } from '../api-keys/api-keys.store.ts'
import type { Db } from '../db/database.ts'
import type { AnswerLimiter, LimitedCall } from '../limits/answer-limiter.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { may, type SessionUser } from '../platform/http/principal.ts'
import { type Answer, answerCall, honoPath, type Parsed } from '../platform/request/contract-route.ts'

/** Dependencies of the checks of API keys. */
export interface KeyServices {
  db: Db
  now: () => Date
  limiter: Pick<AnswerLimiter, 'use'>
  /** Calls with one key within a minute. */
  callsPerMinute: number
}

/** Principal of a call of the public API. */
export interface KeyPrincipal {
  keyId: string
  keyName: string
  /** The member who made the key, in its organisation; or an administrator. */
  user: SessionUser
}

/** Input of a handler: validated against the contract, with defaults. */
export interface PublicInput<R extends PublicRoute> extends KeyPrincipal {
  body: Parsed<R['request']>
  query: Parsed<R['query']>
}

/** Gives the body of a 200, or `null` for a 204. */
export type PublicHandler<R extends PublicRoute> = (
  c: AppContext,
  input: PublicInput<R>,
) => Answer<R['response']> | Promise<Answer<R['response']>>

/**
 * Serves one call of the public API: its key, the key's limit and scope, then its query and body, then the handler.
 * Sessions and cookies are never read.
 *
 * @param options.admit runs once the key is accepted, before the query and the body are read
 */
export function servePublic<const R extends PublicRoute>(
  app: Hono<AppEnv>,
  services: KeyServices,
  route: R,
  handler: PublicHandler<R>,
  options?: { admit?: (principal: KeyPrincipal) => void | Promise<void> },
): void
// TypeScript cannot follow what the contract's own schemas gave through `R`, so the body sees it as unknown.
export function servePublic(
  app: Hono<AppEnv>,
  services: KeyServices,
  route: PublicRoute,
  handler: (c: AppContext, input: KeyPrincipal & { body: unknown; query: unknown }) => unknown,
  { admit }: { admit?: (principal: KeyPrincipal) => void | Promise<void> } = {},
): void {
  app.on(route.method, honoPath(route), async (c) => {
    const principal = await authenticate(c, services, route.scope)
    return answerCall(c, route, {
      admit: () => admit?.(principal),
      handler: (input) => handler(c, { ...input, ...principal }),
    })
  })
}

/** @throws {HttpError} 401 without a valid key, 429 beyond its limit, 403 without the scope */
async function authenticate(
  c: AppContext,
  { db, now, limiter, callsPerMinute }: KeyServices,
  scope: ApiKeyScope,
): Promise<KeyPrincipal> {
  const given = /^Bearer +([\w-]{1,200})$/iu.exec(c.req.header('authorization') ?? '')?.[1]
  if (given === undefined) {
    challenge(c)
    throw new HttpError('invalid_api_key', 'Send an API key as a bearer token.')
  }
  const at = now()
  const found = await findPresentedKey(db, given)
  const flaw = found === undefined ? 'This API key is not valid.' : flawOf(found, at)
  const user = found === undefined ? undefined : principalOf(found)
  if (found === undefined || user === undefined || flaw !== undefined) {
    challenge(c, 'error="invalid_token"')
    throw new HttpError('invalid_api_key', flaw ?? 'This API key is not valid.')
  }
  const { key, secret } = found
  await limitCalls(c, limiter, { keyId: key.id, callsPerMinute })
  if (!key.scopes.includes(scope)) {
    challenge(c, 'error="insufficient_scope"', `scope="${scope}"`)
    throw new HttpError('forbidden', 'This API key does not have the scope {0}.', { values: [scope] })
  }
  if (!may(user, scope === 'content:write' ? 'edit' : 'view')) {
    throw new HttpError('forbidden', 'The role of the member who made this API key does not include this.')
  }
  await noteUse(db, secret, at)
  return { keyId: key.id, keyName: key.name, user }
}

/** Names the scheme, and the reason of a refusal (RFC 6750 section 3). */
function challenge(c: AppContext, ...parameters: string[]): void {
  c.header('WWW-Authenticate', ['Bearer', parameters.join(', ')].join(' ').trim())
}

/** The reason to refuse a key that exists; undefined for a valid one. */
function flawOf({ key, secret, maker }: PresentedKey, at: Date): string | undefined {
  const state = stateOf(key, at)
  if (state === 'revoked') return 'This API key was revoked.'
  if (state === 'expired') return 'This API key has expired.'
  if (secret.retiresAt !== null && secret.retiresAt <= at) return 'This API key was replaced by a newer one.'
  if (principalOf({ key, maker }) === undefined) return 'The account of this API key has no access any more.'
  return undefined
}

/**
 * The principal of a key: its maker, with the role that they have in the key’s organisation now. A key of an organisation
 * never has the rights of an administrator, whoever made it.
 *
 * @returns undefined when the maker has no access any more
 */
function principalOf({ key, maker }: Pick<PresentedKey, 'key' | 'maker'>): SessionUser | undefined {
  const { id, email, role, disabledAt, memberRole } = maker
  if (disabledAt !== null) return undefined
  if (key.organisationId === null)
    return role === 'admin' ? { id, email, role, organisation: null } : undefined
  const member = role === 'admin' ? 'owner' : role === 'client' ? memberRole : null
  if (member === null) return undefined
  return { id, email, role: 'client', organisation: { id: key.organisationId, role: member } }
}

const windowSeconds = 60

/** Counts a call, and states what is left (draft-ietf-httpapi-ratelimit-headers, version 10). */
async function limitCalls(
  c: AppContext,
  limiter: KeyServices['limiter'],
  { keyId, callsPerMinute }: { keyId: string; callsPerMinute: number },
): Promise<void> {
  const call: LimitedCall = {
    name: 'api-key-calls',
    points: callsPerMinute,
    seconds: windowSeconds,
    text: 'Too many calls with this API key in a short time. Please wait a moment.',
  }
  const state = (left: number, seconds: number) => c.header('RateLimit', `"key";r=${left};t=${seconds}`)
  c.header('RateLimit-Policy', `"key";q=${callsPerMinute};w=${windowSeconds}`)
  try {
    const { left, resetMs } = await limiter.use(call, keyId)
    state(left, Math.ceil(resetMs / 1000))
  } catch (error) {
    if (error instanceof HttpError) state(0, error.retryAfterSeconds ?? windowSeconds)
    throw error
  }
}
