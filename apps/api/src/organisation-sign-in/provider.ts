import { emailSchema } from '@org/api-client/contract'
import * as oidc from 'openid-client'
import { addressesFor, type NetworkAccess, reachesOwnNetwork } from '../content/fetching/public-addresses.ts'
import { ImportFailure } from '../content/reading/import-failure.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { createProviderFetch, requestMs } from './provider-fetch.ts'

/** The identity provider of an organisation, and the secret of our client there. */
export interface Provider {
  organisationId: string
  issuer: string
  oauthClientId: string
  oauthClientSecret: string
  scope: string
  groupsClaim: string
}

/** One sign-in at a provider. */
export interface ProviderAttempt {
  redirectUri: URL
  state: string
  nonce: string
  /** PKCE verifier. */
  verifier: string
  /** True to have the provider ask for the person's credentials again. */
  fresh: boolean
}

/** A person as a provider describes them. */
export interface ProviderClaims {
  subject: string
  /** Null without one that the provider vouches for. */
  email: string | null
  groups: string[]
  /** Time at which the person signed in at the provider; null where it does not say. */
  authenticatedAt: Date | null
}

/** Seconds for which a sign-in at the provider proves the identity. */
const freshSeconds = 600

/** Seconds by which the clock of a provider may differ. */
const toleranceSeconds = 30

/** Longest subject, in characters (OpenID Connect Core, section 2). */
const subjectCharacters = 255

/** Groups of a person that are read: some directories list thousands. */
const mostGroups = 2000

/**
 * Reads the discovery document of a provider.
 *
 * @throws {HttpError} 409 for a provider that cannot be used
 */
async function discover(provider: Provider, access: NetworkAccess): Promise<oidc.Configuration> {
  const { organisationId, issuer, oauthClientId, oauthClientSecret } = provider
  const { isAllowed } = addressesFor(access, organisationId)
  // Tests, and operators with a provider on their own network.
  const isOwnNetwork = reachesOwnNetwork(access, organisationId)
  const config = await oidc
    .discovery(
      new URL(issuer),
      oauthClientId,
      { [oidc.clockTolerance]: toleranceSeconds },
      authenticateBy(oauthClientSecret),
      {
        [oidc.customFetch]: createProviderFetch(isAllowed),
        timeout: requestMs / 1000,
        execute: [oidc.enableNonRepudiationChecks, ...(isOwnNetwork ? [oidc.allowInsecureRequests] : [])],
      },
    )
    .catch(refuseProvider)
  const metadata = config.serverMetadata()
  // An issuer with a placeholder, as of several tenants at once, would let each of them sign people in.
  if (metadata.issuer !== issuer) throw otherIssuer()
  const lacksPkce = metadata.code_challenge_methods_supported?.includes('S256') === false
  if (metadata.authorization_endpoint === undefined || metadata.jwks_uri === undefined || lacksPkce) {
    throw new HttpError('conflict', 'The identity provider does not support the code flow with PKCE.')
  }
  return config
}

/** Sends the secret as the provider takes it: in the header `Authorization` unless it names the form (OpenID Connect Discovery, section 3). */
function authenticateBy(secret: string): oidc.ClientAuth {
  return (server, client, body, headers) => {
    const takesForm = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    const authenticate = takesForm ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret)
    return authenticate(server, client, body, headers)
  }
}

/**
 * Returns the address of a provider at which a person signs in.
 *
 * @throws {HttpError} 409 for a provider that cannot be used
 */
export async function providerAddress(
  provider: Provider,
  { redirectUri, state, nonce, verifier, fresh }: ProviderAttempt,
  access: NetworkAccess,
): Promise<URL> {
  const config = await discover(provider, access)
  requirePage(config)
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri.href,
    scope: scopeOf(provider.scope),
    response_type: 'code',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(fresh && { prompt: 'login', max_age: String(freshSeconds) }),
  })
}

/** The browser opens the page of a provider: it must be no script, and have TLS where the issuer has it. */
function requirePage(config: oidc.Configuration): void {
  const { issuer, authorization_endpoint: page = '' } = config.serverMetadata()
  const { protocol } = URL.parse(page) ?? {}
  if (protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'))) return
  throw new HttpError('conflict', 'The identity provider must be reached by https.')
}

/** Returns scopes with `openid`, without which no provider gives an ID token. */
function scopeOf(scope: string): string {
  return [...new Set(['openid', ...scope.split(/\s+/u).filter((name) => name !== '')])].join(' ')
}

/**
 * Exchanges the code of a sign-in for the claims of the person. Signature, issuer, audience, times, nonce, PKCE verifier
 * and, where the provider sends it, the issuer of the response (RFC 9207) are checked.
 *
 * @throws {HttpError} 409 for a provider that cannot be used, 403 for a refused sign-in
 */
export async function exchangeCode(
  provider: Provider,
  { redirectUri, state, nonce, verifier, fresh }: ProviderAttempt,
  { response, access }: { response: Record<string, string | undefined>; access: NetworkAccess },
): Promise<ProviderClaims> {
  const config = await discover(provider, access)
  const current = new URL(redirectUri)
  current.searchParams.set('state', state)
  for (const [name, value] of Object.entries(response)) {
    if (value !== undefined) current.searchParams.set(name, value)
  }
  const tokens = await oidc
    .authorizationCodeGrant(config, current, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      ...(fresh && { maxAge: freshSeconds }),
    })
    .catch(refuseAnswer)
  const idToken = tokens.claims()
  if (idToken === undefined) throw invalidAnswer()
  const { groupsClaim } = provider
  const lacksClaims = idToken['email'] === undefined || idToken[groupsClaim] === undefined
  const more =
    lacksClaims && config.serverMetadata().userinfo_endpoint !== undefined
      ? await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub).catch(refuseAnswer)
      : {}
  return toClaims({ ...more, ...idToken }, provider)
}

function toClaims(
  claims: Record<string, unknown> & { sub: string },
  { issuer, groupsClaim }: Pick<Provider, 'issuer' | 'groupsClaim'>,
): ProviderClaims {
  const { sub, auth_time: authTime } = claims
  if (sub.length > subjectCharacters || sub.includes('\0')) throw invalidAnswer()
  const groups = claims[groupsClaim]
  return {
    subject: sub,
    email: vouchesForAddress(issuer, claims) ? toEmail(claims['email']) : null,
    groups: (Array.isArray(groups) ? groups : [groups])
      .filter((group) => typeof group === 'string')
      .slice(0, mostGroups),
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : null,
  }
}

/** Returns an address as it is stored; null for what is none: e-mails go to it. */
function toEmail(claim: unknown): string | null {
  return emailSchema.safeParse(claim).data?.toLowerCase() ?? null
}

/** Everybody can have an account at this issuer, with any address. */
const googleIssuer = 'https://accounts.google.com'

/**
 * Returns whether a provider vouches that the address is the person's now. Google does so for the accounts of a Workspace alone,
 * which have the claim `hd`: it has checked other addresses once, when somebody made an account with them.
 */
export function vouchesForAddress(issuer: string, claims: Record<string, unknown>): boolean {
  if (issuer === googleIssuer && typeof claims['hd'] !== 'string') return false
  return claims['email_verified'] === true || isVouchedByEntra(claims['xms_edov'])
}

/** Microsoft Entra has no `email_verified`; this optional claim of it has the same meaning. */
function isVouchedByEntra(claim: unknown): boolean {
  return claim === true || claim === 1 || claim === '1'
}

/** Turns the failure of a discovery into a sentence for the person who sets the provider up. */
function refuseProvider(error: unknown): never {
  const failure = failureIn(error)
  if (failure?.reason === 'closed_address') {
    throw new HttpError('conflict', 'The identity provider is not on the public internet.')
  }
  if (codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw otherIssuer()
  if (codeOf(error) === 'OAUTH_HTTP_REQUEST_FORBIDDEN') {
    throw new HttpError('conflict', 'The identity provider must be reached by https.')
  }
  throw unreachable(error)
}

/** Turns the failure of an exchange into a sentence for the person who signs in. */
function refuseAnswer(error: unknown): never {
  if (error instanceof oidc.AuthorizationResponseError) {
    throw new HttpError('forbidden', 'The identity provider has refused the sign-in.')
  }
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_client') {
    throw new HttpError('conflict', 'The identity provider does not accept the client ID or its secret.')
  }
  if (failureIn(error) !== undefined) throw unreachable(error)
  throw invalidAnswer(error)
}

function failureIn(error: unknown): ImportFailure | undefined {
  if (error instanceof ImportFailure) return error
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause === undefined ? undefined : failureIn(cause)
}

function codeOf(error: unknown): unknown {
  return Object(error).code
}

const unreachable = (cause: unknown) =>
  new HttpError('conflict', 'The identity provider could not be reached. Check the issuer.', { cause })

const otherIssuer = () =>
  new HttpError('conflict', 'The identity provider names another issuer. Copy it exactly from the provider.')

const invalidAnswer = (cause?: unknown) =>
  new HttpError('forbidden', 'The answer of the identity provider is not valid. Please try again.', { cause })
