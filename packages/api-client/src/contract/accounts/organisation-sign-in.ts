import { z } from 'zod'
import { memberRoleSchema, loginLinkRequestSchema, loginResponseSchema } from '../session.ts'
import { emailSchema, idSchema, textUpTo, timestampSchema } from '../primitives.ts'

/** Bounds of the sign-in of an organisation. */
export const organisationSignInLimits = {
  domains: 10,
  groupRoles: 50,
  /** Minutes that a person has to sign in at the identity provider. */
  attemptMinutes: 10,
} as const

const lineOf = (max: number, message: string) => z.string().trim().min(1, message).pipe(textUpTo(max))

/** A group of the identity provider, and the role of its members. */
export const groupRoleSchema = z.object({ group: lineOf(200, 'Enter a group.'), role: memberRoleSchema })

/** PUT /api/client/sign-in */
export const oidcConnectionSaveSchema = z.object({
  /** Issuer identifier of the OpenID provider, exactly as its discovery document has it. */
  issuer: z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/u, error: 'Enter an https address.' })),
  /** Client identifier at the provider. The plain `client_id` of other calls is an organisation. */
  oauth_client_id: lineOf(300, 'Enter the client ID.'),
  /** Left out: the stored secret, which is kept while issuer and client identifier stay the same. */
  oauth_client_secret: z.string().min(1).max(1000).optional(),
  /** Scopes to request; `openid` is added where it is missing. */
  scope: textUpTo(300).default('openid email profile'),
  /** Claim with the groups of a person. */
  groups_claim: lineOf(100, 'Enter the name of the claim.').default('groups'),
  /** The first group of the list that a person is in decides about the role. Empty: roles are not managed by groups. */
  group_roles: z.array(groupRoleSchema).max(organisationSignInLimits.groupRoles).default([]),
  /** Role of a person without one of the groups; null refuses the sign-in. */
  default_role: memberRoleSchema.nullable().default(null),
  /** True to refuse every other way to sign in to members with an address in a verified domain. */
  enforced: z.boolean().default(false),
})

/** The body of PUT /api/client/sign-in. */
export type OidcConnectionSave = z.infer<typeof oidcConnectionSaveSchema>

/** A domain of e-mail addresses that an organisation claims. */
export const signInDomainSchema = z.object({
  id: idSchema,
  domain: z.string(),
  /** Null until the organisation has proved that the domain is its own. */
  verified_at: timestampSchema.nullable(),
  verified_by: z.enum(['dns', 'administrator']).nullable(),
  /** Name and value of the TXT record that proves it. */
  record_name: z.string(),
  record_value: z.string(),
})

/** A domain of e-mail addresses that an organisation claims. */
export type SignInDomain = z.infer<typeof signInDomainSchema>

/** GET /api/client/sign-in */
export const organisationSignInSchema = z.object({
  organisation: z.object({ id: idSchema, name: z.string() }),
  /** Redirect URI to register at the provider. */
  redirect_uri: z.string(),
  /** Null without a provider. */
  connection: z
    .object({
      issuer: z.string(),
      oauth_client_id: z.string(),
      scope: z.string(),
      groups_claim: z.string(),
      group_roles: z.array(groupRoleSchema),
      default_role: memberRoleSchema.nullable(),
      enforced: z.boolean(),
      /** Time at which the secret was saved. */
      secret_at: timestampSchema,
      /** Time of the last successful sign-in or test with this provider and client; null before the first. */
      tested_at: timestampSchema.nullable(),
    })
    .nullable(),
  domains: z.array(signInDomainSchema),
  second_factor: z.object({
    /** True when members must have a second factor. */
    required: z.boolean(),
    members: z.number().int().min(0),
    /** Members without a second factor, except the accounts of a demonstration. */
    without: z.number().int().min(0),
  }),
})

/** The sign-in of an organisation by its own identity provider. */
export type OrganisationSignIn = z.infer<typeof organisationSignInSchema>

/** PUT /api/client/sign-in/second-factor */
export const factorRequirementSchema = z.object({
  /** True: members without a second factor set one up before they can go on. */
  required: z.boolean(),
})

/** POST /api/client/sign-in/domains */
export const signInDomainAddSchema = z.object({
  domain: z.string().trim().min(1, 'Enter a domain.').max(253),
})

/** An address to open in the browser: that of the identity provider. */
export const signInStartedSchema = z.object({ url: z.string() })

/** POST /api/login/organisation */
export const organisationLoginRequestSchema = z.object({
  /** Its domain chooses the organisation. Left out by a signed-in person: the organisation of the session. */
  email: emailSchema.optional(),
  return_to: loginLinkRequestSchema.shape.return_to,
  /** True to have the identity provider ask for the person's credentials again, as a proof for dangerous actions. */
  fresh: z.boolean().default(false),
})

/** POST /api/login/organisation/callback: the parameters with which the identity provider has sent the browser back. */
export const organisationCallbackRequestSchema = z.object({
  /** Id in the path of the redirect URI. */
  organisation: idSchema,
  state: z.string().min(1).max(500),
  code: z.string().min(1).max(4000).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
})

/** The body of POST /api/login/organisation/callback. */
export type OrganisationCallbackRequest = z.infer<typeof organisationCallbackRequestSchema>

/** The claims that a test has found. */
export const signInTestSchema = z.object({
  email: z.string(),
  /** At most 50. */
  groups: z.array(z.string()),
  /** Role that a sign-in would give; null for a refusal. */
  role: memberRoleSchema.nullable(),
})

/** The answer of POST /api/login/organisation/callback: `test` for a test, else the session of the person. */
export const organisationCallbackResponseSchema = z.union([
  z.object({ test: signInTestSchema }),
  loginResponseSchema.extend({ return_to: z.string().nullable() }),
])
