import { z } from 'zod'
import {
  embedAuthFormSchema,
  embedAuthQuerySchema,
  embedListsQuerySchema,
  embedListsSchema,
  embedSessionRequestSchema,
  embedSessionSchema,
} from '../embed.ts'
import { okSchema } from '../primitives.ts'

/** Calls of a widget in its frame. */
export const embedRoutes = {
  embedLists: {
    method: 'GET',
    path: '/api/embed/lists',
    access: 'visitor',
    query: embedListsQuerySchema,
    response: embedListsSchema,
  },
  embedPicture: {
    method: 'GET',
    path: '/api/embed/pictures/{widget}/{picture}',
    access: 'visitor',
    response: z.file(),
    responseType: 'image/*',
  },
  embedSession: {
    method: 'POST',
    path: '/api/embed/session',
    access: 'visitor',
    request: embedSessionRequestSchema,
    response: embedSessionSchema,
  },
  embedLogin: {
    method: 'POST',
    path: '/embed/login',
    access: 'visitor',
    query: embedAuthQuerySchema,
    request: embedAuthFormSchema,
    requestType: 'form',
    response: okSchema,
  },
  embedSignup: {
    method: 'POST',
    path: '/embed/signup',
    access: 'visitor',
    query: embedAuthQuerySchema,
    request: embedAuthFormSchema,
    requestType: 'form',
    response: okSchema,
  },
} as const
