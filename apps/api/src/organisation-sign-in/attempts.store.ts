import { createHmac } from 'node:crypto'
import { organisationSignInLimits } from '@org/api-client/contract'
import { and, eq, gt } from 'drizzle-orm'
import { newToken, tokenHash } from '../auth/tokens.ts'
import type { Db } from '../db/database.ts'
import { oidcAttempts } from '../db/schema/organisation-sign-in.ts'

/** Milliseconds that a person has to sign in at the identity provider. */
export const attemptMs = organisationSignInLimits.attemptMinutes * 60_000

/** A sign-in that was started. */
export type AttemptRow = typeof oidcAttempts.$inferSelect

/** Values of one attempt that the provider and the token request carry. */
export interface AttemptSecrets {
  state: string
  nonce: string
  /** PKCE verifier. */
  verifier: string
}

/** Derives nonce and verifier from the browser's cookie: neither is stored, and no other browser can continue. */
export function secretsOf(browserToken: string, state: string): AttemptSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', browserToken).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Stores a new attempt. Returns its values for the provider. */
export async function startAttempt(
  db: Db,
  {
    browserToken,
    now,
    ...attempt
  }: Pick<AttemptRow, 'organisationId' | 'testedBy' | 'fresh' | 'returnTo'> & {
    browserToken: string
    now: Date
  },
): Promise<AttemptSecrets> {
  const state = newToken()
  await db.insert(oidcAttempts).values({
    ...attempt,
    stateHash: tokenHash(state),
    browserHash: tokenHash(browserToken),
    expiresAt: new Date(now.getTime() + attemptMs),
  })
  return secretsOf(browserToken, state)
}

/** Takes the attempt of a state, once, in the browser that has started it; undefined for every other one. */
export async function takeAttempt(
  db: Db,
  {
    state,
    organisationId,
    browserToken,
    now,
  }: { state: string; organisationId: string; browserToken: string; now: Date },
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .delete(oidcAttempts)
    .where(
      and(
        eq(oidcAttempts.stateHash, tokenHash(state)),
        eq(oidcAttempts.organisationId, organisationId),
        eq(oidcAttempts.browserHash, tokenHash(browserToken)),
        gt(oidcAttempts.expiresAt, now),
      ),
    )
    .returning()
  return row
}
