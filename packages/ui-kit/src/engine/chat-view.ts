import { createStore, type WritableStore } from '@org/chat-engine'
import type { ProductOption } from '@org/citations'

/** Names of the authors and tools that answers are limited to; an empty list is no limit. */
export interface ChatChoice {
  readonly authors: readonly string[]
  readonly tools: readonly string[]
}

/** A dialog that an answer opens. */
export type ChatDialog =
  /** The sources of a message; `numbers` are those that the pressed marker names. */
  | { readonly kind: 'sources'; readonly messageKey: string; readonly numbers: readonly number[] }
  /** The options of a product of a message. */
  | {
      readonly kind: 'product'
      readonly messageKey: string
      readonly name: string
      readonly options: readonly ProductOption[]
    }

/** Why files were not attached or a change was put back, and the conversation that it is shown in. */
export interface AttachmentProblem {
  readonly threadKey: string
  readonly texts: readonly string[]
}

/** State of a chat's interface that the engine does not have. Each store re-renders only the components that read it. */
export interface ChatView {
  readonly choice: WritableStore<ChatChoice>
  /** The open dialog; null when none is. */
  readonly dialog: WritableStore<ChatDialog | null>
  /** Key of the question that is being edited; null when none is. */
  readonly editing: WritableStore<string | null>
  /** Files refused at the last attempt, or a change that was put back; null without either. */
  readonly problem: WritableStore<AttachmentProblem | null>
  /** True while the search in the conversation is open. */
  readonly finding: WritableStore<boolean>
  /** True while the whole conversation is rendered for printing. */
  readonly printing: WritableStore<boolean>
  /** The limits that questions were asked with since the page was opened, by the question's key. */
  readonly limits: WritableStore<ReadonlyMap<string, ChatChoice>>
}

/** Options of {@link createChatView}. */
export interface ChatViewOptions {
  /** Store of the choice, for a page that saves it. @default in memory, without limits */
  choice?: WritableStore<ChatChoice> | undefined
}

/** Creates the interface state of one chat. Create it once, outside of rendering. */
export function createChatView({
  choice = createStore<ChatChoice>({ authors: [], tools: [] }),
}: ChatViewOptions = {}): ChatView {
  return {
    choice,
    dialog: createStore<ChatDialog | null>(null),
    editing: createStore<string | null>(null),
    problem: createStore<AttachmentProblem | null>(null),
    finding: createStore(false),
    printing: createStore(false),
    limits: createStore<ReadonlyMap<string, ChatChoice>>(new Map()),
  }
}
