import { type ComponentType, memo, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Row } from './row.tsx'
import { plainMessages, type PlainMessage, type ThreadVariant } from './thread.ts'

function MessageRow({ message }: { message: PlainMessage }): ReactNode {
  return <Row role={message.role} text={message.text} />
}

/** All messages in one array; every row renders for every piece. */
export const messageArray = arrayVariant(MessageRow)

/** The same with `React.memo` around a row. */
export const memoisedRows = arrayVariant(memo(MessageRow))

function arrayVariant(RowType: ComponentType<{ message: PlainMessage }>): ThreadVariant {
  return async (element, count) => {
    let answer: PlainMessage = { key: 'answer', role: 'assistant', text: '' }
    let messages = plainMessages(count).concat(answer)
    const root = createRoot(element)
    const show = (): void =>
      flushSync(() => root.render(messages.map((message) => <RowType key={message.key} message={message} />)))
    show()
    return {
      append: async (piece) => {
        answer = { ...answer, text: answer.text + piece }
        messages = messages.with(count, answer)
        show()
      },
      unmount: () => root.unmount(),
    }
  }
}
