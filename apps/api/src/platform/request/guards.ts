import type { MemberAction } from '@org/api-client/contract'
import type { AppContext } from '../http/app-env.ts'
import { HttpError, loginRequired } from '../http/http-error.ts'

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
 * @throws {HttpError} 401 when nobody is signed in, 403 when the role does not include the action
 */
export function requireAction(c: AppContext, action: MemberAction): SessionUser {
  const user = requireUser(c)
  if (may(user, action)) return user
  throw new HttpError(
    'forbidden',
    user.organisation === null
      ? 'Your account does not have access to this.'
      : 'Your role in this organisation does not include this.',
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
