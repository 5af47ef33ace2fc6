export { createAccountCalls } from './calls/account.ts'
export { createApiKeyCalls } from './calls/accounts/api-keys.ts'
export type { ApiKey, ApiKeyCallOptions, ApiKeyCalls, ApiKeyInput } from './calls/accounts/api-keys.ts'
export { type ApiKeyScope, apiKeyScopes } from './api-key-scopes.ts'
export { createManagedAccountCalls } from './calls/accounts/managed-accounts.ts'
export type {
  AccountState,
  ManagedAccount,
  ManagedAccountCalls,
  ManagedAccountDetail,
  ManagedAccountFilters,
} from './calls/accounts/managed-accounts.ts'
export { createSecondFactorCalls, secondStepOf } from './calls/accounts/second-factor.ts'
export type {
  AccountPasskey,
  AccountSecondFactor,
  PasskeyChallengeOptions,
  PasskeyOptions,
  PasskeyResponse,
  SecondFactorCalls,
  SecondFactorMethod,
  SecondFactorProof,
  SecondStep,
  TotpSetup,
} from './calls/accounts/second-factor.ts'
export { createMemberCalls, createMembershipCalls } from './calls/accounts/members.ts'
export type {
  InvitationPreview,
  Member,
  MemberCallOptions,
  MemberCalls,
  MemberInvitation,
  MemberList,
  MembershipCalls,
  Organisation,
} from './calls/accounts/members.ts'
export {
  createOrganisationLoginCalls,
  createOrganisationSignInCalls,
  requiresOrganisationLogin,
} from './calls/accounts/organisation-sign-in.ts'
export type {
  GroupRole,
  OidcConnection,
  OidcConnectionInput,
  OrganisationCallback,
  OrganisationLoginCalls,
  OrganisationLoginOptions,
  OrganisationLoginResult,
  OrganisationSignIn,
  OrganisationSignInCalls,
  SignInDomain,
  SignInTest,
} from './calls/accounts/organisation-sign-in.ts'
export {
  includesAction,
  type MemberAction,
  type MemberRole,
  memberRoles,
  organisationHeader,
} from './member-rights.ts'
export { auditParameters, createAdminCalls } from './calls/admin.ts'
export { createBillingCalls } from './calls/billing.ts'
export { createChatCalls } from './calls/chat.ts'
export { createApiClient } from './client.ts'
export { createServerClient } from './server-client.ts'
export type {
  ServerArticle,
  ServerArticleSummary,
  ServerClient,
  ServerClientOptions,
  ServerProduct,
  ServerStatistics,
  ServerTurn,
  WriteOptions,
} from './server-client.ts'
export { createContactCalls } from './calls/contact.ts'
export { createConversationCalls } from './calls/conversations.ts'
export { createEmbedCalls } from './calls/embed.ts'
export { createHandoverCalls, createHandoverSettingsCalls } from './calls/widgets/handover.ts'
export { createClientRoomCalls, createInvitationCalls } from './calls/widgets/client-room.ts'
export { createOrderCalls } from './calls/widgets/orders.ts'
export type { OrderCalls, OrderReceipt, OrderReport } from './calls/widgets/orders.ts'
export { createVisitorCalls } from './calls/widgets/visitors.ts'
export type { IdentifiedVisitor, IdentitySettings, VisitorCalls } from './calls/widgets/visitors.ts'
export { createWebhookCalls } from './calls/widgets/webhooks.ts'
export type {
  Webhook,
  WebhookCallOptions,
  WebhookCalls,
  WebhookDelivery,
  WebhookInput,
} from './calls/widgets/webhooks.ts'
export type { AuditProblemKind } from './audit-problems.ts'
export { webhookEvents, webhookEventsOf, type WebhookEventType } from './webhook-events.ts'
export type { ClientEdit } from './calls/widgets/client-edits.ts'
export type {
  ActivityItem,
  ClientActivity,
  ClientAppearance,
  ClientChecklist,
  ClientInvitation,
  ClientRoom,
  ClientRoomCalls,
  ClientWidget,
  InvitationCalls,
} from './calls/widgets/client-room.ts'
export { ApiError, isApiError } from './errors.ts'
export { createHttp } from './http.ts'
export { createListCalls } from './calls/lists.ts'
export { createReviewCalls } from './calls/review.ts'
export { createSessionCalls } from './calls/session.ts'
export { createShareCalls } from './calls/shares.ts'
export type {
  Share,
  ShareCalls,
  ShareDays,
  SharedConversation,
  SharedMessage,
  ShareOptions,
} from './calls/shares.ts'
export { createSiteCalls } from './calls/site.ts'
export { createStatsCalls } from './calls/stats.ts'
export { previewHeader, widgetDefaults } from './widget-defaults.ts'
export type { AccountCalls, AccountSession, AccountStorage } from './calls/account.ts'
export type {
  AdminCalls,
  AdminClient,
  AuditChainCheck,
  AuditEntry,
  AuditFilters,
  AuditKind,
  AuditProblem,
} from './calls/admin.ts'
export type {
  KnowledgeCalls,
  KnowledgePassage,
  KnowledgeProduct,
  KnowledgeSearch,
  KnowledgeSearchOptions,
  KnowledgeTerm,
} from './calls/knowledge.ts'
export type { BillingCalls, BillingProduct, BillingStatus, Price } from './calls/billing.ts'
export type { AnonStatus, ChatCalls, ChatCallsOptions, ChatInput } from './calls/chat.ts'
export type {
  AnswerOutcome,
  ChatEvent,
  ProtocolError,
  ProtocolFault,
  SequencedChatEvent,
} from './chat-events.ts'
export type { ChatStream } from './chat-stream.ts'
export type { ApiClient, ApiClientOptions } from './client.ts'
export type {
  Configurator,
  ConfiguratorInput,
  ConfiguratorVersion,
  Sighting,
  WidgetTheme,
} from './calls/configurators.ts'
export type {
  DayHours,
  HandoverCalls,
  HandoverForm,
  HandoverInput,
  HandoverNote,
  HandoverReceipt,
  HandoverRequest,
  HandoverSettings,
  HandoverSettingsCalls,
  OpeningHours,
  TranscriptMessage,
} from './calls/widgets/handover.ts'
export type { ContactCalls, ContactMessage } from './calls/contact.ts'
export type {
  Conversation,
  ConversationCalls,
  ConversationDetail,
  ConversationPage,
  ImportedConversation,
  Message,
  MessageRole,
  MessageStatus,
  Page,
  PageOptions,
  Rating,
  StoredImage,
} from './calls/conversations.ts'
export type {
  LauncherIcon,
  WidgetAppearance,
  WidgetFont,
  WidgetGreeting,
  WidgetLanguage,
  WidgetPosition,
} from './calls/appearance.ts'
export type { EmbedCalls, EmbedConfig, EmbedLists, EmbedSession, VisitorIdentity } from './calls/embed.ts'
export type {
  EntitlementOptions,
  PromptOption,
  Entitlements,
  EntitlementsAnswer,
  EntitlementsUpdate,
  WidgetSignup,
} from './calls/entitlements.ts'
export type { Author, ListCalls, Tool } from './calls/lists.ts'
export type {
  DebugDecision,
  DebugQuestion,
  LlmSettings,
  LlmSettingsUpdate,
  LlmSettingsVersion,
  StoredLlmSettings,
} from './calls/llm-settings.ts'
export type {
  AuthLink,
  Credentials,
  MessageResult,
  Role,
  Session,
  SessionCalls,
  SignupResult,
} from './calls/session.ts'
export type {
  BrandSynonym,
  BrandSynonymImport,
  DangerCategory,
  DangerSeverity,
  HelpLineDraft,
  OperatorCalls,
  OperatorEntry,
  OperatorEntryVersion,
  SafetyCounts,
  SafetyDanger,
  SafetyEntries,
  SafetyLanguage,
  SafetyLine,
  SafetyPhrase,
  SafetyPhraseDraft,
  SafetySpike,
  SafetyTry,
  ShippedLine,
  SynonymDraft,
} from './calls/operators.ts'
export { createGapCalls } from './calls/gaps.ts'
export type { Gap, GapCalls, GapFilter, GapPage, GapStatus } from './calls/gaps.ts'
export type {
  AnswerEnding,
  AnswerSearch,
  RecordedCitation,
  ReviewCalls,
  ReviewFilter,
  ReviewItem,
  ReviewPatch,
  ReviewStatus,
  ReviewSummary,
} from './calls/review.ts'
export { createSettingsDraftCalls } from './calls/settings-drafts.ts'
export type {
  DraftGate,
  Interval,
  SettingsDraft,
  SettingsDraftCalls,
  SettingsTrial,
  TrialArm,
} from './calls/settings-drafts.ts'
export { createEvaluationCalls } from './calls/evaluations.ts'
export type {
  EvaluatedAnswer,
  EvaluatedOutcome,
  EvaluationCalls,
  EvaluationCase,
  EvaluationCaseDraft,
  EvaluationCheck,
  EvaluationCheckName,
  EvaluationDetail,
  EvaluationExpectations,
  EvaluationPage,
  EvaluationResult,
  EvaluationRun,
  EvaluationShow,
  EvaluationSource,
} from './calls/evaluations.ts'
export { createApprovedAnswerCalls } from './calls/approved.ts'
export type {
  ApprovedAnswer,
  ApprovedAnswerCalls,
  ApprovedAnswerDraft,
  ApprovedAnswerFilters,
  ApprovedAnswerStart,
  ApprovedAnswerSummary,
  ApprovedCitation,
  ApprovedLanguage,
} from './calls/approved.ts'
export { createContentCalls } from './calls/content.ts'
export { createImportCalls } from './calls/imports.ts'
export type {
  ContentImport,
  ImportCalls,
  ImportFailure,
  ImportReason,
  UploadFields,
} from './calls/imports.ts'
export { createSourceCalls } from './calls/sources.ts'
export type {
  ContentSource,
  SourceCalls,
  SourceDraft,
  SourceFields,
  SourceKind,
  SourceSchedule,
} from './calls/sources.ts'
export { createJobCalls } from './calls/jobs.ts'
export type { Job, JobCalls, JobPage, JobState } from './calls/jobs.ts'
export { createOperationCalls } from './calls/operations.ts'
export type {
  AlertKind,
  AlertPage,
  Budget,
  BudgetDraft,
  BudgetList,
  BudgetScope,
  DataClass,
  KnownModel,
  ModelPrice,
  ModelPriceList,
  OperationAlert,
  OperationCalls,
  ReportChoice,
  Retention,
  RetentionRules,
  WeeklyReport,
  WeeklyReportTime,
} from './calls/operations.ts'
export { administratorEditor } from './administrator-editor.ts'
export type {
  ArticleDraft,
  ArticlePreview,
  ArticleSummary,
  ContentArticle,
  ContentCalls,
  ContentFilters,
  ContentItem,
  ContentProduct,
  ContentStatus,
  ContentVersion,
  ProductDraft,
} from './calls/content.ts'
export type { Site, SiteCalls } from './calls/site.ts'
export type {
  ClientStats,
  ClientStatsOptions,
  CountedName,
  CountryCount,
  DailySeries,
  GeoPoint,
  GeoStats,
  Money,
  NamedOutcomes,
  OrderStats,
  OutcomeCounts,
  OutcomeStats,
  ProductStats,
  StatsCalls,
  StatsFilter,
  StatsQuery,
  StatsRange,
  SubjectStats,
  Widget,
} from './calls/stats.ts'
export type { ApiErrorOptions } from './errors.ts'
export type { CallOptions, Http, HttpOptions, HttpRequest } from './http.ts'
