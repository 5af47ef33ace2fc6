import type { SendOutcome } from '@org/chat-engine'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import { useAtomValue } from 'jotai'
import { authorsAtom, toolsAtom } from './chat.atoms.ts'

/** Asks a question in the conversation on screen, with the images and the limits that are chosen. What is not sent stays in the draft. */
export function useAsk(): (text: string) => SendOutcome | null {
  const engine = useChatEngine()
  const key = useThread()?.key
  const authors = useAtomValue(authorsAtom)
  const tools = useAtomValue(toolsAtom)
  return (text) => {
    if (key === undefined) return null
    const { images } = engine.draft(key).get()
    const outcome = engine.send(key, { text, images, authors, tools })
    engine.setDraft(key, outcome === 'sent' ? { text: '', images: [] } : { text })
    return outcome
  }
}
