import { z } from 'zod'
import { idSchema, textUpTo, timestampSchema } from '../primitives.ts'

/** A way to prove a second factor. */
export const secondFactorMethodSchema = z.enum(['totp', 'passkey', 'recovery_code'])

/** A way to prove a second factor. */
export type SecondFactorMethod = z.infer<typeof secondFactorMethodSchema>

/** Why an account must have a second factor: it is of staff, its organisation requires it, or the deployment does of everybody. */
export const factorReasonSchema = z.enum(['staff', 'organisation', 'everybody'])

/** Why an account must have a second factor. */
export type FactorReason = z.infer<typeof factorReasonSchema>

/**
 * `detail` of a 401 with the code `second_factor_required`: the password was right, and the session cookie of the
 * answer opens nothing but the second step.
 */
export const secondFactorDetailSchema = z.object({
  /** Methods that the account has set up. */
  methods: z.array(secondFactorMethodSchema),
  /** True for an account that must set up a second factor before it can sign in. */
  setup: z.boolean(),
  /** Why it must be set up; null without `setup`. */
  reason: factorReasonSchema.nullable(),
})

/** `detail` of a 401 with the code `second_factor_required`. */
export type SecondFactorDetail = z.infer<typeof secondFactorDetailSchema>

/** A credential as `navigator.credentials` gives it, in the JSON form of WebAuthn Level 3. */
export const passkeyResponseSchema = z.looseObject({
  id: z.string().min(1).max(1400),
  type: z.literal('public-key'),
  response: z.record(z.string().max(100), z.unknown()),
})

/** A credential as `navigator.credentials` gives it. */
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>

/** Options of `navigator.credentials`, in the JSON form of WebAuthn Level 3. */
export const passkeyOptionsSchema = z.object({ options: z.looseObject({ challenge: z.string() }) })

/** Options of `navigator.credentials`. */
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>

const codeSchema = z.object({
  /** Six digits of an authenticator app, or a recovery code. */
  code: z.string().trim().min(1).max(60),
})

const passkeySchema = z.object({ passkey: passkeyResponseSchema })

/** POST /api/login/second-factor */
export const secondFactorRequestSchema = z.union([codeSchema, passkeySchema])

/** The body of POST /api/login/second-factor. */
export type SecondFactorRequest = z.infer<typeof secondFactorRequestSchema>

/** POST /api/login/passkey/options */
export const passkeyChallengeRequestSchema = z.object({
  /** True for a sign-in by a passkey alone; else, with a session, the passkeys of its account answer. */
  any_account: z.boolean().default(false),
})

/** The body of POST /api/login/passkey/options. */
export type PasskeyChallengeRequest = z.input<typeof passkeyChallengeRequestSchema>

/** POST /api/login/passkey */
export const passkeyLoginRequestSchema = passkeySchema

/** The body of POST /api/login/passkey. */
export type PasskeyLoginRequest = z.infer<typeof passkeyLoginRequestSchema>

/** POST /api/account/proof */
export const proofRequestSchema = z.union([
  z.object({ password: z.string().min(1).max(1024) }),
  codeSchema,
  passkeySchema,
])

/** The body of POST /api/account/proof. */
export type ProofRequest = z.infer<typeof proofRequestSchema>

/** A passkey of an account. */
export const accountPasskeySchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: timestampSchema,
  last_used_at: timestampSchema.nullable(),
})

/** GET /api/account/second-factor */
export const accountSecondFactorSchema = z.object({
  /** False for the accounts of a demonstration, whose password is public. */
  available: z.boolean(),
  /** True when the account must have a second factor. */
  required: z.boolean(),
  /** True when an authenticator app is set up. */
  totp: z.boolean(),
  passkeys: z.array(accountPasskeySchema),
  /** True when the session has a proof of identity of the last ten minutes. */
  proven: z.boolean(),
  /** Number of unused recovery codes. */
  recovery_codes: z.number().int().min(0),
  /** True when the session was opened by the identity provider of an organisation, which proves the identity again. */
  organisation_sign_in: z.boolean(),
})

/** The answer of GET /api/account/second-factor. */
export type AccountSecondFactor = z.infer<typeof accountSecondFactorSchema>

/** POST /api/account/second-factor/totp: a secret, which counts once a code of it is confirmed. */
export const totpSetupSchema = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://` address that authenticator apps read from a QR code. */
  uri: z.string(),
})

/** The answer of POST /api/account/second-factor/totp. */
export type TotpSetup = z.infer<typeof totpSetupSchema>

/** POST /api/account/second-factor/totp/confirm */
export const totpConfirmRequestSchema = codeSchema

/** The body of POST /api/account/second-factor/totp/confirm. */
export type TotpConfirmRequest = z.infer<typeof totpConfirmRequestSchema>

/** POST /api/account/passkeys */
export const passkeyCreateRequestSchema = z.object({
  passkey: passkeyResponseSchema,
  name: textUpTo(60).default(''),
})

/** The body of POST /api/account/passkeys. */
export type PasskeyCreateRequest = z.input<typeof passkeyCreateRequestSchema>

/** Recovery codes, in this one answer alone; empty when the account has codes already. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) })

/** Recovery codes, in this one answer alone. */
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>
