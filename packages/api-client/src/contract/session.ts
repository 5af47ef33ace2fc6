import { z } from 'zod'
import { memberRoles } from '../member-rights.ts'
import { emailSchema, idSchema, okSchema, textBetween } from './primitives.ts'

/** Passwords, in characters as a person counts them: length alone is asked for (NIST SP 800-63B-4), and common ones are refused by the server. */
export const passwordLimits = { min: 15, max: 128 } as const

/** The roles that unlock screens; null is a plain user or a visitor. */
export const roleSchema = z.enum(['admin', 'client']).nullable()

/** Role of a member of an organisation. */
export const memberRoleSchema = z.enum(memberRoles)

/** A role, or null. */
export type Role = z.infer<typeof roleSchema>

/** An organisation, and the role of a member there. */
export const membershipSchema = z.object({ id: idSchema, role: memberRoleSchema })

/** GET /api/me, always 200. A member has the `organisation` in use. */
export const meResponseSchema = z.object({
  authenticated: z.boolean(),
  role: roleSchema,
  email: z.string().nullable(),
  organisation: membershipSchema.optional(),
})

/** Session state and its user. */
export type MeResponse = z.infer<typeof meResponseSchema>

/** POST /api/login. A wrong address is a wrong pair, so it is not checked for its form. */
export const loginRequestSchema = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
})

/** The body of POST /api/login. */
export type LoginRequest = z.infer<typeof loginRequestSchema>

/** The answer to a right pair. */
export const loginResponseSchema = z.object({
  ok: z.literal(true),
  authenticated: z.literal(true),
  role: roleSchema,
  email: z.string(),
  organisation: membershipSchema.optional(),
})

/** The answer of POST /api/login. */
export type LoginResponse = z.infer<typeof loginResponseSchema>

const newPasswordSchema = z.string().pipe(
  textBetween(passwordLimits.min, passwordLimits.max, {
    short: `Use at least ${passwordLimits.min} characters.`,
    long: `Use at most ${passwordLimits.max} characters.`,
  }),
)

/** POST /api/signup. */
export const signupRequestSchema = z.object({ email: emailSchema, password: newPasswordSchema })

/** The body of POST /api/signup. */
export type SignupRequest = z.infer<typeof signupRequestSchema>

/** `message` when a confirmation e-mail went out, `redirect` when the person is signed in already. */
export const signupResponseSchema = z.union([
  z.object({ message: z.string() }),
  z.object({ redirect: z.string() }),
])

/** The answer of POST /api/signup. */
export type SignupResponse = z.infer<typeof signupResponseSchema>

/** POST /api/logout, also when signed out. */
export const logoutResponseSchema = okSchema

/** The answer of POST /api/logout. */
export type LogoutResponse = z.infer<typeof logoutResponseSchema>

/** POST /api/reset-password. */
export const resetPasswordRequestSchema = z.object({ email: emailSchema })

/** The body of POST /api/reset-password. */
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequestSchema>

/** The same whether or not the account exists. */
export const resetPasswordResponseSchema = z.object({ message: z.string() })

/** The answer of POST /api/reset-password. */
export type ResetPasswordResponse = z.infer<typeof resetPasswordResponseSchema>

/** Returns whether browsers resolve a path to our own site: `/.//evil.example` and `/\t/evil.example` lead elsewhere. */
function staysOnSite(path: string): boolean {
  const base = 'https://site.invalid'
  const url = URL.parse(path, base)
  return url !== null && url.origin === base && !url.pathname.startsWith('//')
}

/** POST /api/login-link. */
export const loginLinkRequestSchema = z.object({
  email: emailSchema,
  /** Path of our own site to open after the sign-in. @default '/chat' */
  return_to: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])/u)
    .refine(staysOnSite)
    .optional(),
})

/** The body of POST /api/login-link. */
export type LoginLinkRequest = z.infer<typeof loginLinkRequestSchema>

/** The same whether or not the account exists. */
export const loginLinkResponseSchema = z.object({ message: z.string() })

/** The answer of POST /api/login-link. */
export type LoginLinkResponse = z.infer<typeof loginLinkResponseSchema>

/**
 * POST /api/update-password. `current_password` is required from a signed-in person; a session that a recovery link
 * opened needs none.
 */
export const updatePasswordRequestSchema = z.object({
  new_password: newPasswordSchema,
  current_password: z.string().min(1).max(1024).optional(),
})

/** The body of POST /api/update-password. */
export type UpdatePasswordRequest = z.infer<typeof updatePasswordRequestSchema>

/** Purpose of a link in an email. Any type but `recovery` leads to the chat. */
export const authLinkTypeSchema = z.enum(['signup', 'recovery', 'magiclink', 'login'])

/** Purpose of a link in an email. */
export type AuthLinkType = z.infer<typeof authLinkTypeSchema>

/** POST /api/auth/callback: the fragment of the link. */
export const authCallbackRequestSchema = z.object({
  access_token: z.string().min(1).max(4096),
  refresh_token: z.string().min(1).max(4096),
  expires_in: z.coerce.number().int().positive().default(3600),
  type: z.string().max(50).default('signup'),
  /**
   * True to sign in with a link in another browser than the one that asked for it. Our own pages send false first: a link
   * of somebody else must not sign a person in unseen. Without a value, links of type `login` alone need a confirmation.
   */
  confirmed: z.boolean().optional(),
})

/** The body of POST /api/auth/callback. */
export type AuthCallbackRequest = z.input<typeof authCallbackRequestSchema>
