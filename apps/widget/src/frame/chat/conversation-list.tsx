import { useChatEngine } from '@org/chat-engine/react'
import { ChatConversations } from '@org/ui-kit/engine'
import { useEffect, useRef } from 'react'
import { SignOut } from './sign-out.tsx'

/** The person's conversations. `onDone` is called when one was chosen or the list was closed. */
export function ConversationList({ onDone }: { onDone: () => void }) {
  const { create, select } = useChatEngine()
  const isEscape = useRef(false)

  // The sidebar handles Escape in the document, after the window.
  useEffect(() => {
    const note = ({ key }: KeyboardEvent): void => {
      isEscape.current = key === 'Escape'
    }
    window.addEventListener('keydown', note, true)
    return () => window.removeEventListener('keydown', note, true)
  }, [])

  return (
    <ChatConversations
      layout="dropdown"
      fullSearch={false}
      open
      onOpenChange={(open) => {
        // A press or the focus in the composer leaves it open.
        if (!open && isEscape.current) onDone()
      }}
      onSelect={(key) => {
        select(key)
        onDone()
      }}
      onCreate={() => {
        create()
        onDone()
      }}
      footer={<SignOut onDone={onDone} />}
    />
  )
}
