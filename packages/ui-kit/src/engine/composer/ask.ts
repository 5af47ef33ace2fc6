import type { SendOutcome } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import type { ChatView } from '../chat-view.ts'
import { useChat } from '../chat-context.ts'
import type { ComposerEngine } from './composer-engine.ts'

/**
 * Asks what stands in the composer, in the selected conversation, with its images and the chosen limits. A question that
 * is not sent stays the draft. The text comes from the composer, because the stored draft may be older.
 */
export function askDraft(engine: ComposerEngine, view: ChatView, text: string): SendOutcome | null {
  const key = engine.conversations.get().selectedKey
  if (key === null) return null
  view.problem.set(null)
  const draft = engine.draft(key).get()
  const outcome = engine.send(key, { text, images: draft.images, ...view.choice.get() })
  if (outcome !== 'sent') engine.setDraft(key, { text })
  else if (draft.text.trim() === text.trim() || draft.images.length > 0) {
    engine.setDraft(key, { text: '', images: [] })
  }
  return outcome
}

/**
 * Asks a question from elsewhere on the page, in the selected conversation, with the chosen limits. What is being written
 * stays as it is; a question that is not sent becomes the draft when there is none.
 */
function askBesideDraft(engine: ComposerEngine, view: ChatView, text: string): SendOutcome | null {
  const key = engine.conversations.get().selectedKey
  if (key === null) return null
  view.problem.set(null)
  const draft = engine.draft(key).get()
  const outcome = engine.send(key, { text, images: [], ...view.choice.get() })
  if (outcome !== 'sent' && draft.text === '') engine.setDraft(key, { text })
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
    ask: (text) => askBesideDraft(engine, view, text),
    attach: (files) => void attachFiles(engine, view, files),
  }
}
