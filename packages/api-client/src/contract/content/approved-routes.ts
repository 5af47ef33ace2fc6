import {
  approvedAnswerSchema,
  approvedCreateSchema,
  approvedDraftQuerySchema,
  approvedDraftSchema,
  approvedListQuerySchema,
  approvedListSchema,
  approvedSourcesQuerySchema,
  approvedSourcesSchema,
  approvedSummarySchema,
  approvedUpdateSchema,
} from './approved.ts'
import { contentHistorySchema, contentRestoreSchema } from './content.ts'
import { pageQuerySchema } from '../primitives.ts'

const path = '/api/admin/approved-answers'

/** The calls about approved answers. Open to clients, who see and change their own alone. */
export const approvedRoutes = {
  approvedAnswers: {
    method: 'GET',
    path,
    access: 'client',
    action: 'view',
    query: approvedListQuerySchema,
    response: approvedListSchema,
  },
  approvedSummary: {
    method: 'GET',
    path: `${path}/summary`,
    access: 'client',
    action: 'view',
    response: approvedSummarySchema,
  },
  approvedDraft: {
    method: 'GET',
    path: `${path}/draft`,
    access: 'client',
    action: 'view',
    query: approvedDraftQuerySchema,
    response: approvedDraftSchema,
  },
  approvedSources: {
    method: 'GET',
    path: `${path}/sources`,
    access: 'client',
    action: 'view',
    query: approvedSourcesQuerySchema,
    response: approvedSourcesSchema,
  },
  createApprovedAnswer: {
    method: 'POST',
    path,
    access: 'client',
    action: 'review',
    request: approvedCreateSchema,
    response: approvedAnswerSchema,
  },
  approvedAnswer: {
    method: 'GET',
    path: `${path}/{id}`,
    access: 'client',
    action: 'view',
    response: approvedAnswerSchema,
  },
  updateApprovedAnswer: {
    method: 'PUT',
    path: `${path}/{id}`,
    access: 'client',
    action: 'review',
    request: approvedUpdateSchema,
    response: approvedAnswerSchema,
  },
  deleteApprovedAnswer: { method: 'DELETE', path: `${path}/{id}`, access: 'client', action: 'review' },
  approvedHistory: {
    method: 'GET',
    path: `${path}/{id}/versions`,
    access: 'client',
    action: 'view',
    query: pageQuerySchema,
    response: contentHistorySchema,
  },
  restoreApprovedAnswer: {
    method: 'POST',
    path: `${path}/{id}/versions/{n}/restore`,
    access: 'client',
    action: 'review',
    request: contentRestoreSchema,
    response: approvedAnswerSchema,
  },
} as const
