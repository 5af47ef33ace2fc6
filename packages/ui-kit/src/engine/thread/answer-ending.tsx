import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import { Button } from '../../controls/button.tsx'
import { useChat } from '../chat-context.ts'
import { useChatTexts } from '../use-chat-texts.ts'
import classes from './thread.module.css'

/** Props of {@link AnswerEnding}. */
export interface AnswerEndingProps {
  message: ChatMessage
  status: 'stopped' | 'interrupted' | 'failed'
}

/** States why an answer is not complete, with a button to ask again. */
export function AnswerEnding({ message: { key, text, error }, status }: AnswerEndingProps) {
  const { compact } = useChat()
  const { regenerate } = useChatEngine()
  const texts = useChatTexts()
  const thread = useThread()
  const isLast = thread?.messageKeys.at(-1) === key
  const isEmpty = text === ''
  // The error of the last answer and its button are above the composer, for which a compact chat has no room.
  if (!compact && thread?.run.phase === 'failed' && isLast) return null
  return (
    <p className={classes['ending']}>
      {(compact ? error : null) ?? texts[status]}
      {/* A stopped answer with text has 'Regenerate' among its actions. */}
      {(status !== 'stopped' || isEmpty) && (
        <Button
          size="small"
          onClick={() => {
            // An empty answer is replaced instead of kept as a version.
            if (isEmpty && isLast) thread.retry()
            else regenerate(key)
          }}
        >
          {texts.retry}
        </Button>
      )}
    </p>
  )
}
