export { emptyAnswer, reduceAnswer } from './answer.ts'
export type { AnswerEvent, AnswerState } from './answer.ts'
export { createApiTransport } from './api-transport.ts'
export type { ApiTransportOptions } from './api-transport.ts'
export { readAnswerEvent, readAnswerStream, readMessages } from './read-answers.ts'
export { createDisclaimer } from './disclaimer.ts'
export type { Disclaimer, DisclaimerOptions } from './disclaimer.ts'
export { createChatEngine } from './engine.ts'
export { defaultLabels } from './labels.ts'
export type { AttachmentLabels, ChatLabels } from './labels.ts'
export { defaultLimits } from './limits.ts'
export type { ChatLimits } from './limits.ts'
export { createClock, createSafeStorage } from './platform.ts'
export type { ChatClock, ChatIds, ChatLogger, ChatStorage, SafeStorage } from './platform.ts'
export { createStore } from './store.ts'
export type { Store, WritableStore } from './store.ts'
export type { ChatTabs, TabMember } from './tabs-port.ts'
export type { AnswerStream, ChatFailure, ChatTransport, ThreadMessage, TransportCall } from './transport.ts'
// Types for a custom transport.
export type {
  ChatInput,
  Conversation,
  ConversationDetail,
  ImportedConversation,
  Page,
  Rating,
} from '@org/api-client'
export type {
  AnswerOutcome,
  Citation,
  HelpLine,
  ProductOption,
  ProductOptions,
  SafetyNotice,
} from '@org/citations'
export type {
  AccessState,
  AttachmentRefusal,
  ChatEngine,
  ChatEngineOptions,
  ChatMessage,
  ChatMessageStatus,
  ConversationListState,
  ConversationSearch,
  ConversationSummary,
  DisclaimerState,
  Draft,
  FindHit,
  GuestImportState,
  ImageAttachment,
  ImageTools,
  MessageImage,
  PendingImage,
  PendingPrompt,
  RunFailureKind,
  RunState,
  SendInput,
  SendOutcome,
  StatusLine,
  StorageState,
  ThreadState,
} from './types.ts'
