import { useChatEngine, useThread } from '@org/chat-engine/react'
import { useSetAtom } from 'jotai'
import { editingAtom } from './chat.atoms.ts'

/** Begins to edit the last question of the conversation on screen; does nothing where there is none, or one is being answered. */
export function useEditLast(): () => void {
  const engine = useChatEngine()
  const thread = useThread()
  const edit = useSetAtom(editingAtom)
  return () => {
    if (thread === null || thread.isRunning) return
    const last = thread.messageKeys.findLast((key) => engine.message(key).get()?.role === 'user')
    if (last !== undefined) edit(last)
  }
}
