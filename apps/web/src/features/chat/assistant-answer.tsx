import { kit } from '@org/languages'
import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import { Button } from '@org/ui-kit'
import { MessageBubble } from '@org/ui-kit/chat'
import { useSetAtom } from 'jotai'
import { AnswerLimits } from './answer-limits.tsx'
import { AnswerSafety } from './answer-safety.tsx'
import { AnswerSuggestions } from './answer-suggestions.tsx'
import { dialogAtom } from './chat.atoms.ts'
import { chatTexts } from './chat.texts.ts'
import { LazyAnswer } from './lazy-answer.tsx'
import { LazyAnswerActions } from './lazy-extras.tsx'
import classes from './thread.module.css'
import { threadTexts } from './thread.texts.ts'
import { useImageHosts } from './use-image-hosts.ts'

/** An answer of the assistant, its author and tool limits, and its end state. */
export function AssistantAnswer({ message }: { message: ChatMessage }) {
  const open = useSetAtom(dialogAtom)
  const imageHosts = useImageHosts()
  const { key, role, text, citations, products, status, suggestions, safety } = message
  const arriving = status === 'pending' || status === 'streaming'
  const openSources = (numbers: readonly number[]) => {
    open({ kind: 'sources', messageKey: key, numbers })
  }
  return (
    <MessageBubble
      labels={kit.message}
      role={role}
      streaming={arriving}
      actions={text !== '' && <LazyAnswerActions message={message} onSources={openSources} />}
    >
      <AnswerLimits answerKey={key} />
      {safety !== null && <AnswerSafety answerKey={key} notice={safety} />}
      <LazyAnswer
        // The card has the whole text of an answer to an emergency.
        text={safety?.severity === 'emergency' ? '' : text}
        streaming={arriving}
        citations={citations ?? undefined}
        products={products}
        imageHosts={imageHosts}
        onCitation={openSources}
        onProduct={(name, options) => {
          open({ kind: 'product', name, options })
        }}
      />
      {!arriving && status !== 'complete' && <Ending answerKey={key} status={status} isEmpty={text === ''} />}
      {!arriving && suggestions.length > 0 && <AnswerSuggestions answerKey={key} questions={suggestions} />}
    </MessageBubble>
  )
}

function Ending({
  answerKey,
  status,
  isEmpty,
}: {
  answerKey: string
  status: 'stopped' | 'interrupted' | 'failed'
  isEmpty: boolean
}) {
  const { regenerate } = useChatEngine()
  const thread = useThread()
  // Of the last answer it is said above the input what went wrong, with the way to try again.
  const isLast = thread?.messageKeys.at(-1) === answerKey
  if (thread?.run.phase === 'failed' && isLast) return null
  return (
    <p className={classes.ending}>
      {chatTexts.endings[status]}
      {/* A stopped answer with text offers a retry among its actions. */}
      {(status !== 'stopped' || isEmpty) && (
        <Button
          size="small"
          onClick={() => {
            // Nothing is worth keeping beside the next one.
            if (isEmpty && isLast) thread.retry()
            else regenerate(answerKey)
          }}
        >
          {threadTexts.retry}
        </Button>
      )}
    </p>
  )
}
