import type { HighlightCode } from '@org/citations/highlight'
import { createContext, use } from 'react'
import type { ChatLabelSet } from './chat-labels.ts'
import type { ChatView } from './chat-view.ts'

/** Settings that the bound components share besides the engine. */
export interface ChatSettings {
  readonly view: ChatView
  readonly labels: ChatLabelSet
  /** True for a small frame such as a widget: no actions below questions, no limits above answers, sources always in a dialog. */
  readonly compact: boolean
  /** Hosts from which images in answers may load; others are shown as links. */
  readonly imageHosts: readonly string[]
  readonly highlight: HighlightCode | undefined
}

export const ChatContext = createContext<ChatSettings | null>(null)

/**
 * Returns the settings of the nearest `ChatProvider`.
 *
 * @throws {Error} when there is none
 */
export function useChat(): ChatSettings {
  const settings = use(ChatContext)
  if (settings === null) throw new Error('Components of a chat need a <ChatProvider> above them.')
  return settings
}
