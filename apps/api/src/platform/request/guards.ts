import { type MemberAction, organisationHeader } from '@org/api-client/contract'
import type { AppContext } from '../http/app-env.ts'
import { HttpError, loginRequired, roleForbids } from '../http/http-error.ts'

import { may, type SessionUser } from '../http/principal.ts'

/**
 * The signed-in person.
 *
 * @throws {HttpError} 401 when nobody is signed in
 */
function requireUser(c: AppContext): SessionUser {
  const user = c.get('user')
  if (user === null) throw loginRequired()
  return user
}

/**
 * The signed-in person, when they have one of the roles.
 *
 * @throws {HttpError} 401 when nobody is signed in, 403 when the role is another
 */
export function requireRole(c: AppContext, ...roles: NonNullable<SessionUser['role']>[]): SessionUser {
  const user = requireUser(c)
  if (user.role === null || !roles.includes(user.role)) {
    throw new HttpError('forbidden', 'Your account does not have access to this.')
  }
  return user
}

/**
 * The signed-in person, when they may do an action in the organisation in use.
 *
 * @throws {HttpError} 401 when nobody is signed in, 403 when the role does not include the action, 409 when the call is about
 *   another organisation
 */
export function requireAction(c: AppContext, action: MemberAction): SessionUser {
  const user = requireUser(c)
  requireNamedOrganisation(c, user)
  if (may(user, action)) return user
  if (user.organisation !== null) throw roleForbids()
  throw new HttpError('forbidden', 'Your account does not have access to this.')
}

/**
 * A page names the organisation that it shows. The one in use may be another by then: it was switched in another tab, or the
 * membership has ended. What was written for one organisation must not get into another.
 */
function requireNamedOrganisation(c: AppContext, { organisation }: SessionUser): void {
  const named = c.req.header(organisationHeader)
  if (named === undefined || organisation === null || named.toLowerCase() === organisation.id) return
  throw new HttpError(
    'organisation_changed',
    'You are working in another organisation now. Nothing was changed.',
  )
}

/**
 * Requires a proof of identity for a dangerous action.
 *
 * @throws {HttpError} 403 when the session has no proof of the last ten minutes, and in the frame of a widget
 */
export function requireProof(c: AppContext): void {
  const session = c.get('session')
  if (session === null) throw new HttpError('forbidden', 'Please do this on our own site.')
  if (session.isProven) return
  throw new HttpError('proof_required', 'Confirm your identity to go on.')
}
