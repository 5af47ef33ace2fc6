import { useMessage } from '@org/chat-engine/react'
import { memo } from 'react'
import { AnswerRow, type AnswerFooterType } from './answer-row.tsx'
import { QuestionRow } from './question-row.tsx'

/** One message of the selected conversation. Re-renders only when the message itself changes. */
export const MessageRow = /* @__PURE__ */ memo(function MessageRow({
  messageKey,
  AnswerFooter,
}: {
  messageKey: string
  AnswerFooter: AnswerFooterType | undefined
}) {
  const message = useMessage(messageKey)
  if (message === undefined) return null
  return message.role === 'user' ? (
    <QuestionRow message={message} />
  ) : (
    <AnswerRow message={message} AnswerFooter={AnswerFooter} />
  )
})
