import { createHmac, timingSafeEqual } from 'node:crypto'
import { type VisitorIdentity, visitorLimits } from '@org/api-client/contract'
import type { Db } from '../db/database.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { listSecrets } from './identity-secrets.store.ts'

// A signed id is accepted like this one of a site, in three fields:
//
//   user_id       'customer-17'
//   user_expires  1795600000                               Unix time in seconds, at most a day ahead
//   user_hash     hex(HMAC-SHA256(secret, '1795600000:customer-17'))
//
// The time stands first, so that no other pair of time and id is written the same way.

/** Seconds by which the clock of a client's server may be ahead. */
const clockSkewSeconds = 300

const refusals = {
  disabled: 'This site has not set up the identification of visitors.',
  invalid: 'The signature of this visitor is not valid.',
  expired: 'The signature of this visitor has expired. Please reload the page.',
}

/** Refuses an identity. */
export function identityRefused(reason: keyof typeof refusals): HttpError {
  return new HttpError('identity_refused', refusals[reason], { detail: { reason } })
}

/** Signs a visitor's id, as the server of a client does. */
export function signIdentity(secret: string, userId: string, expires: number): string {
  return createHmac('sha256', secret).update(`${expires}:${userId}`).digest('hex')
}

/**
 * Checks the signature of a visitor's id.
 *
 * @param clientId owner of the widget
 * @throws {HttpError} 403 `identity_refused` for an id that none of the client's secrets has signed
 */
export async function checkSignature(
  db: Db,
  clientId: string,
  { user_id, user_hash, user_expires }: VisitorIdentity,
  now: Date,
): Promise<void> {
  const secrets = await listSecrets(db, clientId, now)
  if (secrets.length === 0) throw identityRefused('disabled')
  const given = Buffer.from(user_hash, 'hex')
  const isSigned = secrets.some(({ secret }) => {
    const expected = Buffer.from(signIdentity(secret, user_id, user_expires), 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  // A time too far ahead would make a signature that works for ever: it counts as none.
  const latest = Math.floor(now.getTime() / 1000) + visitorLimits.expirySeconds + clockSkewSeconds
  if (!isSigned || user_expires > latest) throw identityRefused('invalid')
}

/** @throws {HttpError} 403 `identity_refused` for an id whose time has passed */
export function checkExpiry({ user_expires }: VisitorIdentity, now: Date): void {
  if (user_expires * 1000 <= now.getTime()) throw identityRefused('expired')
}
