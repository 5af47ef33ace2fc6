import { kit } from '@org/languages'
import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import { Button, IconButton } from '@org/ui-kit'
import { BranchSwitcher, CopyButton, Feedback } from '@org/ui-kit/chat'
import { BookOpenText, RefreshCw } from 'lucide-react'
import { chatTexts } from './chat.texts.ts'
import { threadTexts } from './thread.texts.ts'
import { useIsRunning } from './use-is-running.ts'

export interface AnswerActionsProps {
  message: ChatMessage
  onSources: (numbers: readonly number[]) => void
}

/** Actions of an answer: copy with references, rate, regenerate, show sources and versions. */
export function AnswerActions({ message, onSources }: AnswerActionsProps) {
  const { rate, regenerate, showSibling } = useChatEngine()
  const isRunning = useIsRunning()
  const { key, id, citations, feedback, siblings } = message
  return (
    <>
      {siblings !== null && (
        <BranchSwitcher
          labels={kit.branches}
          index={siblings.index}
          count={siblings.count}
          onIndexChange={(index) => {
            showSibling(key, index)
          }}
        />
      )}
      <CopyButton
        labels={kit.copy}
        text={async () => {
          const { copiedAnswer } = await import('./answer-content.ts')
          return copiedAnswer(message)
        }}
      />
      <IconButton
        size="small"
        label={threadTexts.regenerate}
        icon={<RefreshCw />}
        aria-disabled={isRunning}
        onClick={() => {
          if (!isRunning) regenerate(key)
        }}
      />
      {id !== null && (
        <Feedback
          labels={kit.feedback}
          rating={feedback}
          onRate={(rating, reason) => {
            void rate(key, rating, reason)
          }}
        />
      )}
      {citations !== null && citations.length > 0 && (
        <Button
          variant="ghost"
          size="small"
          icon={<BookOpenText aria-hidden="true" />}
          onClick={() => {
            onSources([])
          }}
        >
          {chatTexts.sources(citations.length)}
        </Button>
      )}
    </>
  )
}
