import { defaultLimits } from '@org/chat-engine'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import { useChat } from '../chat-context.ts'
import { type ChatComposerProps, EngineComposer } from './engine-composer.tsx'

/** Composer of the selected conversation: its draft, images, and the actions to send, to stop and to edit the last question. */
export function ChatComposer(props: ChatComposerProps) {
  const engine = useChatEngine()
  const { view, compact } = useChat()
  const thread = useThread()
  const editLast = (): void => {
    if (thread === null || thread.isRunning) return
    const last = thread.messageKeys.findLast((key) => engine.message(key).get()?.role === 'user')
    if (last !== undefined) view.editing.set(last)
  }
  return (
    <EngineComposer
      engine={engine}
      maxCharacters={defaultLimits.textCharacters}
      onEditLast={compact ? undefined : editLast}
      {...props}
    />
  )
}
