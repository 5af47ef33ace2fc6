import type { ChatMessage } from '@org/chat-engine'
import { useEffect, type ComponentType } from 'react'
import { MessageBubble } from '../../chat/messages/message-bubble.tsx'
import { LazyAnswerActions } from '../actions/lazy-actions.tsx'
import { useChat } from '../chat-context.ts'
import { hasShownParts, LazyAnswerExtras, LazyAnswerSteps } from '../parts/lazy-parts.tsx'
import { AnswerApproval } from './answer-approval.tsx'
import { AnswerEnding } from './answer-ending.tsx'
import { AnswerLimits } from './answer-limits.tsx'
import { AnswerSafety } from './answer-safety.tsx'
import { AnswerSuggestions } from './answer-suggestions.tsx'
import { AnswerText } from './answer-text.tsx'
import { LazyAnswer } from './lazy-answer.tsx'

/** Shown below the text of each finished answer. */
export type AnswerFooterType = ComponentType<{ message: ChatMessage }>

/** An answer of the assistant: its limits, safety card, review, tool calls, text, sources, end state and suggestions. */
export function AnswerRow({
  message,
  AnswerFooter,
}: {
  message: ChatMessage
  AnswerFooter: AnswerFooterType | undefined
}) {
  const { labels, compact } = useChat()
  const { key, role, text, parts, status, suggestions, safety, approval } = message
  const isMore = hasShownParts(parts)
  const isArriving = status === 'pending' || status === 'streaming'
  useEffect(() => {
    // Its code loads while the first words are awaited.
    void LazyAnswer.preload()
  }, [])
  return (
    <MessageBubble
      labels={labels.message}
      role={role}
      streaming={isArriving}
      actions={text !== '' && !(compact && isArriving) && <LazyAnswerActions message={message} />}
    >
      {!compact && <AnswerLimits answerKey={key} />}
      {safety !== null && <AnswerSafety answerKey={key} notice={safety} />}
      {approval !== null && <AnswerApproval approval={approval} />}
      {isMore && <LazyAnswerSteps message={message} />}
      {/* Without text there is nothing to stand in a bubble; the streaming indicator below it shows that an answer comes. */}
      {(text !== '' || !isArriving) && <AnswerText message={message} streaming={isArriving} />}
      {isMore && <LazyAnswerExtras message={message} />}
      {!isArriving && status !== 'complete' && <AnswerEnding message={message} status={status} />}
      {!isArriving && AnswerFooter !== undefined && <AnswerFooter message={message} />}
      {!isArriving && suggestions.length > 0 && <AnswerSuggestions answerKey={key} questions={suggestions} />}
    </MessageBubble>
  )
}
