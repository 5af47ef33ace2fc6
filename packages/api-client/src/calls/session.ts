import type { CallOptions, Http } from '../http.ts'
import { flag, id, isRecord, oneOf, or, shape, text } from '../decode.ts'
import type { Decoder } from '../decode.ts'
import { type MemberRole, memberRoles } from '../member-rights.ts'

/** The roles that unlock screens; null is a plain user or a visitor. */
export type Role = 'admin' | 'client' | null

/** Session state and its user. */
export interface Session {
  authenticated: boolean
  role: Role
  email: string | null
  /** The organisation in use, and the role there; null or undefined for who is no member. */
  organisation?: { id: string; role: MemberRole } | null | undefined
}

const role = or(oneOf('admin', 'client'), null)

/** Reads an answer of `me` or `login`; what is not an object is a visitor. */
export const decodeSession: Decoder<Session> = (value) =>
  shape<Session>({
    authenticated: or(flag, false),
    role,
    email: or(text, null),
    organisation: or(shape<NonNullable<Session['organisation']>>({ id, role: oneOf(...memberRoles) }), null),
  })(isRecord(value) ? value : {})

/** Result of a sign-up: a sentence to show, an address to redirect to, or neither. */
export interface SignupResult {
  message: string | null
  redirect: string | null
}

/** Reads the answer of a sign-up. */
const decodeSignup: Decoder<SignupResult> = shape<SignupResult>({
  message: or(text, null),
  redirect: or(text, null),
})

/** A sentence to show, if the server gave one. */
export interface MessageResult {
  message: string | null
}

/** Reads the answer of a reset request. */
const decodeMessageResult: Decoder<MessageResult> = shape<MessageResult>({ message: or(text, null) })

/** An address and a password. */
export interface Credentials {
  email: string
  password: string
}

/** Fragment of a link in an email. */
export interface AuthLink {
  accessToken: string
  refreshToken: string
  /** Seconds. */
  expiresIn: number
  /** `recovery` leads to a new password, anything else to the chat. */
  type: string
  /**
   * True to sign in with a link in another browser than the one that asked for it; false to be asked there first.
   *
   * @default false for a `login` link, true for others
   */
  confirmed?: boolean | undefined
}

/** The calls about the session and the account. */
export interface SessionCalls {
  /** Loads the session. Times out after 7 s; a body that is not JSON counts as signed out. */
  me: (options?: CallOptions) => Promise<Session>
  login: (credentials: Credentials, options?: CallOptions) => Promise<Session>
  logout: (options?: CallOptions) => Promise<void>
  signup: (credentials: Credentials, options?: CallOptions) => Promise<SignupResult>
  resetPassword: (email: string, options?: CallOptions) => Promise<MessageResult>
  /**
   * Sends a link that signs in; the answer is the same whether or not the account exists.
   *
   * @param options.returnTo path of the site to open after the sign-in
   */
  loginLink: (
    email: string,
    options?: CallOptions & { returnTo?: string | undefined },
  ) => Promise<MessageResult>
  /**
   * Changes the password.
   *
   * @param options.currentPassword required from a signed-in person, not after a recovery link
   */
  updatePassword: (newPassword: string, options?: CallOptions & { currentPassword?: string }) => Promise<void>
  /** Redeems a link. Rejects with 409 for a link of another browser that is not `confirmed`: see {@link AuthLink}. */
  authCallback: (link: AuthLink, options?: CallOptions) => Promise<void>
}

// Specification 1, section 9.
const SESSION_CHECK_MS = 7000

/** The calls of {@link SessionCalls}. */
export function createSessionCalls({ call, tell }: Http): SessionCalls {
  return {
    me: ({ signal } = {}) =>
      call(decodeSession, { path: '/api/me', timeout: SESSION_CHECK_MS, cache: 'no-store', signal }),
    login: (body, { signal } = {}) =>
      call(decodeSession, { method: 'POST', path: '/api/login', body, signal }),
    logout: ({ signal } = {}) => tell({ method: 'POST', path: '/api/logout', body: {}, signal }),
    signup: (body, { signal } = {}) =>
      call(decodeSignup, { method: 'POST', path: '/api/signup', body, signal }),
    resetPassword: (email, { signal } = {}) =>
      call(decodeMessageResult, { method: 'POST', path: '/api/reset-password', body: { email }, signal }),
    loginLink: (email, { signal, returnTo } = {}) =>
      call(decodeMessageResult, {
        method: 'POST',
        path: '/api/login-link',
        body: { email, returnTo },
        signal,
      }),
    updatePassword: (newPassword, { signal, currentPassword } = {}) =>
      tell({ method: 'POST', path: '/api/update-password', body: { newPassword, currentPassword }, signal }),
    authCallback: (body, { signal } = {}) =>
      tell({ method: 'POST', path: '/api/auth/callback', body, signal }),
  }
}
