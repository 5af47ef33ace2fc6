import { amount, flag, id, list, oneOf, or, shape, text, words } from '../../decode.ts'
import type { CallOptions, Http } from '../../http.ts'
import { type MemberRole, memberRoles } from '../../member-rights.ts'

/** An account that acts for an organisation. */
export interface Member {
  /** Id of the account. */
  id: string
  email: string
  role: MemberRole
  /** Time of joining. */
  since: string
  /** True for an account that cannot sign in. */
  disabled: boolean
}

/** An invitation that nobody has accepted yet. */
export interface MemberInvitation {
  id: string
  email: string
  role: MemberRole
  sentAt: string
  expiresAt: string
  expired: boolean
  /** E-mails that may still be sent. */
  sendsLeft: number
}

/** The members of an organisation. */
export interface MemberList {
  organisation: { id: string; name: string }
  /** Role of the reader; null for an administrator. */
  role: MemberRole | null
  /** The oldest member first. */
  members: Member[]
  /** Empty for members who may not invite. */
  invitations: MemberInvitation[]
}

/** An organisation of the signed-in person. */
export interface Organisation {
  id: string
  name: string
  role: MemberRole
  /** True for the one that the calls of this session are about. */
  current: boolean
}

/** An invitation, as the holder of its link reads it. */
export interface InvitationPreview {
  organisation: string
  email: string
  role: MemberRole
  /**
   * The next step: `password` chooses the password of a new account, `sign_in` signs in to the account of the address first,
   * `accept` is for whoever is signed in with the address.
   */
  next: 'password' | 'sign_in' | 'accept'
}

/** Organisation of a call, for administrators; members have the one in use. */
export interface MemberCallOptions extends CallOptions {
  clientId?: string | undefined
}

/** The calls about the members of an organisation. */
export interface MemberCalls {
  members: (options?: MemberCallOptions) => Promise<MemberList>
  /** @throws {ApiError} with the code `conflict` for the last owner */
  saveMemberRole: (memberId: string, role: MemberRole, options?: MemberCallOptions) => Promise<void>
  /** @throws {ApiError} with the code `conflict` for the last owner */
  removeMember: (memberId: string, options?: MemberCallOptions) => Promise<void>
  /** Makes another member an owner, and the caller an editor. */
  transferOwnership: (memberId: string, options?: CallOptions) => Promise<void>
  /** @throws {ApiError} with the code `conflict` for the last owner */
  leaveOrganisation: (options?: CallOptions) => Promise<void>
  /** @throws {ApiError} with the code `conflict` for a member, an invited address, and too many of both */
  inviteMember: (email: string, role: MemberRole, options?: MemberCallOptions) => Promise<void>
  /** Sends a new link, which ends the earlier one. */
  resendMemberInvitation: (invitationId: string, options?: MemberCallOptions) => Promise<void>
  revokeMemberInvitation: (invitationId: string, options?: MemberCallOptions) => Promise<void>
  saveOrganisation: (name: string, options?: MemberCallOptions) => Promise<void>
}

/** The calls about the organisations of a person, and about invitations to them. */
export interface MembershipCalls {
  /** In the order of joining. */
  organisations: (options?: CallOptions) => Promise<Organisation[]>
  /** Sets the organisation that the calls of this session are about. */
  chooseOrganisation: (organisationId: string, options?: CallOptions) => Promise<void>
  /** @throws {ApiError} with the status 401 for a link that is unknown, used, revoked or expired */
  previewMemberInvitation: (token: string, options?: CallOptions) => Promise<InvitationPreview>
  /**
   * Accepts an invitation, once.
   *
   * @param options.password of a new account, for the step `password`
   */
  acceptMemberInvitation: (
    token: string,
    options?: CallOptions & { password?: string | undefined },
  ) => Promise<void>
}

const root = '/api/client/members'

const role = or(oneOf(...memberRoles), 'viewer')
const no = or(flag, false)

const decodeMembers = shape<MemberList>({
  organisation: shape<MemberList['organisation']>({ id, name: words }),
  role: or(oneOf(...memberRoles), null),
  members: list(shape<Member>({ id, email: text, role, since: words, disabled: no })),
  invitations: or(
    list(
      shape<MemberInvitation>({
        id,
        email: text,
        role,
        sentAt: words,
        expiresAt: words,
        expired: no,
        sendsLeft: or(amount, 0),
      }),
    ),
    [],
  ),
})
const decodeOrganisations = shape<{ items: Organisation[] }>({
  items: list(shape<Organisation>({ id, name: words, role, current: no })),
})
const decodePreview = shape<InvitationPreview>({
  organisation: words,
  email: text,
  role,
  next: oneOf('password', 'sign_in', 'accept'),
})

/** The calls of {@link MemberCalls}. */
export function createMemberCalls({ call, tell }: Http): MemberCalls {
  const given = ({ signal, clientId }: MemberCallOptions = {}) => ({ signal, query: { clientId } })
  const ofMember = (memberId: string, rest = '') => `${root}/${encodeURIComponent(memberId)}${rest}`
  const ofInvitation = (invitationId: string, rest = '') =>
    `${root}/invitations/${encodeURIComponent(invitationId)}${rest}`
  return {
    members: (options) => call(decodeMembers, { path: root, ...given(options) }),
    saveMemberRole: (memberId, next, options) =>
      tell({ method: 'PUT', path: ofMember(memberId, '/role'), body: { role: next }, ...given(options) }),
    removeMember: (memberId, options) =>
      tell({ method: 'DELETE', path: ofMember(memberId), ...given(options) }),
    transferOwnership: (memberId, { signal } = {}) =>
      tell({ method: 'POST', path: ofMember(memberId, '/ownership'), signal }),
    leaveOrganisation: ({ signal } = {}) => tell({ method: 'POST', path: `${root}/leave`, signal }),
    inviteMember: (email, invited, options) =>
      tell({
        method: 'POST',
        path: `${root}/invitations`,
        body: { email, role: invited },
        ...given(options),
      }),
    resendMemberInvitation: (invitationId, options) =>
      tell({ method: 'POST', path: ofInvitation(invitationId, '/resend'), ...given(options) }),
    revokeMemberInvitation: (invitationId, options) =>
      tell({ method: 'DELETE', path: ofInvitation(invitationId), ...given(options) }),
    saveOrganisation: (name, options) =>
      tell({ method: 'PUT', path: '/api/client/organisation', body: { name }, ...given(options) }),
  }
}

/** The calls of {@link MembershipCalls}. */
export function createMembershipCalls({ call, tell }: Http): MembershipCalls {
  return {
    organisations: async ({ signal } = {}) =>
      (await call(decodeOrganisations, { path: '/api/organisations', signal })).items,
    chooseOrganisation: (organisationId, { signal } = {}) =>
      tell({ method: 'PUT', path: '/api/organisations/current', body: { id: organisationId }, signal }),
    previewMemberInvitation: (token, { signal } = {}) =>
      call(decodePreview, {
        method: 'POST',
        path: '/api/member-invitations/preview',
        body: { token },
        signal,
      }),
    acceptMemberInvitation: (token, { signal, password } = {}) =>
      tell({
        method: 'POST',
        path: '/api/member-invitations/accept',
        body: { token, password },
        signal,
      }),
  }
}
