import type { ChatEngine } from '@org/chat-engine'
import { ChatEngineProvider } from '@org/chat-engine/react'
import type { HighlightCode } from '@org/citations/highlight'
import { useMemo, useState, type ReactNode } from 'react'
import { ChatContext } from './chat-context.ts'
import type { ChatLabelSet } from './chat-labels.ts'
import { type ChatView, createChatView } from './chat-view.ts'

/** Props of {@link ChatProvider}. Objects and functions should stay the same from render to render. */
export interface ChatProviderProps {
  /** Created once, outside of rendering; null while its code loads. */
  engine: ChatEngine | null
  /** Interface state, for a page that reads or saves it. @default one that lasts as long as the provider */
  view?: ChatView | undefined
  /** @default English */
  labels?: ChatLabelSet | undefined
  /** True for a small frame such as a widget: no actions below questions, no limits above answers, sources always in a dialog. @default false */
  compact?: boolean | undefined
  /** Hosts from which images in answers may load; others are shown as links. @default [] */
  imageHosts?: readonly string[] | undefined
  /** Colours code blocks; `highlightCode` of `@org/citations/highlight` is one. @default none */
  highlight?: HighlightCode | undefined
  children: ReactNode
}

const english: ChatLabelSet = {}
const noHosts: readonly string[] = []

/** Provides the engine, the interface state and the labels to the components of a chat. */
export function ChatProvider({
  engine,
  view,
  labels = english,
  compact = false,
  imageHosts = noHosts,
  highlight,
  children,
}: ChatProviderProps) {
  const [ownView] = useState(() => view ?? createChatView())
  const usedView = view ?? ownView
  const settings = useMemo(
    () => ({ view: usedView, labels, compact, imageHosts, highlight }),
    [usedView, labels, compact, imageHosts, highlight],
  )
  return (
    <ChatContext value={settings}>
      <ChatEngineProvider engine={engine}>{children}</ChatEngineProvider>
    </ChatContext>
  )
}
