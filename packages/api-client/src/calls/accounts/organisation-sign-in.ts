import {
  amount,
  flag,
  id,
  isRecord,
  list,
  maybe,
  oneOf,
  or,
  shape,
  text,
  texts,
  words,
} from '../../decode.ts'
import type { Decoder } from '../../decode.ts'
import { isApiError } from '../../errors.ts'
import type { CallOptions, Http } from '../../http.ts'
import { type MemberRole, memberRoles } from '../../member-rights.ts'
import { decodeSession, type Session } from '../session.ts'
import type { MemberCallOptions } from './members.ts'

/** A group of the identity provider, and the role of its members. */
export interface GroupRole {
  group: string
  role: MemberRole
}

/** The identity provider of an organisation (OpenID Connect). */
export interface OidcConnection {
  issuer: string
  oauthClientId: string
  scope: string
  /** Claim with the groups of a person. */
  groupsClaim: string
  /** The first group of the list that a person is in decides about the role. Empty: groups manage no roles. */
  groupRoles: GroupRole[]
  /** Role of a person without one of the groups; null refuses the sign-in. */
  defaultRole: MemberRole | null
  /** True when members with an address in a verified domain sign in by this provider alone. */
  enforced: boolean
  /** Time at which the secret was saved. */
  secretAt: string
  /** Time of the last successful sign-in or test; null before the first. */
  testedAt: string | null
}

/** Fields of an identity provider to save. */
export interface OidcConnectionInput extends Omit<OidcConnection, 'secretAt' | 'testedAt'> {
  /** @default the stored secret, while issuer and client identifier stay the same */
  oauthClientSecret?: string | undefined
}

/** A domain of e-mail addresses that an organisation claims. */
export interface SignInDomain {
  id: string
  domain: string
  /** Null until the domain is verified. */
  verifiedAt: string | null
  verifiedBy: 'dns' | 'administrator' | null
  /** Name and value of the TXT record that proves the claim. */
  recordName: string
  recordValue: string
}

/** The sign-in of an organisation by its own identity provider. */
export interface OrganisationSignIn {
  organisation: { id: string; name: string }
  /** Redirect URI to register at the provider. */
  redirectUri: string
  /** Null without a provider. */
  connection: OidcConnection | null
  domains: SignInDomain[]
  /** Rule for the second factor of members, and the number of members without one. */
  secondFactor: { required: boolean; members: number; without: number }
}

/** The claims that a test has found. */
export interface SignInTest {
  email: string
  groups: string[]
  /** Role that a sign-in would give; null for a refusal. */
  role: MemberRole | null
}

/** Parameters with which an identity provider sends the browser back. */
export interface OrganisationCallback {
  /** Id in the path of the redirect URI. */
  organisation: string
  state: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** Result of {@link OrganisationLoginCalls.completeOrganisationLogin}. */
export type OrganisationLoginResult =
  | { test: SignInTest }
  | { session: Session; /** Path of the site to open; null for the usual one. */ returnTo: string | null }

/** The calls about the sign-in of an organisation. */
export interface OrganisationSignInCalls {
  organisationSignIn: (options?: MemberCallOptions) => Promise<OrganisationSignIn>
  /** @throws {ApiError} with the code `invalid` for an issuer that cannot be used, `conflict` where it cannot be enforced */
  saveOidcConnection: (input: OidcConnectionInput, options?: MemberCallOptions) => Promise<void>
  /** Ends the sessions that were opened by it. */
  removeOidcConnection: (options?: MemberCallOptions) => Promise<void>
  /**
   * Requires a second factor of every member, or no longer.
   *
   * @throws {ApiError} with the code `conflict` for an owner without one
   */
  saveFactorRequirement: (required: boolean, options?: MemberCallOptions) => Promise<void>
  /** Returns the address of the provider at which the test goes on. */
  testOidcConnection: (options?: MemberCallOptions) => Promise<string>
  addSignInDomain: (domain: string, options?: MemberCallOptions) => Promise<SignInDomain>
  /** @throws {ApiError} with the code `conflict` without the TXT record, and for a domain of another organisation */
  verifySignInDomain: (domainId: string, options?: MemberCallOptions) => Promise<SignInDomain>
  removeSignInDomain: (domainId: string, options?: MemberCallOptions) => Promise<void>
  /** Verifies a domain without a TXT record; for administrators. */
  confirmSignInDomain: (domainId: string, options?: CallOptions) => Promise<SignInDomain>
}

/** Options of {@link OrganisationLoginCalls.startOrganisationLogin}. */
export interface OrganisationLoginOptions extends CallOptions {
  /** Its domain chooses the organisation. @default the organisation that the session was opened by */
  email?: string | undefined
  /** Path of the site to open after the sign-in. */
  returnTo?: string | undefined
  /** True to have the provider ask for the credentials again. @default false */
  fresh?: boolean | undefined
}

/** The calls that sign in by the identity provider of an organisation. */
export interface OrganisationLoginCalls {
  /**
   * Returns the address of the provider to open.
   *
   * @throws {ApiError} with the code `not_found` for an address whose organisation has none
   */
  startOrganisationLogin: (options?: OrganisationLoginOptions) => Promise<string>
  completeOrganisationLogin: (
    callback: OrganisationCallback,
    options?: CallOptions,
  ) => Promise<OrganisationLoginResult>
}

/** Returns whether a sign-in was refused because the member must sign in by the provider of the organisation. */
export function requiresOrganisationLogin(error: unknown): boolean {
  return isApiError(error) && error.code === 'organisation_sign_in_required'
}

const root = '/api/client/sign-in'

const role = or(oneOf(...memberRoles), null)

const decodeDomain = shape<SignInDomain>({
  id,
  domain: text,
  verifiedAt: maybe,
  verifiedBy: or(oneOf('dns', 'administrator'), null),
  recordName: words,
  recordValue: words,
})

const decodeConnection = shape<OidcConnection>({
  issuer: text,
  oauthClientId: words,
  scope: words,
  groupsClaim: words,
  groupRoles: or(list(shape<GroupRole>({ group: text, role: oneOf(...memberRoles) })), []),
  defaultRole: role,
  enforced: or(flag, false),
  secretAt: words,
  testedAt: maybe,
})

const decodeSignIn = shape<OrganisationSignIn>({
  organisation: shape<OrganisationSignIn['organisation']>({ id, name: words }),
  redirectUri: words,
  connection: or(decodeConnection, null),
  domains: or(list(decodeDomain), []),
  secondFactor: or(
    shape<OrganisationSignIn['secondFactor']>({
      required: or(flag, false),
      members: or(amount, 0),
      without: or(amount, 0),
    }),
    { required: false, members: 0, without: 0 },
  ),
})

const decodeStarted = shape<{ url: string }>({ url: text })

const decodeTest = shape<SignInTest>({ email: words, groups: texts, role })

const decodeResult: Decoder<OrganisationLoginResult> = (value) => {
  if (!isRecord(value)) return undefined
  const test = decodeTest(value['test'])
  if (test !== undefined) return { test }
  const session = decodeSession(value)
  return session && { session, returnTo: maybe(value['return_to']) ?? null }
}

/** The calls of {@link OrganisationSignInCalls}. */
export function createOrganisationSignInCalls({ call, tell }: Http): OrganisationSignInCalls {
  const given = ({ signal, clientId }: MemberCallOptions = {}) => ({ signal, query: { clientId } })
  const ofDomain = (domainId: string, rest = '') => `${root}/domains/${encodeURIComponent(domainId)}${rest}`
  return {
    organisationSignIn: (options) => call(decodeSignIn, { path: root, ...given(options) }),
    saveOidcConnection: (input, options) =>
      tell({ method: 'PUT', path: root, body: input, ...given(options) }),
    removeOidcConnection: (options) => tell({ method: 'DELETE', path: root, ...given(options) }),
    saveFactorRequirement: (required, options) =>
      tell({ method: 'PUT', path: `${root}/second-factor`, body: { required }, ...given(options) }),
    testOidcConnection: async (options) =>
      (await call(decodeStarted, { method: 'POST', path: `${root}/test`, ...given(options) })).url,
    addSignInDomain: (domain, options) =>
      call(decodeDomain, { method: 'POST', path: `${root}/domains`, body: { domain }, ...given(options) }),
    verifySignInDomain: (domainId, options) =>
      call(decodeDomain, { method: 'POST', path: ofDomain(domainId, '/verify'), ...given(options) }),
    removeSignInDomain: (domainId, options) =>
      tell({ method: 'DELETE', path: ofDomain(domainId), ...given(options) }),
    confirmSignInDomain: (domainId, { signal } = {}) =>
      call(decodeDomain, {
        method: 'POST',
        path: `/api/admin/sign-in-domains/${encodeURIComponent(domainId)}/confirm`,
        signal,
      }),
  }
}

/** The calls of {@link OrganisationLoginCalls}. */
export function createOrganisationLoginCalls({ call }: Http): OrganisationLoginCalls {
  return {
    startOrganisationLogin: async ({ signal, ...body } = {}) =>
      (await call(decodeStarted, { method: 'POST', path: '/api/login/organisation', body, signal })).url,
    completeOrganisationLogin: (body, { signal } = {}) =>
      call(decodeResult, { method: 'POST', path: '/api/login/organisation/callback', body, signal }),
  }
}
