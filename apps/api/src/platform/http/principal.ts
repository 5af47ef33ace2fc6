import type { Role } from '@org/api-client/contract'

/** User of a session. */
export interface SessionUser {
  id: string
  email: string
  role: Role
  /** True for a visitor whom a client's site has identified: the account has no e-mail address, and nobody signs in to it. */
  isVisitor?: true
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
}
