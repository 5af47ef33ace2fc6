import { okSchema } from '../primitives.ts'
import {
  clientActivitySchema,
  clientAppearanceSchema,
  clientInvitationsSchema,
  clientRoomSchema,
  inviteClientSchema,
} from './client-room.ts'

/** Calls of a client's room, and of administrators who invite clients. */
export const clientRoomRoutes = {
  clientRoom: {
    method: 'GET',
    path: '/api/client/room',
    access: 'client',
    action: 'view',
    response: clientRoomSchema,
  },
  clientActivity: {
    method: 'GET',
    path: '/api/client/activity',
    access: 'client',
    action: 'view',
    response: clientActivitySchema,
  },
  saveClientAppearance: {
    method: 'PUT',
    path: '/api/client/widgets/{id}/appearance',
    access: 'client',
    action: 'edit',
    request: clientAppearanceSchema,
    response: okSchema,
  },
  clientInvitations: {
    method: 'GET',
    path: '/api/admin/invitations',
    access: 'admin',
    response: clientInvitationsSchema,
  },
  inviteClient: {
    method: 'POST',
    path: '/api/admin/invitations',
    access: 'admin',
    proof: true,
    request: inviteClientSchema,
    response: okSchema,
  },
  resendInvitation: {
    method: 'POST',
    path: '/api/admin/invitations/{id}/resend',
    access: 'admin',
    response: okSchema,
  },
  revokeInvitation: { method: 'DELETE', path: '/api/admin/invitations/{id}', access: 'admin' },
} as const
