import type { SendOutcome } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import type { ChatView } from '../chat-view.ts'
import { useChat } from '../chat-context.ts'
import type { ComposerEngine } from './composer-engine.ts'

/**
 * Asks a question in the selected conversation, with the chosen limits. The draft is sent with its images; what is not
 * sent becomes the draft. A question from elsewhere on the page leaves what is being written as it is.
 */
export function ask(engine: ComposerEngine, view: ChatView, text: string): SendOutcome | null {
  const key = engine.conversations.get().selectedKey
  if (key === null) return null
  view.problem.set(null)
  const draft = engine.draft(key).get()
  const isDraft = draft.text.trim() === text.trim()
  const outcome = engine.send(key, { text, images: isDraft ? draft.images : [], ...view.choice.get() })
  if (outcome !== 'sent') {
    if (isDraft || draft.text === '') engine.setDraft(key, { text })
  } else if (isDraft) engine.setDraft(key, { text: '', images: [] })
  return outcome
}

/** Attaches files to the draft of the selected conversation, and notes why some were refused. */
export async function attachFiles(
  engine: ComposerEngine,
  view: ChatView,
  files: readonly File[],
): Promise<void> {
  const threadKey = engine.conversations.get().selectedKey
  if (threadKey === null) return
  view.problem.set(null)
  const refusals = await engine.attach(threadKey, files)
  if (refusals.length === 0) return
  view.problem.set({ threadKey, texts: [...new Set(refusals.map(({ text }) => text))] })
}

/** Actions of the composer, for questions and files that come from elsewhere on the page. */
export interface ChatActions {
  /** Asks a question in the selected conversation; null when none is selected. */
  ask: (text: string) => SendOutcome | null
  /** Attaches files to the draft of the selected conversation. */
  attach: (files: readonly File[]) => void
}

/** Returns the actions of the composer. */
export function useChatActions(): ChatActions {
  const engine = useChatEngine()
  const { view } = useChat()
  return {
    ask: (text) => ask(engine, view, text),
    attach: (files) => void attachFiles(engine, view, files),
  }
}
