import { includesAction, type MemberAction, type MemberRole, type Role } from '@org/api-client/contract'
import { HttpError } from './http-error.ts'

/** An organisation, and the role that a person has there. */
export interface Membership {
  id: string
  role: MemberRole
}

/** An account that somebody signs in to. */
export interface Account {
  id: string
  email: string
  /** `client` for members of organisations. */
  role: Role
}

/** User of a session. */
export interface SessionUser extends Account {
  /** The organisation in use; null for staff and plain users. */
  organisation: Membership | null
  /** True for a visitor whom a client's site has identified: the account has no e-mail address, and nobody signs in to it. */
  isVisitor?: true
}

/**
 * Decides about every action on the data of clients: administrators may do everything, members what their role in the
 * organisation in use includes.
 */
export function may(
  { role, organisation }: Pick<SessionUser, 'role' | 'organisation'>,
  action: MemberAction,
): boolean {
  if (role === 'admin') return true
  return role === 'client' && organisation !== null && includesAction(organisation.role, action)
}

/** Decides about an action on the data of one organisation; of the deployment for null. */
export function mayIn(user: SessionUser, organisationId: string | null, action: MemberAction): boolean {
  return may(user, action) && (user.role === 'admin' || user.organisation?.id === organisationId)
}

/**
 * The client whose data a person may reach.
 *
 * @returns null for administrators, who reach all
 * @throws {HttpError} 403 for a person without an organisation
 */
export function clientOf(user: SessionUser): string | null {
  return user.role === 'admin' ? null : memberClientOf(user)
}

/**
 * The organisation in use of a member.
 *
 * @throws {HttpError} 403 for a person without one
 */
export function memberClientOf({ organisation }: SessionUser): string {
  if (organisation === null) throw new HttpError('forbidden', 'Your account does not have access to this.')
  return organisation.id
}

/** A session by a cookie of our own pages. */
export interface SiteSession {
  id: string
  /**
   * `recovery` was opened by a link: it chooses a new password, signs nobody in, and has a cookie of its own. `factor` takes
   * the second step of a sign-in, and signs nobody in before.
   */
  purpose: 'site' | 'recovery' | 'factor'
  user: SessionUser
  createdAt: Date
  /** Time of the second step; null without one. */
  factorAt: Date | null
  /** True when the account has a second factor. */
  hasSecondFactor: boolean
  isDemonstration: boolean
  /** True when the person has proved a password or a second factor within the last ten minutes. */
  isProven: boolean
  /** The organisation whose identity provider has opened the session; null after every other sign-in. */
  oidcOrganisationId: string | null
}
