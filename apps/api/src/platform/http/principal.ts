import type { Role } from '@org/api-client/contract'

/** User of a session. */
export interface SessionUser {
  id: string
  email: string
  role: Role
  /** True for a visitor whom a client's site has identified: the account has no e-mail address, and nobody signs in to it. */
  isVisitor?: true
}

/** A session by the cookie of our own pages. */
export interface SiteSession {
  id: string
  /** `recovery` was opened by a link: it chooses a new password, and signs nobody in. */
  purpose: 'site' | 'recovery'
  user: SessionUser
  createdAt: Date
}
