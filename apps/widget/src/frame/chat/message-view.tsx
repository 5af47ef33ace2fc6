import { kit } from '@org/languages'
import type { ChatMessage } from '@org/chat-engine'
import { useMessage } from '@org/chat-engine/react'
import { MessageBubble, type MessageImage, Suggestions } from '@org/ui-kit/chat'
import { memo } from 'react'
import { useWidget } from '../widget-context.ts'
import { widgetTexts } from '../widget.texts.ts'
import classes from './chat.module.css'
import type { OpenDialog } from './dialogs-lazy.tsx'
import { AnswerSafety } from './answer-safety.tsx'
import { LazyAnswer } from './lazy-answer.tsx'
import { withAffiliate } from './with-affiliate.ts'

interface MessageViewProps {
  messageKey: string
  onOpen: (dialog: OpenDialog) => void
  /** Asks a suggested question; absent where none are shown. */
  onAsk: ((question: string) => void) | undefined
}

/** One message. Renders again only when the message itself changes. */
export const MessageView = memo(function MessageView({ messageKey, onOpen, onAsk }: MessageViewProps) {
  const message = useMessage(messageKey)
  if (message === undefined) return null
  if (message.role === 'assistant') return <AssistantAnswer message={message} onOpen={onOpen} onAsk={onAsk} />
  return (
    <MessageBubble labels={kit.message} role={message.role} images={imagesOf(message)}>
      {message.text}
    </MessageBubble>
  )
})

function AssistantAnswer({
  message: { key, role, text, citations, products, status, error, suggestions, safety },
  onOpen,
  onAsk,
}: Omit<MessageViewProps, 'messageKey'> & { message: ChatMessage }) {
  const { bridge, config } = useWidget()
  const arriving = status === 'pending' || status === 'streaming'
  const ending = arriving || status === 'complete' ? undefined : (error ?? widgetTexts.endings[status])
  return (
    <MessageBubble labels={kit.message} role={role} streaming={arriving}>
      {safety !== null && <AnswerSafety answerKey={key} notice={safety} />}
      <LazyAnswer
        labels={kit.answer}
        // The card has the whole text of an answer to an emergency.
        text={safety?.severity === 'emergency' ? '' : text}
        streaming={arriving}
        citations={citations ?? undefined}
        products={products}
        onCitation={(numbers) => {
          bridge.event('citation:open', { numbers })
          onOpen({ kind: 'sources', messageKey: key, numbers })
        }}
        onProduct={(name, options) => {
          const { affiliateCode } = config.config
          const offered = withAffiliate(options, affiliateCode)
          bridge.event('product:click', {
            name,
            urls: offered.flatMap(({ url }) => url ?? []),
            affiliate_code: affiliateCode,
          })
          onOpen({ kind: 'product', name, options: offered })
        }}
      />
      {ending !== undefined && <p className={classes.ending}>{ending}</p>}
      {!arriving && onAsk !== undefined && (
        <Suggestions labels={kit.suggestions} questions={suggestions} onAsk={onAsk} />
      )}
    </MessageBubble>
  )
}

function imagesOf({ images }: ChatMessage): MessageImage[] {
  return images.flatMap(({ url, data, mimeType, name }) => {
    const src = url ?? (data === null ? undefined : `data:${mimeType};base64,${data}`)
    return src === undefined ? [] : [{ src, name }]
  })
}
