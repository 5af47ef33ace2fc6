import type { ChatEngine } from '@org/chat-engine'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ConversationTranscript, readTranscript } from './conversation-transcript.ts'

/**
 * Returns the transcript of the selected conversation, as it is at the first render.
 *
 * @param onGone called when another conversation is selected: another account may have signed in, which must not see
 *   this one
 */
export function useTranscript(engine: ChatEngine, onGone: () => void): ConversationTranscript {
  const [given] = useState(() => ({
    key: engine.conversations.get().selectedKey,
    transcript: readTranscript(engine),
  }))
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    let { key } = given
    return engine.conversations.subscribe(() => {
      const { selectedKey } = engine.conversations.get()
      // The list was still loading.
      if (key === null) key = selectedKey
      else if (key !== selectedKey) leave()
    })
  }, [engine, given])
  return given.transcript
}
