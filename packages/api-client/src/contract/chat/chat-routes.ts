import { z } from 'zod'
import { authorsSchema, toolsSchema } from '../lists.ts'
import { okSchema, pageQuerySchema } from '../primitives.ts'
import { chatEventSchema } from './chat-events.ts'
import { anonStatusQuerySchema, anonStatusSchema, chatRequestSchema } from './chat.ts'
import {
  conversationCreateSchema,
  conversationDetailSchema,
  conversationImportResponseSchema,
  conversationImportSchema,
  conversationListSchema,
  conversationPatchSchema,
  conversationQuerySchema,
  conversationSchema,
  feedbackRequestSchema,
  messageListSchema,
} from './conversations.ts'
import { shareRoutes } from './share-routes.ts'

/** Calls about conversations and answers. */
export const chatRoutes = {
  anonStatus: {
    method: 'GET',
    path: '/api/chat/anon-status',
    access: 'visitor',
    query: anonStatusQuerySchema,
    response: anonStatusSchema,
  },
  listConversations: {
    method: 'GET',
    path: '/api/conversations',
    access: 'user',
    query: conversationQuerySchema,
    response: conversationListSchema,
  },
  createConversation: {
    method: 'POST',
    path: '/api/conversations',
    access: 'user',
    request: conversationCreateSchema,
    response: conversationSchema,
  },
  getConversation: {
    method: 'GET',
    path: '/api/conversations/{id}',
    access: 'user',
    response: conversationDetailSchema,
  },
  changeConversation: {
    method: 'PATCH',
    path: '/api/conversations/{id}',
    access: 'user',
    request: conversationPatchSchema,
    response: conversationSchema,
  },
  deleteConversation: { method: 'DELETE', path: '/api/conversations/{id}', access: 'user' },
  listMessages: {
    method: 'GET',
    path: '/api/conversations/{id}/messages',
    access: 'user',
    query: pageQuerySchema,
    response: messageListSchema,
  },
  ...shareRoutes,
  importConversations: {
    method: 'POST',
    path: '/api/conversations/import',
    access: 'user',
    request: conversationImportSchema,
    response: conversationImportResponseSchema,
  },
  image: {
    method: 'GET',
    path: '/api/images/{id}',
    access: 'user',
    response: z.file(),
    responseType: 'image/*',
  },
  sendFeedback: {
    method: 'PUT',
    path: '/api/messages/{id}/feedback',
    access: 'guest',
    request: feedbackRequestSchema,
    response: okSchema,
  },
  chat: {
    method: 'POST',
    path: '/api/chat',
    access: 'guest',
    request: chatRequestSchema,
    response: chatEventSchema,
    stream: true,
  },
  resumeStream: {
    method: 'GET',
    path: '/api/chat/streams/{stream_id}',
    access: 'guest',
    response: chatEventSchema,
    stream: true,
  },
  stopStream: {
    method: 'POST',
    path: '/api/chat/streams/{stream_id}/stop',
    access: 'guest',
    response: okSchema,
  },
  authors: { method: 'GET', path: '/api/authors', access: 'visitor', response: authorsSchema },
  tools: { method: 'GET', path: '/api/tools', access: 'visitor', response: toolsSchema },
} as const
