import type { EngineParts } from '../engine-parts.ts'
import { forgetHistory } from '../history/history.ts'
import type { ConversationSummary } from '../types.ts'

/** Drops the messages of conversations, and what is under way with them. */
export function forgetThreads(parts: EngineParts, items: readonly ConversationSummary[]): void {
  for (const { key } of items) {
    parts.runs.abandon(key)
    forgetHistory(parts, key)
    parts.branches.clear(key)
    parts.threads.clear(key)
  }
}

/** Takes conversations out of the list of this page. */
export function dropConversations(parts: EngineParts, items: readonly ConversationSummary[]): void {
  for (const { key } of items) parts.conversations.drop(key)
  forgetThreads(parts, items)
}

/** Takes conversations out of the list of this page, and erases their drafts. */
export function discardConversations(parts: EngineParts, items: readonly ConversationSummary[]): void {
  dropConversations(parts, items)
  for (const { key } of items) parts.drafts.drop(key)
}
