import { useMessage } from '@org/chat-engine/react'
import { memo } from 'react'
import { AssistantAnswer } from './assistant-answer.tsx'
import { Question } from './question.tsx'

/** One message of the conversation on screen. Renders again only when the message itself changes. */
export const MessageView = memo(function MessageView({ messageKey }: { messageKey: string }) {
  const message = useMessage(messageKey)
  if (message === undefined) return null
  return message.role === 'user' ? <Question message={message} /> : <AssistantAnswer message={message} />
})
