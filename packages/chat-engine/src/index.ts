export { emptyAnswer, reduceAnswer } from './transport/answer.ts'
export type { AnswerEvent, AnswerState, Metadata } from './transport/answer.ts'
export type {
  DataPart,
  FilePart,
  IdentifiedPart,
  MessagePart,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolApproval,
  ToolPart,
} from './transport/parts.ts'
export { createAnswersOnlyTransport } from './adapters/answers-only-transport.ts'
export type { AnswersOnlyMethods } from './adapters/answers-only-transport.ts'
export { createApiTransport } from './transport/api-transport.ts'
export type { ApiTransportOptions } from './transport/api-transport.ts'
export { readText } from './transport/read-text.ts'
export { readAnswerEvent, readAnswerStream, readMessages } from './transport/read-answers.ts'
export { createDisclaimer } from './stores/disclaimer.ts'
export type { Disclaimer, DisclaimerOptions } from './stores/disclaimer.ts'
export { createChatEngine } from './engine.ts'
export { defaultLabels } from './platform/labels.ts'
export type { AttachmentLabels, ChatLabels } from './platform/labels.ts'
export { defaultLimits } from './platform/limits.ts'
export type { ChatLimits } from './platform/limits.ts'
export { createClock, createSafeStorage } from './platform/platform.ts'
export type { ChatClock, ChatIds, ChatLogger, ChatStorage, SafeStorage } from './platform/platform.ts'
export { createStore } from './platform/store.ts'
export { isRunActive } from './runs/run-state.ts'
export type { Store, WritableStore } from './platform/store.ts'
export type { ChatTabs, TabMember } from './tabs/tabs-port.ts'
export type {
  AnswerStream,
  ChatFailure,
  ChatInput,
  ChatTransport,
  ContinuedAnswer,
  EarlierMessage,
  ThreadMessage,
  TransportCall,
} from './transport/transport.ts'
// Types for a custom transport.
export type { Conversation, ConversationDetail, ImportedConversation, Page, Rating } from '@org/api-client'
export type { ConversationMarks } from './transport/transport.ts'
export type {
  AnswerOutcome,
  Citation,
  HelpLine,
  ProductOption,
  ProductOptions,
  Approval,
  SafetyNotice,
} from '@org/citations'
export type {
  AccessState,
  ApprovalOutcome,
  AttachmentRefusal,
  ChatEngine,
  ChangeOutcome,
  ChatEngineOptions,
  ChatError,
  ChatMessage,
  ChatMessageStatus,
  ConversationListState,
  ConversationSearch,
  ConversationSummary,
  DisclaimerSettings,
  DisclaimerState,
  Draft,
  ErrorOrigin,
  FindHit,
  GivenMessage,
  GuestImportState,
  ImageAttachment,
  ImageTools,
  MessageImage,
  PendingImage,
  PendingPrompt,
  RunFailure,
  RunFailureKind,
  RunState,
  SendInput,
  SendOutcome,
  SetMessagesOutcome,
  StatusLine,
  StorageState,
  ThreadState,
} from './types.ts'
