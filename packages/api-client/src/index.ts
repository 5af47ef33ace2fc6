export { createAccountCalls } from './account.ts'
export { createAdminCalls } from './admin.ts'
export { createBillingCalls } from './billing.ts'
export { createChatCalls } from './chat.ts'
export { createApiClient } from './client.ts'
export { createContactCalls } from './contact.ts'
export { createConversationCalls } from './conversations.ts'
export { createEmbedCalls } from './embed.ts'
export { ApiError, isApiError } from './errors.ts'
export { createHttp } from './http.ts'
export { createListCalls } from './lists.ts'
export { createSessionCalls } from './session.ts'
export { createSiteCalls } from './site.ts'
export { createStatsCalls } from './stats.ts'
export { widgetDefaults } from './widget-defaults.ts'
export type { AccountCalls, AccountSession, AccountStorage } from './account.ts'
export type { AdminCalls, AdminClient, AuditEntry, AuditKind } from './admin.ts'
export type {
  KnowledgeCalls,
  KnowledgePassage,
  KnowledgeProduct,
  KnowledgeSearch,
  KnowledgeSearchOptions,
  KnowledgeTerm,
} from './knowledge.ts'
export type { BillingCalls, BillingProduct, BillingStatus, Price } from './billing.ts'
export type { AnonStatus, ChatCalls, ChatCallsOptions, ChatInput } from './chat.ts'
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
} from './configurators.ts'
export type { ContactCalls, ContactMessage } from './contact.ts'
export type {
  Conversation,
  ConversationCalls,
  ConversationDetail,
  ImportedConversation,
  Message,
  MessageRole,
  MessageStatus,
  Page,
  PageOptions,
  Rating,
  StoredImage,
} from './conversations.ts'
export type { EmbedCalls, EmbedConfig, EmbedLists, EmbedSession } from './embed.ts'
export type {
  EntitlementOptions,
  PromptOption,
  Entitlements,
  EntitlementsAnswer,
  EntitlementsUpdate,
  WidgetSignup,
} from './entitlements.ts'
export type { Author, ListCalls, Tool } from './lists.ts'
export type {
  DebugDecision,
  DebugQuestion,
  LlmSettings,
  LlmSettingsUpdate,
  LlmSettingsVersion,
  StoredLlmSettings,
} from './llm-settings.ts'
export type {
  AuthLink,
  Credentials,
  MessageResult,
  Role,
  Session,
  SessionCalls,
  SignupResult,
} from './session.ts'
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
} from './operators.ts'
export type { Site, SiteCalls } from './site.ts'
export type {
  ClientStats,
  ClientStatsOptions,
  CountedName,
  CountryCount,
  DailySeries,
  GeoPoint,
  GeoStats,
  ProductStats,
  StatsCalls,
  StatsFilter,
  StatsQuery,
  StatsRange,
  SubjectStats,
  Widget,
} from './stats.ts'
export type { ApiErrorOptions } from './errors.ts'
export type { CallOptions, Http, HttpOptions, HttpRequest } from './http.ts'
