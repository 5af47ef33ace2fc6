import type { Rating } from '@org/api-client'
import type { ListState } from './conversations/list-state.ts'
import type { ConversationMarks } from './transport/transport.ts'
import type { EngineStores } from './engine-stores.ts'
import type { Guests } from './guests/guests.ts'
import type { HistoryState } from './history/history-state.ts'
import type { RunningAnswer, Runs } from './runs/runs.ts'
import type { RunStart } from './stores/signals.ts'
import type { ToolPart } from './transport/parts.ts'
import type {
  ApprovalOutcome,
  ChangeOutcome,
  ChatMessage,
  ConversationSummary,
  SendOutcome,
} from './types.ts'

/** Parts of an engine. Each use case is a function of them. */
export interface EngineParts extends EngineStores {
  runs: Runs
  guests: Guests
  history: HistoryState
  list: ListState
  onDemand: OnDemand
}

/** Parts of the use cases in {@link OnDemandCode}, with functions of the core, which they cannot import. */
export interface OnDemandParts extends EngineParts {
  discardConversations: (parts: EngineParts, items: readonly ConversationSummary[]) => void
  settleSelection: (parts: EngineParts) => void
  restoreUnsent: (parts: EngineParts) => Promise<unknown>
}

/** Use cases that need the first list: their code is requested together with it. `on-demand.ts` has them. */
export interface OnDemandCode {
  requestNewest: (
    parts: EngineParts,
    key: string,
    id: string,
    wasReady: boolean,
  ) => Promise<() => RunningAnswer | null>
  loadOlderPage: (parts: EngineParts, key: string) => Promise<void>
  verifyEnd: (parts: EngineParts, key: string, messageKey: string) => Promise<void>
  loadMoreConversations: (parts: EngineParts) => Promise<void>
  searchConversations: (parts: EngineParts, query: string, archived: boolean) => Promise<void>
  lookUpConversation: (parts: OnDemandParts, item: ConversationSummary, id: string) => Promise<void>
  renameConversation: (parts: EngineParts, key: string, title: string) => Promise<ChangeOutcome>
  markConversation: (parts: OnDemandParts, key: string, marks: ConversationMarks) => Promise<ChangeOutcome>
  removeConversation: (parts: OnDemandParts, key: string) => Promise<ChangeOutcome>
  rate: (
    stores: EngineStores,
    messageKey: string,
    rating: Rating,
    reason: string | undefined,
  ) => Promise<ChangeOutcome>
  decideOnTool: (
    parts: EngineParts,
    decision: ToolDecision,
    continueAnswer: (answer: ChatMessage, tools: readonly ToolPart[]) => SendOutcome,
  ) => ApprovalOutcome
  takeBackRefused: (stores: EngineStores, start: RunStart) => void
  takeBackUnsent: (stores: EngineStores, start: RunStart) => void
}

/** A person's decision on a tool call. */
export interface ToolDecision {
  messageKey: string
  toolId: string
  approved: boolean
  reason: string | null
}

export interface OnDemand {
  /** Calls `work`, at once if the code has loaded; rejects when it cannot be loaded. */
  use: <Result>(work: (code: OnDemandCode) => Result | Promise<Result>) => Promise<Result>
}
