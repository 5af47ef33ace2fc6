export {
  appearanceLimits,
  appearanceSaveSchema,
  appearanceSchema,
  launcherIconSchema,
  widgetFontSchema,
  widgetLanguageSchema,
  widgetPositionSchema,
} from './appearance.ts'
export type { Appearance, AppearanceSave } from './appearance.ts'
export { errorStatuses, invalidFieldSchema, errorBodySchema } from './errors.ts'
export type { ErrorCode, InvalidField, ErrorBody } from './errors.ts'
export {
  idSchema,
  timestampSchema,
  daySchema,
  emailSchema,
  okSchema,
  pageQuerySchema,
  pageOf,
  textUpTo,
  textBetween,
} from './primitives.ts'
export type { Ok, PageQuery } from './primitives.ts'
export { chatLimits, contactMessageCharacters } from './limits.ts'
export {
  passwordLimits,
  roleSchema,
  meResponseSchema,
  loginRequestSchema,
  loginResponseSchema,
  signupRequestSchema,
  signupResponseSchema,
  logoutResponseSchema,
  resetPasswordRequestSchema,
  resetPasswordResponseSchema,
  updatePasswordRequestSchema,
  authLinkTypeSchema,
  authCallbackRequestSchema,
} from './session.ts'
export type {
  Role,
  MeResponse,
  LoginRequest,
  LoginResponse,
  SignupRequest,
  SignupResponse,
  LogoutResponse,
  ResetPasswordRequest,
  ResetPasswordResponse,
  UpdatePasswordRequest,
  AuthLinkType,
  AuthCallbackRequest,
} from './session.ts'
export {
  conversationSchema,
  conversationListSchema,
  conversationQuerySchema,
  conversationCreateSchema,
  conversationPatchSchema,
  conversationDetailSchema,
  messageRoleSchema,
  messageStatusSchema,
  ratingSchema,
  productResultSchema,
  toolContextSchema,
  imageSchema,
  storedImageSchema,
  messageSchema,
  messageListSchema,
  feedbackRequestSchema,
  conversationImportSchema,
  conversationImportResponseSchema,
} from './chat/conversations.ts'
export type {
  Conversation,
  ConversationList,
  ConversationQuery,
  ConversationCreate,
  ConversationPatch,
  ConversationDetail,
  MessageRole,
  MessageStatus,
  Rating,
  ProductResult,
  ToolContext,
  Image,
  StoredImage,
  Message,
  MessageList,
  FeedbackRequest,
  ConversationImport,
  ConversationImportResponse,
} from './chat/conversations.ts'
export { historyItemSchema, chatRequestSchema, anonStatusQuerySchema, anonStatusSchema } from './chat/chat.ts'
export type { HistoryItem, ChatRequest, AnonStatusQuery, AnonStatus } from './chat/chat.ts'
export {
  streamSentinel,
  llmResponseEventSchema,
  convTitleEventSchema,
  citationsEventSchema,
  productUpdateEventSchema,
  statusEventSchema,
  errorEventSchema,
  messageEventSchema,
  chatEventSchema,
  maxQuoteCharacters,
  citationSchema,
  answerOutcomeSchema,
  approvalEventSchema,
  approvalSchema,
  outcomeEventSchema,
  helpLineSchema,
  safetyCategorySchema,
  safetyEventSchema,
  safetyNoticeSchema,
  safetySeveritySchema,
  suggestionListSchema,
  suggestionsEventSchema,
} from './chat/chat-events.ts'
export type {
  AnswerOutcome,
  Approval,
  ChatEvent,
  Citation,
  HelpLine,
  SafetyCategory,
  SafetyNotice,
  SafetySeverity,
} from './chat/chat-events.ts'
export { authorSchema, authorsSchema, toolSchema, toolsSchema } from './lists.ts'
export type { Author, Authors, Tool, Tools } from './lists.ts'
export {
  priceSchema,
  billingProductSchema,
  billingCatalogSchema,
  billingStatusSchema,
  checkoutRequestSchema,
  billingUrlSchema,
} from './billing.ts'
export type {
  Price,
  BillingProduct,
  BillingCatalog,
  BillingStatus,
  CheckoutRequest,
  BillingUrl,
} from './billing.ts'
export { contactRequestSchema } from './contact.ts'
export type { ContactRequest } from './contact.ts'
export {
  accountSessionSchema,
  accountSessionsSchema,
  accountStorageSchema,
  accountExportSchema,
  accountDeleteRequestSchema,
} from './account.ts'
export type {
  AccountSession,
  AccountSessions,
  AccountStorage,
  AccountExport,
  AccountDeleteRequest,
} from './account.ts'
export { siteSchema, demoOutboxSchema } from './site.ts'
export type { Site, DemoOutbox } from './site.ts'
export {
  statsRangeSchema,
  statsQuerySchema,
  maxStatsDays,
  countedNameSchema,
  dailySeriesSchema,
  productStatsSchema,
  subjectStatsSchema,
  geoPointSchema,
  geoStatsSchema,
} from './stats.ts'
export type {
  StatsRange,
  StatsQuery,
  CountedName,
  DailySeries,
  ProductStats,
  SubjectStats,
  GeoPoint,
  GeoStats,
} from './stats.ts'
export {
  widgetSchema,
  clientWidgetsQuerySchema,
  clientWidgetsSchema,
  clientStatsQuerySchema,
  clientStatsSchema,
} from './client.ts'
export type { Widget, ClientWidgetsQuery, ClientWidgets, ClientStatsQuery, ClientStats } from './client.ts'
export {
  adminClientsSchema,
  auditLogQuerySchema,
  auditLogSchema,
  llmSettingsSchema,
  llmSettingsDraftSchema,
  llmSettingsHistorySchema,
  llmSettingsRestoreSchema,
  llmSettingsUpdateSchema,
  storedLlmSettingsSchema,
  settingsLimits,
  debugDecisionRequestSchema,
  debugDecisionSchema,
  entitlementsSchema,
  entitlementsQuerySchema,
  entitlementsResponseSchema,
  entitlementOptionsSchema,
  entitlementsUpdateSchema,
  entitlementsUpdateResponseSchema,
} from './operators/admin.ts'
export type {
  AdminClients,
  AuditLog,
  AuditLogQuery,
  LlmSettings,
  LlmSettingsDraft,
  LlmSettingsHistory,
  LlmSettingsRestore,
  LlmSettingsUpdate,
  StoredLlmSettings,
  DebugDecisionRequest,
  DebugDecision,
  Entitlements,
  EntitlementsQuery,
  EntitlementsResponse,
  EntitlementOptions,
  EntitlementsUpdate,
  EntitlementsUpdateResponse,
} from './operators/admin.ts'
export {
  widgetThemeSchema,
  configuratorSchema,
  configuratorListSchema,
  configuratorSaveSchema,
  configuratorSaveResponseSchema,
  configuratorConflictSchema,
  configuratorHistorySchema,
  configuratorSightingsSchema,
} from './configurators.ts'
export type {
  WidgetTheme,
  Configurator,
  ConfiguratorList,
  ConfiguratorSave,
  ConfiguratorSaveResponse,
  ConfiguratorConflict,
  ConfiguratorHistory,
  ConfiguratorSightings,
} from './configurators.ts'
export {
  embedListsQuerySchema,
  embedListsSchema,
  embedSessionRequestSchema,
  embedSessionSchema,
  embedAuthQuerySchema,
  embedAuthFormSchema,
} from './embed.ts'
export type {
  EmbedListsQuery,
  EmbedLists,
  EmbedSessionRequest,
  EmbedSession,
  EmbedAuthQuery,
  EmbedAuthForm,
} from './embed.ts'
export { unnamedTitle } from '../unnamed-title.ts'
export { widgetDefaults } from '../widget-defaults.ts'
export { routes } from './routes.ts'
export type { Route, RouteName } from './routes.ts'
export { knowledgeSearchQuerySchema, knowledgeSearchSchema } from './operators/knowledge.ts'
export type { KnowledgeSearch, KnowledgeSearchQuery } from './operators/knowledge.ts'
export {
  brandSynonymImportResultSchema,
  brandSynonymImportSchema,
  brandSynonymListSchema,
  brandSynonymSaveSchema,
  brandSynonymSchema,
  operatorEntryHistorySchema,
  operatorEntryRestoreSchema,
  operatorLimits,
  safetyCountsQuerySchema,
  safetyCountsSchema,
  safetyEntriesSchema,
  safetyLanguageSchema,
  safetyLineSaveSchema,
  safetyLineSchema,
  safetyPhraseSaveSchema,
  safetyPhraseSchema,
  safetyTryResultSchema,
  safetyTrySchema,
  storedBrandSynonymSchema,
  storedSafetyLineSchema,
  storedSafetyPhraseSchema,
} from './operators/operators.ts'
export type {
  BrandSynonym,
  BrandSynonymImportResult,
  BrandSynonymList,
  OperatorEntryHistory,
  SafetyCounts,
  SafetyEntries,
  SafetyLanguage,
  SafetyLine,
  SafetyPhrase,
  SafetyTry,
  SafetyTryResult,
  StoredBrandSynonym,
  StoredSafetyLine,
  StoredSafetyPhrase,
} from './operators/operators.ts'
export {
  gapListSchema,
  gapPatchSchema,
  gapQuerySchema,
  gapSchema,
  gapStatusSchema,
  gapWeeks,
} from './operators/gaps.ts'
export type { Gap, GapList, GapPatch, GapQuery, GapStatus } from './operators/gaps.ts'
export {
  answerEndingSchema,
  answerOpenedSchema,
  answerSearchSchema,
  assigneeSchema,
  recordedCitationSchema,
  retrievedPassageSchema,
  reviewFilterSchema,
  reviewItemSchema,
  reviewLimits,
  reviewListSchema,
  reviewPatchSchema,
  reviewQuerySchema,
  reviewStatusSchema,
  reviewSummarySchema,
} from './operators/review.ts'
export type {
  AnswerOpened,
  AnswerSearch,
  RecordedCitation,
  ReviewFilter,
  ReviewItem,
  ReviewList,
  ReviewPatch,
  ReviewQuery,
  ReviewStatus,
  ReviewSummary,
} from './operators/review.ts'
export {
  articleCreateSchema,
  articleListQuerySchema,
  articleListSchema,
  articlePreviewRequestSchema,
  articlePreviewSchema,
  articleSchema,
  articleUpdateSchema,
  contentHistorySchema,
  contentLimits,
  contentRestoreSchema,
  contentStatusSchema,
  productCreateSchema,
  productListQuerySchema,
  productListSchema,
  productSchema,
  productUpdateSchema,
  uploadFieldsSchema,
} from './content/content.ts'
export {
  contentImportSchema,
  importListQuerySchema,
  importListSchema,
  importReasonSchema,
  importStartedSchema,
  importStatusSchema,
  uploadLimits,
} from './content/imports.ts'
export type { ContentImport, ContentImportList, ImportReason } from './content/imports.ts'
export { jobListQuerySchema, jobListSchema, jobSchema, jobStateSchema } from './operators/jobs.ts'
export type { Job, JobList, JobListQuery, JobState } from './operators/jobs.ts'
export { administratorEditor } from '../administrator-editor.ts'
export type {
  Article,
  ArticleCreate,
  ArticleList,
  ArticleListQuery,
  ArticlePreview,
  ArticlePreviewRequest,
  ArticleSummary,
  ArticleUpdate,
  ContentHistory,
  ContentStatus,
  Product,
  ProductCreate,
  ProductList,
  ProductListQuery,
  ProductUpdate,
} from './content/content.ts'
export {
  approvedAnswerSchema,
  approvedCitationSchema,
  approvedCreateSchema,
  approvedDraftQuerySchema,
  approvedDraftSchema,
  approvedDueSchema,
  approvedLanguageSchema,
  approvedLimits,
  approvedListQuerySchema,
  approvedListSchema,
  approvedSourceSchema,
  approvedSourcesQuerySchema,
  approvedSourcesSchema,
  approvedSummarySchema,
  approvedUpdateSchema,
} from './content/approved.ts'
export type {
  ApprovedAnswer,
  ApprovedCitation,
  ApprovedCreate,
  ApprovedDraft,
  ApprovedDraftQuery,
  ApprovedLanguage,
  ApprovedList,
  ApprovedListQuery,
  ApprovedSource,
  ApprovedSources,
  ApprovedSourcesQuery,
  ApprovedSummary,
  ApprovedUpdate,
} from './content/approved.ts'
