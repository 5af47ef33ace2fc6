import { z } from 'zod'
import { emailSchema, idSchema, timestampSchema } from '../primitives.ts'
import { memberRoleSchema, signupRequestSchema } from '../session.ts'

/** Bounds of the members of an organisation. */
export const memberLimits = {
  /** Members and open invitations together. */
  members: 100,
  nameCharacters: 100,
  /** Days for which the link of an invitation works. */
  invitationDays: 7,
} as const

/** Query of the calls about members. An administrator names the organisation; for members it is the one in use. */
export const organisationQuerySchema = z.object({ client_id: z.uuid().optional() })

/** Query of the calls about members. */
export type OrganisationQuery = z.infer<typeof organisationQuerySchema>

/** An account that acts for an organisation. */
export const memberSchema = z.object({
  /** Id of the account. */
  id: idSchema,
  email: z.string(),
  role: memberRoleSchema,
  since: timestampSchema,
  /** True for an account that cannot sign in; only those who may manage members are told. */
  disabled: z.boolean(),
})

/** An invitation that nobody has accepted yet. */
export const memberInvitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: memberRoleSchema,
  sent_at: timestampSchema,
  expires_at: timestampSchema,
  expired: z.boolean(),
  /** E-mails that may still be sent. */
  sends_left: z.number().int().min(0),
})

/** GET /api/client/members */
export const memberListSchema = z.object({
  organisation: z.object({ id: idSchema, name: z.string() }),
  /** Role of the reader; null for an administrator. */
  role: memberRoleSchema.nullable(),
  /** The oldest member first. */
  members: z.array(memberSchema),
  /** Empty for members who may not invite. */
  invitations: z.array(memberInvitationSchema),
})

/** Members and invitations of an organisation. */
export type MemberList = z.infer<typeof memberListSchema>

/** POST /api/client/members/invitations */
export const memberInviteSchema = z.object({ email: emailSchema, role: memberRoleSchema })

/** The body of POST /api/client/members/invitations. */
export type MemberInvite = z.infer<typeof memberInviteSchema>

/** PUT /api/client/members/{id}/role */
export const memberRoleSaveSchema = z.object({ role: memberRoleSchema })

/** PUT /api/client/organisation */
export const organisationSaveSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(memberLimits.nameCharacters),
})

/** GET /api/organisations: those that the person is a member of. */
export const organisationListSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      role: memberRoleSchema,
      /** True for the one that the calls of this session are about. */
      current: z.boolean(),
    }),
  ),
})

/** Organisations of a person. */
export type OrganisationList = z.infer<typeof organisationListSchema>

/** PUT /api/organisations/current */
export const organisationChoiceSchema = z.object({ id: z.uuid() })

/** POST /api/member-invitations/preview: the token of the e-mailed link. */
export const invitationTokenSchema = z.object({ token: z.string().min(1).max(200) })

/** An invitation, as the holder of its link reads it. */
export const invitationPreviewSchema = z.object({
  organisation: z.string(),
  email: z.string(),
  role: memberRoleSchema,
  /**
   * The next step: `password` chooses the password of a new account, `sign_in` signs in to the account of the address first,
   * `accept` is for whoever is signed in with the address.
   */
  next: z.enum(['password', 'sign_in', 'accept']),
})

/** An invitation, as the holder of its link reads it. */
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>

/** POST /api/member-invitations/accept. `password` is for the step of the same name. */
export const invitationAcceptSchema = invitationTokenSchema.extend({
  password: signupRequestSchema.shape.password.optional(),
})

/** The body of POST /api/member-invitations/accept. */
export type InvitationAccept = z.infer<typeof invitationAcceptSchema>
