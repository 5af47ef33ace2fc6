import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import { BookOpenText, RefreshCw } from 'lucide-react'
import { BranchSwitcher } from '../../chat/messages/branch-switcher.tsx'
import { CopyButton } from '../../chat/messages/copy-button.tsx'
import { Feedback } from '../../chat/messages/feedback.tsx'
import { Button } from '../../controls/button.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { defaultSourcesLabels } from '../../chat/sources/sources-table.tsx'
import { useChat } from '../chat-context.ts'
import { useChatTexts } from '../use-chat-texts.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import { useIsRunning } from './use-is-running.ts'

/** Actions of an answer: copy with references, rate, regenerate, show sources and versions. */
export function AnswerActions({ message }: { message: ChatMessage }) {
  const { rate, regenerate, showSibling } = useChatEngine()
  const { view, labels } = useChat()
  const showRefusal = useShowRefusal()
  const texts = useChatTexts()
  const isRunning = useIsRunning()
  const { key, id, citations, feedback, siblings } = message
  return (
    <>
      {siblings !== null && (
        <BranchSwitcher
          labels={labels.branches}
          index={siblings.index}
          count={siblings.count}
          onIndexChange={(index) => showSibling(key, index)}
        />
      )}
      <CopyButton
        labels={labels.copy}
        text={async () => {
          const { copiedAnswer } = await import('./answer-content.ts')
          return copiedAnswer(message, labels.sources?.title ?? defaultSourcesLabels.title)
        }}
      />
      <IconButton
        size="small"
        label={texts.regenerate}
        icon={<RefreshCw />}
        aria-disabled={isRunning}
        onClick={() => {
          if (!isRunning) regenerate(key)
        }}
      />
      {id !== null && (
        <Feedback
          labels={labels.feedback}
          rating={feedback}
          onRate={(rating, reason) => void showRefusal(rate(key, rating, reason))}
        />
      )}
      {citations !== null && citations.length > 0 && (
        <Button
          variant="ghost"
          size="small"
          icon={<BookOpenText aria-hidden="true" />}
          onClick={() => view.dialog.set({ kind: 'sources', messageKey: key, numbers: [] })}
        >
          {texts.sources(citations.length)}
        </Button>
      )}
    </>
  )
}
