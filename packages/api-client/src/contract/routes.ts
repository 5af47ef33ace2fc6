import { z } from 'zod'
import {
  accountDeleteRequestSchema,
  accountExportSchema,
  accountSessionsSchema,
  accountStorageSchema,
} from './account.ts'
import {
  adminClientsSchema,
  auditLogQuerySchema,
  auditLogSchema,
  debugDecisionRequestSchema,
  debugDecisionSchema,
  entitlementOptionsSchema,
  entitlementsQuerySchema,
  entitlementsResponseSchema,
  entitlementsUpdateResponseSchema,
  entitlementsUpdateSchema,
  llmSettingsHistorySchema,
  llmSettingsRestoreSchema,
  llmSettingsUpdateSchema,
  storedLlmSettingsSchema,
} from './operators/admin.ts'
import {
  billingCatalogSchema,
  billingStatusSchema,
  billingUrlSchema,
  checkoutRequestSchema,
} from './billing.ts'
import { chatEventSchema } from './chat/chat-events.ts'
import { anonStatusQuerySchema, anonStatusSchema, chatRequestSchema } from './chat/chat.ts'
import {
  clientStatsQuerySchema,
  clientStatsSchema,
  clientWidgetsQuerySchema,
  clientWidgetsSchema,
} from './client.ts'
import {
  configuratorActiveSchema,
  configuratorHistorySchema,
  configuratorListSchema,
  configuratorSaveResponseSchema,
  configuratorSaveSchema,
  configuratorSightingsSchema,
} from './configurators.ts'
import { contactRequestSchema } from './contact.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { approvedRoutes } from './content/approved-routes.ts'
import { clientRoomRoutes } from './widgets/client-room-routes.ts'
import { handoverRoutes } from './widgets/handover-routes.ts'
import { visitorRoutes } from './widgets/visitors-routes.ts'
import { webhookRoutes } from './widgets/webhooks-routes.ts'
import { contentRoutes } from './content/content-routes.ts'
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
} from './chat/conversations.ts'
import { shareRoutes } from './chat/share-routes.ts'
import {
  embedAuthFormSchema,
  embedAuthQuerySchema,
  embedListsQuerySchema,
  embedListsSchema,
  embedSessionRequestSchema,
  embedSessionSchema,
} from './embed.ts'
import { authorsSchema, toolsSchema } from './lists.ts'
import { okSchema, pageQuerySchema } from './primitives.ts'
import {
  authCallbackRequestSchema,
  loginLinkRequestSchema,
  loginLinkResponseSchema,
  loginRequestSchema,
  loginResponseSchema,
  logoutResponseSchema,
  meResponseSchema,
  resetPasswordRequestSchema,
  resetPasswordResponseSchema,
  signupRequestSchema,
  signupResponseSchema,
  updatePasswordRequestSchema,
} from './session.ts'
import { demoOutboxSchema, siteSchema } from './site.ts'
import { geoStatsSchema, productStatsSchema, statsQuerySchema, subjectStatsSchema } from './stats.ts'
import { knowledgeSearchQuerySchema, knowledgeSearchSchema } from './operators/knowledge.ts'
import { evaluationRoutes } from './operators/evaluation-routes.ts'
import { jobListQuerySchema, jobListSchema } from './operators/jobs.ts'
import { operationRoutes } from './operators/operations-routes.ts'
import { gapListSchema, gapPatchSchema, gapQuerySchema, gapSchema } from './operators/gaps.ts'
import {
  answerOpenedSchema,
  reviewItemSchema,
  reviewListSchema,
  reviewPatchSchema,
  reviewQuerySchema,
  reviewSummarySchema,
} from './operators/review.ts'
import {
  brandSynonymImportResultSchema,
  brandSynonymImportSchema,
  brandSynonymListSchema,
  brandSynonymSaveSchema,
  operatorEntryHistorySchema,
  operatorEntryRestoreSchema,
  safetyCountsQuerySchema,
  safetyCountsSchema,
  safetyEntriesSchema,
  safetyLineSaveSchema,
  safetyPhraseSaveSchema,
  safetyTryResultSchema,
  safetyTrySchema,
  storedBrandSynonymSchema,
  storedSafetyLineSchema,
  storedSafetyPhraseSchema,
} from './operators/operators.ts'

/** One call of the API. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for its parameters. */
  path: string
  /**
   * Access required for the call. `visitor`: everybody. `guest`: everybody, unless anonymous chat is blocked. `user`: any
   * signed-in person. `client`: role client or admin. `admin`: role admin.
   */
  access: 'visitor' | 'guest' | 'user' | 'client' | 'admin'
  /**
   * True for a dangerous action: the signed-in person must have proved a password or a second factor within the last ten
   * minutes (403 `proof_required`).
   */
  proof?: true
  query?: z.ZodType
  request?: z.ZodType
  /** @default 'json' */
  requestType?: 'json' | 'form' | 'multipart'
  /** The body of the 2xx answer; absent for a 204. With `stream`, one event. */
  response?: z.ZodType
  stream?: true
  /** The media type of an answer that is not JSON. */
  responseType?: 'image/*'
}

/** Every call that the two specifications and the wire contract name, by its name in the client. */
export const routes = {
  me: { method: 'GET', path: '/api/me', access: 'visitor', response: meResponseSchema },
  login: {
    method: 'POST',
    path: '/api/login',
    access: 'visitor',
    request: loginRequestSchema,
    response: loginResponseSchema,
  },
  logout: { method: 'POST', path: '/api/logout', access: 'visitor', response: logoutResponseSchema },
  signup: {
    method: 'POST',
    path: '/api/signup',
    access: 'visitor',
    request: signupRequestSchema,
    response: signupResponseSchema,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password',
    access: 'visitor',
    request: resetPasswordRequestSchema,
    response: resetPasswordResponseSchema,
  },
  loginLink: {
    method: 'POST',
    path: '/api/login-link',
    access: 'visitor',
    request: loginLinkRequestSchema,
    response: loginLinkResponseSchema,
  },
  updatePassword: {
    method: 'POST',
    path: '/api/update-password',
    access: 'user',
    request: updatePasswordRequestSchema,
    response: okSchema,
  },
  authCallback: {
    method: 'POST',
    path: '/api/auth/callback',
    access: 'visitor',
    request: authCallbackRequestSchema,
    response: okSchema,
  },
  ...secondFactorRoutes,
  accountSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    access: 'user',
    response: accountSessionsSchema,
  },
  endOtherSessions: { method: 'DELETE', path: '/api/account/sessions', access: 'user' },
  endAccountSession: { method: 'DELETE', path: '/api/account/sessions/{id}', access: 'user' },
  accountStorage: {
    method: 'GET',
    path: '/api/account/storage',
    access: 'user',
    response: accountStorageSchema,
  },
  exportAccount: {
    method: 'GET',
    path: '/api/account/export',
    access: 'user',
    proof: true,
    response: accountExportSchema,
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/account/delete',
    access: 'user',
    request: accountDeleteRequestSchema,
    response: okSchema,
  },
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
  site: { method: 'GET', path: '/api/site', access: 'visitor', response: siteSchema },
  demoOutbox: { method: 'GET', path: '/api/demo/outbox', access: 'visitor', response: demoOutboxSchema },
  billingStatus: {
    method: 'GET',
    path: '/api/billing/status',
    access: 'user',
    response: billingStatusSchema,
  },
  billingCatalog: {
    method: 'GET',
    path: '/api/billing/catalog',
    access: 'visitor',
    response: billingCatalogSchema,
  },
  checkout: {
    method: 'POST',
    path: '/api/billing/checkout',
    access: 'user',
    query: checkoutRequestSchema,
    request: checkoutRequestSchema,
    response: billingUrlSchema,
  },
  billingPortal: { method: 'POST', path: '/api/billing/portal', access: 'user', response: billingUrlSchema },
  contact: {
    method: 'POST',
    path: '/api/contact',
    access: 'visitor',
    request: contactRequestSchema,
    response: okSchema,
  },
  productStats: {
    method: 'GET',
    path: '/api/stats/product-queries',
    access: 'client',
    query: statsQuerySchema,
    response: productStatsSchema,
  },
  subjectStats: {
    method: 'GET',
    path: '/api/stats/chat-subjects',
    access: 'client',
    query: statsQuerySchema,
    response: subjectStatsSchema,
  },
  geoStats: {
    method: 'GET',
    path: '/api/stats/message-geo',
    access: 'client',
    query: statsQuerySchema,
    response: geoStatsSchema,
  },
  clientWidgets: {
    method: 'GET',
    path: '/api/client/widgets',
    access: 'client',
    query: clientWidgetsQuerySchema,
    response: clientWidgetsSchema,
  },
  clientStats: {
    method: 'GET',
    path: '/api/client/stats',
    access: 'client',
    query: clientStatsQuerySchema,
    response: clientStatsSchema,
  },
  adminClients: {
    method: 'GET',
    path: '/api/admin/clients',
    access: 'admin',
    response: adminClientsSchema,
  },
  configurators: {
    method: 'GET',
    path: '/api/admin/configurators',
    access: 'admin',
    response: configuratorListSchema,
  },
  saveConfigurator: {
    method: 'POST',
    path: '/api/admin/configurators',
    access: 'admin',
    request: configuratorSaveSchema,
    response: configuratorSaveResponseSchema,
  },
  deleteConfigurator: {
    method: 'DELETE',
    path: '/api/admin/configurators/{id}',
    access: 'admin',
    proof: true,
  },
  setConfiguratorActive: {
    method: 'POST',
    path: '/api/admin/configurators/{id}/active',
    access: 'admin',
    request: configuratorActiveSchema,
    response: okSchema,
  },
  configuratorHistory: {
    method: 'GET',
    path: '/api/admin/configurators/{id}/history',
    access: 'admin',
    response: configuratorHistorySchema,
  },
  configuratorSightings: {
    method: 'GET',
    path: '/api/admin/configurators/{id}/sightings',
    access: 'admin',
    response: configuratorSightingsSchema,
  },
  llmSettings: {
    method: 'GET',
    path: '/api/admin/llm-settings',
    access: 'admin',
    response: storedLlmSettingsSchema,
  },
  saveLlmSettings: {
    method: 'POST',
    path: '/api/admin/llm-settings',
    access: 'admin',
    proof: true,
    request: llmSettingsUpdateSchema,
    response: storedLlmSettingsSchema,
  },
  llmSettingsHistory: {
    method: 'GET',
    path: '/api/admin/llm-settings/history',
    access: 'admin',
    query: pageQuerySchema,
    response: llmSettingsHistorySchema,
  },
  restoreLlmSettings: {
    method: 'POST',
    path: '/api/admin/llm-settings/restore',
    access: 'admin',
    proof: true,
    request: llmSettingsRestoreSchema,
    response: storedLlmSettingsSchema,
  },
  auditLog: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    query: auditLogQuerySchema,
    response: auditLogSchema,
  },
  searchKnowledge: {
    method: 'GET',
    path: '/api/admin/knowledge/search',
    access: 'admin',
    query: knowledgeSearchQuerySchema,
    response: knowledgeSearchSchema,
  },
  ...contentRoutes,
  ...evaluationRoutes,
  ...approvedRoutes,
  ...operationRoutes,
  ...handoverRoutes,
  ...clientRoomRoutes,
  ...visitorRoutes,
  ...webhookRoutes,
  safetyEntries: {
    method: 'GET',
    path: '/api/admin/safety',
    access: 'admin',
    response: safetyEntriesSchema,
  },
  saveSafetyPhrase: {
    method: 'POST',
    path: '/api/admin/safety/phrases',
    access: 'admin',
    request: safetyPhraseSaveSchema,
    response: storedSafetyPhraseSchema,
  },
  saveSafetyLine: {
    method: 'POST',
    path: '/api/admin/safety/lines',
    access: 'admin',
    request: safetyLineSaveSchema,
    response: storedSafetyLineSchema,
  },
  trySafety: {
    method: 'POST',
    path: '/api/admin/safety/try',
    access: 'admin',
    request: safetyTrySchema,
    response: safetyTryResultSchema,
  },
  safetyCounts: {
    method: 'GET',
    path: '/api/admin/safety/counts',
    access: 'admin',
    query: safetyCountsQuerySchema,
    response: safetyCountsSchema,
  },
  markSafetySpikeSeen: {
    method: 'POST',
    path: '/api/admin/safety/spikes/{id}/seen',
    access: 'admin',
    response: okSchema,
  },
  brandSynonyms: {
    method: 'GET',
    path: '/api/admin/knowledge/synonyms',
    access: 'admin',
    response: brandSynonymListSchema,
  },
  saveBrandSynonym: {
    method: 'POST',
    path: '/api/admin/knowledge/synonyms',
    access: 'admin',
    request: brandSynonymSaveSchema,
    response: storedBrandSynonymSchema,
  },
  importBrandSynonyms: {
    method: 'POST',
    path: '/api/admin/knowledge/synonyms/import',
    access: 'admin',
    request: brandSynonymImportSchema,
    response: brandSynonymImportResultSchema,
  },
  operatorEntryHistory: {
    method: 'GET',
    path: '/api/admin/operator-entries/{id}/history',
    access: 'admin',
    query: pageQuerySchema,
    response: operatorEntryHistorySchema,
  },
  restoreOperatorEntry: {
    method: 'POST',
    path: '/api/admin/operator-entries/{id}/restore',
    access: 'admin',
    request: operatorEntryRestoreSchema,
    response: okSchema,
  },
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
    query: reviewQuerySchema,
    response: reviewListSchema,
  },
  reviewSummary: {
    method: 'GET',
    path: '/api/admin/review/summary',
    access: 'client',
    response: reviewSummarySchema,
  },
  saveReview: {
    method: 'PATCH',
    path: '/api/admin/review/{id}',
    access: 'client',
    request: reviewPatchSchema,
    response: reviewItemSchema,
  },
  gapList: {
    method: 'GET',
    path: '/api/admin/gaps',
    access: 'client',
    query: gapQuerySchema,
    response: gapListSchema,
  },
  saveGap: {
    method: 'PATCH',
    path: '/api/admin/gaps/{id}',
    access: 'client',
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
  debugDecision: {
    method: 'POST',
    path: '/api/tools/debug-decision',
    access: 'admin',
    request: debugDecisionRequestSchema,
    response: debugDecisionSchema,
  },
  entitlements: {
    method: 'GET',
    path: '/api/admin/entitlements',
    access: 'admin',
    query: entitlementsQuerySchema,
    response: entitlementsResponseSchema,
  },
  entitlementOptions: {
    method: 'GET',
    path: '/api/admin/entitlements/options',
    access: 'admin',
    response: entitlementOptionsSchema,
  },
  saveEntitlements: {
    method: 'POST',
    path: '/api/admin/entitlements',
    access: 'admin',
    proof: true,
    request: entitlementsUpdateSchema,
    response: entitlementsUpdateResponseSchema,
  },
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
} as const satisfies Record<string, Route>

/** The name of a call. */
export type RouteName = keyof typeof routes
