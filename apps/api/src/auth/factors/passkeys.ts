import type { PasskeyResponse } from '@org/api-client/contract'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { newId } from '../../platform/process/ids.ts'
import {
  challengeMs,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  storeChallenge,
  takeChallenge,
} from './passkeys.store.ts'

/** Dependencies of passkeys. */
export interface PasskeyContext {
  db: Db
  now: () => Date
  /** Our own site: passkeys work there alone, which no look-alike of it can change. */
  siteUrl: () => URL
}

/** Ed25519, ES256 and RS256 (COSE): those of authenticators in use. */
const algorithms = [-8, -7, -257]

/** Asks a browser for a new passkey of an account: a discoverable one, so that it can sign in by itself. */
export async function passkeyCreation(
  { db, now, siteUrl }: PasskeyContext,
  { userId, email }: { userId: string; email: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { hostname } = siteUrl()
  const known = await listPasskeys(db, userId)
  const options = await generateRegistrationOptions({
    rpName: hostname,
    rpID: hostname,
    userName: email,
    // Opaque to the authenticator; the account's own id, so that a new passkey replaces an older one in the same place.
    userID: new TextEncoder().encode(userId),
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(db, { challenge: options.challenge, userId, purpose: 'create', now: now() })
  return options
}

/** Returns the passkey that a browser has made, to be stored; undefined when the answer is not valid. */
export async function readNewPasskey(
  { db, now, siteUrl }: PasskeyContext,
  { userId, name, passkey }: { userId: string; name: string; passkey: PasskeyResponse },
): Promise<PasskeyRow | undefined> {
  const response = decodeCreated(passkey)
  if (response === undefined) return undefined
  const { origin, hostname } = siteUrl()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      supportedAlgorithmIDs: algorithms,
      expectedOrigin: origin,
      expectedRPID: hostname,
      expectedChallenge: (challenge) =>
        takeChallenge(db, { challenge, userId, purpose: 'create', now: now() }),
    })
    if (registrationInfo === undefined) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const row = { id: newId(), userId, credentialId: id, publicKey, counter, transports, name }
    return { ...row, createdAt: now(), lastUsedAt: null }
  } catch {
    // The library throws for each rule that the answer breaks.
    return undefined
  }
}

/** Asks a browser for a passkey of one account, or, with `userId` null, for any passkey of this site. */
export async function passkeyRequest(
  { db, now, siteUrl }: PasskeyContext,
  userId: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = userId === null ? [] : await listPasskeys(db, userId)
  const options = await generateAuthenticationOptions({
    rpID: siteUrl().hostname,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
  await storeChallenge(db, { challenge: options.challenge, userId, purpose: 'use', now: now() })
  return options
}

/**
 * Checks the answer of a passkey: its signature, origin, challenge, that the person was verified, and the counter.
 *
 * @param userId the account that must own the passkey, or null before anybody is known
 * @returns the id of the account; undefined for an answer that is not valid
 */
export async function acceptPasskey(
  { db, now, siteUrl }: PasskeyContext,
  { userId, passkey }: { userId: string | null; passkey: PasskeyResponse },
): Promise<string | undefined> {
  const response = decodeUsed(passkey)
  if (response === undefined) return undefined
  const row = await findPasskey(db, { userId, credentialId: response.id })
  if (row === undefined || !isHandleOf(response, row.userId)) return undefined
  const { origin, hostname } = siteUrl()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedOrigin: origin,
      expectedRPID: hostname,
      expectedChallenge: (challenge) => takeChallenge(db, { challenge, userId, purpose: 'use', now: now() }),
      requireUserVerification: true,
      credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
    })
    if (!verified) return undefined
    const isNext = await notePasskeyUse(db, row, { counter: authenticationInfo.newCounter, now: now() })
    return isNext ? row.userId : undefined
  } catch {
    return undefined
  }
}

/** Returns whether an answer names no account, or the given one (Web Authentication, section 7.2, step 6). */
function isHandleOf({ response: { userHandle = '' } }: AuthenticationResponseJSON, userId: string): boolean {
  return userHandle === '' || userHandle === Buffer.from(userId, 'utf8').toString('base64url')
}

const base64url = z
  .string()
  .max(100_000)
  .regex(/^[\w-]*$/u)
const extensionsSchema = z
  .record(z.string(), z.unknown())
  .default({})
  .transform(() => ({}))

const createdSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: extensionsSchema,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

const usedSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: extensionsSchema,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

function decodeCreated(passkey: PasskeyResponse): RegistrationResponseJSON | undefined {
  const { data } = createdSchema.safeParse(passkey)
  if (data === undefined) return undefined
  const { transports, ...response } = data.response
  return { ...data, response: { ...response, ...(transports && { transports }) } }
}

function decodeUsed(passkey: PasskeyResponse): AuthenticationResponseJSON | undefined {
  const { data } = usedSchema.safeParse(passkey)
  if (data === undefined) return undefined
  const { userHandle, ...response } = data.response
  return { ...data, response: { ...response, ...(userHandle !== undefined && { userHandle }) } }
}
