import { useChatEngine, useStore } from '@org/chat-engine/react'
import { Alert, Button } from '@org/ui-kit'
import { useState } from 'react'
import { chatTexts } from './chat.texts.ts'

/** Says that this browser keeps no more of what is written. */
export function StorageNotice() {
  const { text } = useStore(useChatEngine().storage)
  const [read, setRead] = useState<string | null>(null)
  if (text === null || text === read) return null
  return (
    <Alert
      tone="warning"
      action={
        <Button
          size="small"
          onClick={() => {
            setRead(text)
          }}
        >
          {chatTexts.understood}
        </Button>
      }
    >
      {text}
    </Alert>
  )
}
