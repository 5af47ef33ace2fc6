import { z } from 'zod'
import {
  conversationShareSchema,
  shareCreatedSchema,
  shareCreateSchema,
  sharedConversationSchema,
  shareListSchema,
  sharePatchSchema,
  shareSchema,
} from './shares.ts'

/** The calls about share links. */
export const shareRoutes = {
  conversationShare: {
    method: 'GET',
    path: '/api/conversations/{id}/share',
    access: 'user',
    response: conversationShareSchema,
  },
  shareConversation: {
    method: 'POST',
    path: '/api/conversations/{id}/share',
    access: 'user',
    request: shareCreateSchema,
    response: shareCreatedSchema,
  },
  listShares: { method: 'GET', path: '/api/shares', access: 'user', response: shareListSchema },
  updateShare: {
    method: 'PATCH',
    path: '/api/shares/{id}',
    access: 'user',
    request: sharePatchSchema,
    response: shareSchema,
  },
  revokeShare: { method: 'DELETE', path: '/api/shares/{id}', access: 'user' },
  sharedConversation: {
    method: 'GET',
    path: '/api/shared/{token}',
    access: 'visitor',
    response: sharedConversationSchema,
  },
  sharedImage: {
    method: 'GET',
    path: '/api/shared/{token}/images/{id}',
    access: 'visitor',
    response: z.file(),
    responseType: 'image/*',
  },
} as const
