import { z } from 'zod'

/** The machine codes that the server writes, each with its status. */
export const errorStatuses = {
  malformed: 400,
  login_required: 401,
  invalid_credentials: 401,
  /** The password was right, and a second step is missing. */
  second_factor_required: 401,
  /** The public API takes an API key as a bearer token, and this is none that is valid. */
  invalid_api_key: 401,
  forbidden: 403,
  identity_refused: 403,
  /** The member must sign in by the identity provider of the organisation. */
  organisation_sign_in_required: 403,
  /** A dangerous action needs a proof by password or second factor within the last ten minutes. */
  proof_required: 403,
  not_found: 404,
  conflict: 409,
  /** The call names an organisation by {@link organisationHeader} that is not the one in use of the session any more. */
  organisation_changed: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

/** One of the codes that the server writes. */
export type ErrorCode = keyof typeof errorStatuses

/** One rule that a body broke; the list of them is the `detail` of a 422. */
export const invalidFieldSchema = z.object({ path: z.string(), message: z.string() })

/** One rule that a body broke. */
export type InvalidField = z.infer<typeof invalidFieldSchema>

/**
 * Every error under /api: a sentence for a person, a code for a program, and the request's id.
 * `code` is open, so that a newer server's codes do not break an older reader.
 */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.string(),
  detail: z.unknown().optional(),
  request_id: z.string(),
})

/** The body of an error. */
export type ErrorBody = z.infer<typeof errorBodySchema>
