import { pageQuerySchema } from '../primitives.ts'
import { storedLlmSettingsSchema } from './admin.ts'
import {
  addedCasesSchema,
  articleCasesSchema,
  evaluationCaseCreateSchema,
  evaluationCaseListSchema,
  evaluationCaseQuerySchema,
  evaluationCaseSchema,
  evaluationCaseUpdateSchema,
  evaluationDetailSchema,
  evaluationListSchema,
  evaluationQuerySchema,
  evaluationRunSchema,
  evaluationStartSchema,
  reviewedCaseSchema,
} from './evaluations.ts'
import {
  settingsDraftCreateSchema,
  settingsDraftDeleteQuerySchema,
  settingsDraftListSchema,
  settingsDraftPublishSchema,
  settingsDraftSchema,
  settingsDraftUpdateSchema,
  settingsTrialListSchema,
  settingsTrialQuerySchema,
  settingsTrialSchema,
  settingsTrialStartSchema,
} from './settings-drafts.ts'

const drafts = '/api/admin/llm-settings/drafts'
const trials = '/api/admin/llm-settings/trials'
const evaluations = '/api/admin/evaluations'
const cases = `${evaluations}/cases` as const

/** The calls about drafts of the master settings, their evaluation and their trials. Open to administrators alone. */
export const evaluationRoutes = {
  settingsDrafts: {
    method: 'GET',
    path: drafts,
    access: 'admin',
    query: pageQuerySchema,
    response: settingsDraftListSchema,
  },
  createSettingsDraft: {
    method: 'POST',
    path: drafts,
    access: 'admin',
    request: settingsDraftCreateSchema,
    response: settingsDraftSchema,
  },
  settingsDraft: { method: 'GET', path: `${drafts}/{id}`, access: 'admin', response: settingsDraftSchema },
  updateSettingsDraft: {
    method: 'PUT',
    path: `${drafts}/{id}`,
    access: 'admin',
    request: settingsDraftUpdateSchema,
    response: settingsDraftSchema,
  },
  deleteSettingsDraft: {
    method: 'DELETE',
    path: `${drafts}/{id}`,
    access: 'admin',
    query: settingsDraftDeleteQuerySchema,
  },
  publishSettingsDraft: {
    method: 'POST',
    path: `${drafts}/{id}/publish`,
    access: 'admin',
    proof: true,
    request: settingsDraftPublishSchema,
    response: storedLlmSettingsSchema,
  },
  settingsTrials: {
    method: 'GET',
    path: trials,
    access: 'admin',
    query: settingsTrialQuerySchema,
    response: settingsTrialListSchema,
  },
  startSettingsTrial: {
    method: 'POST',
    path: trials,
    access: 'admin',
    proof: true,
    request: settingsTrialStartSchema,
    response: settingsTrialSchema,
  },
  stopSettingsTrial: {
    method: 'POST',
    path: `${trials}/{id}/stop`,
    access: 'admin',
    response: settingsTrialSchema,
  },
  evaluationCases: {
    method: 'GET',
    path: cases,
    access: 'admin',
    query: evaluationCaseQuerySchema,
    response: evaluationCaseListSchema,
  },
  createEvaluationCase: {
    method: 'POST',
    path: cases,
    access: 'admin',
    request: evaluationCaseCreateSchema,
    response: evaluationCaseSchema,
  },
  addReviewedCase: {
    method: 'POST',
    path: `${cases}/from-review`,
    access: 'admin',
    request: reviewedCaseSchema,
    response: evaluationCaseSchema,
  },
  addArticleCases: {
    method: 'POST',
    path: `${cases}/from-article`,
    access: 'admin',
    request: articleCasesSchema,
    response: addedCasesSchema,
  },
  evaluationCase: { method: 'GET', path: `${cases}/{id}`, access: 'admin', response: evaluationCaseSchema },
  updateEvaluationCase: {
    method: 'PUT',
    path: `${cases}/{id}`,
    access: 'admin',
    request: evaluationCaseUpdateSchema,
    response: evaluationCaseSchema,
  },
  deleteEvaluationCase: { method: 'DELETE', path: `${cases}/{id}`, access: 'admin' },
  evaluations: {
    method: 'GET',
    path: evaluations,
    access: 'admin',
    query: pageQuerySchema,
    response: evaluationListSchema,
  },
  startEvaluation: {
    method: 'POST',
    path: evaluations,
    access: 'admin',
    request: evaluationStartSchema,
    response: evaluationRunSchema,
  },
  evaluation: {
    method: 'GET',
    path: `${evaluations}/{id}`,
    access: 'admin',
    query: evaluationQuerySchema,
    response: evaluationDetailSchema,
  },
  cancelEvaluation: {
    method: 'POST',
    path: `${evaluations}/{id}/cancel`,
    access: 'admin',
    response: evaluationRunSchema,
  },
} as const
