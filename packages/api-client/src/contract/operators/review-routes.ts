import { okSchema } from '../primitives.ts'
import { gapListSchema, gapPatchSchema, gapQuerySchema, gapSchema } from './gaps.ts'
import { jobListQuerySchema, jobListSchema } from './jobs.ts'
import {
  answerOpenedSchema,
  reviewItemSchema,
  reviewListSchema,
  reviewPatchSchema,
  reviewQuerySchema,
  reviewSummarySchema,
} from './review.ts'

/** Calls about the review of answers, gaps in the content and background jobs. */
export const reviewRoutes = {
  answerOpened: {
    method: 'POST',
    path: '/api/chat/answers/{id}/opened',
    access: 'guest',
    request: answerOpenedSchema,
    response: okSchema,
  },
  reviewList: {
    method: 'GET',
    path: '/api/admin/review',
    access: 'client',
    action: 'view',
    query: reviewQuerySchema,
    response: reviewListSchema,
  },
  reviewSummary: {
    method: 'GET',
    path: '/api/admin/review/summary',
    access: 'client',
    action: 'view',
    response: reviewSummarySchema,
  },
  saveReview: {
    method: 'PATCH',
    path: '/api/admin/review/{id}',
    access: 'client',
    action: 'review',
    request: reviewPatchSchema,
    response: reviewItemSchema,
  },
  gapList: {
    method: 'GET',
    path: '/api/admin/gaps',
    access: 'client',
    action: 'view',
    query: gapQuerySchema,
    response: gapListSchema,
  },
  saveGap: {
    method: 'PATCH',
    path: '/api/admin/gaps/{id}',
    access: 'client',
    action: 'review',
    request: gapPatchSchema,
    response: gapSchema,
  },
  jobs: {
    method: 'GET',
    path: '/api/admin/jobs',
    access: 'admin',
    query: jobListQuerySchema,
    response: jobListSchema,
  },
  retryJob: {
    method: 'POST',
    path: '/api/admin/jobs/{lane}/{id}/retry',
    access: 'admin',
    response: okSchema,
  },
} as const
