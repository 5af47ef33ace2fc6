import type { ChangeOutcome } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import { useChat } from './chat-context.ts'

/** Returns a function that shows above the composer why a change was put back. */
export function useShowRefusal(): (change: Promise<ChangeOutcome>) => Promise<void> {
  const { conversations } = useChatEngine()
  const { view } = useChat()
  return async (change) => {
    const outcome = await change
    if (outcome.ok || !outcome.reverted) return
    const { selectedKey } = conversations.get()
    view.problem.set({ threadKey: selectedKey ?? '', texts: [outcome.error.message] })
  }
}
