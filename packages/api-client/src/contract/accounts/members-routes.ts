import { okSchema } from '../primitives.ts'
import {
  invitationAcceptSchema,
  invitationPreviewSchema,
  invitationTokenSchema,
  memberInviteSchema,
  memberListSchema,
  memberRoleSaveSchema,
  organisationChoiceSchema,
  organisationListSchema,
  organisationQuerySchema,
  organisationSaveSchema,
} from './members.ts'

const members = '/api/client/members'
const invitations = `${members}/invitations`
const managed = { access: 'client', action: 'manage', query: organisationQuerySchema } as const

/** Calls about the members of an organisation, invitations, and the organisations of a person. */
export const memberRoutes = {
  members: {
    method: 'GET',
    path: members,
    access: 'client',
    action: 'view',
    query: organisationQuerySchema,
    response: memberListSchema,
  },
  saveMemberRole: {
    method: 'PUT',
    path: `${members}/{id}/role`,
    ...managed,
    proof: true,
    request: memberRoleSaveSchema,
    response: okSchema,
  },
  removeMember: { method: 'DELETE', path: `${members}/{id}`, ...managed, proof: true },
  /** Makes another member an owner, and the caller an editor. */
  transferOwnership: {
    method: 'POST',
    path: `${members}/{id}/ownership`,
    access: 'client',
    action: 'manage',
    proof: true,
    response: okSchema,
  },
  leaveOrganisation: {
    method: 'POST',
    path: `${members}/leave`,
    access: 'client',
    action: 'view',
    response: okSchema,
  },
  inviteMember: {
    method: 'POST',
    path: invitations,
    ...managed,
    proof: true,
    request: memberInviteSchema,
    response: okSchema,
  },
  resendMemberInvitation: {
    method: 'POST',
    path: `${invitations}/{id}/resend`,
    ...managed,
    proof: true,
    response: okSchema,
  },
  revokeMemberInvitation: { method: 'DELETE', path: `${invitations}/{id}`, ...managed },
  saveOrganisation: {
    method: 'PUT',
    path: '/api/client/organisation',
    ...managed,
    request: organisationSaveSchema,
    response: okSchema,
  },
  organisations: {
    method: 'GET',
    path: '/api/organisations',
    access: 'user',
    response: organisationListSchema,
  },
  chooseOrganisation: {
    method: 'PUT',
    path: '/api/organisations/current',
    access: 'user',
    request: organisationChoiceSchema,
    response: okSchema,
  },
  previewMemberInvitation: {
    method: 'POST',
    path: '/api/member-invitations/preview',
    access: 'visitor',
    request: invitationTokenSchema,
    response: invitationPreviewSchema,
  },
  acceptMemberInvitation: {
    method: 'POST',
    path: '/api/member-invitations/accept',
    access: 'visitor',
    request: invitationAcceptSchema,
    response: okSchema,
  },
} as const
