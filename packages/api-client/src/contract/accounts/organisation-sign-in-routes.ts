import { okSchema } from '../primitives.ts'
import { organisationQuerySchema } from './members.ts'
import {
  factorRequirementSchema,
  oidcConnectionSaveSchema,
  organisationCallbackRequestSchema,
  organisationCallbackResponseSchema,
  organisationLoginRequestSchema,
  organisationSignInSchema,
  signInDomainAddSchema,
  signInDomainSchema,
  signInStartedSchema,
} from './organisation-sign-in.ts'

const root = '/api/client/sign-in'
const managed = { access: 'client', action: 'manage', query: organisationQuerySchema } as const

/** Calls about the sign-in of an organisation by its own identity provider (OpenID Connect). */
export const organisationSignInRoutes = {
  organisationSignIn: { method: 'GET', path: root, ...managed, response: organisationSignInSchema },
  saveOidcConnection: {
    method: 'PUT',
    path: root,
    ...managed,
    proof: true,
    request: oidcConnectionSaveSchema,
    response: okSchema,
  },
  /** Ends the sessions that were opened by it. */
  removeOidcConnection: { method: 'DELETE', path: root, ...managed, proof: true },
  /** Requires a second factor of every member, or no longer. */
  saveFactorRequirement: {
    method: 'PUT',
    path: `${root}/second-factor`,
    ...managed,
    proof: true,
    request: factorRequirementSchema,
    response: okSchema,
  },
  /** Starts a sign-in that opens no session, and gives the claims to its caller. */
  testOidcConnection: {
    method: 'POST',
    path: `${root}/test`,
    ...managed,
    response: signInStartedSchema,
  },
  addSignInDomain: {
    method: 'POST',
    path: `${root}/domains`,
    ...managed,
    proof: true,
    request: signInDomainAddSchema,
    response: signInDomainSchema,
  },
  /** Looks the TXT record up. */
  verifySignInDomain: {
    method: 'POST',
    path: `${root}/domains/{id}/verify`,
    ...managed,
    proof: true,
    response: signInDomainSchema,
  },
  removeSignInDomain: { method: 'DELETE', path: `${root}/domains/{id}`, ...managed, proof: true },
  /** Verifies a domain without a TXT record. */
  confirmSignInDomain: {
    method: 'POST',
    path: '/api/admin/sign-in-domains/{id}/confirm',
    access: 'admin',
    proof: true,
    response: signInDomainSchema,
  },
  startOrganisationLogin: {
    method: 'POST',
    path: '/api/login/organisation',
    access: 'visitor',
    request: organisationLoginRequestSchema,
    response: signInStartedSchema,
  },
  completeOrganisationLogin: {
    method: 'POST',
    path: '/api/login/organisation/callback',
    access: 'visitor',
    request: organisationCallbackRequestSchema,
    response: organisationCallbackResponseSchema,
  },
} as const
