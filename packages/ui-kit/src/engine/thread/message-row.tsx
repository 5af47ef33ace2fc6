import { useMessage } from '@org/chat-engine/react'
import { memo } from 'react'
import { AnswerRow } from './answer-row.tsx'
import { QuestionRow } from './question-row.tsx'

/** One message of the selected conversation. Re-renders only when the message itself changes. */
export const MessageRow = /* @__PURE__ */ memo(function MessageRow({ messageKey }: { messageKey: string }) {
  const message = useMessage(messageKey)
  if (message === undefined) return null
  return message.role === 'user' ? <QuestionRow message={message} /> : <AnswerRow message={message} />
})
