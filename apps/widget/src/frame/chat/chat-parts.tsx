import { createChatCalls } from '@org/api-client'
import '@org/citations/styles.css'
import { VisuallyHidden } from '@org/ui-kit'
import { ChatDialogs, ChatThread, LazyAnswer, useChat, useOpenedParts } from '@org/ui-kit/engine'
import { kit } from '@org/languages'
import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import { HandoverOffer, mentionsHandover } from '@org/ui-kit/handover'
import { useEffect, useMemo } from 'react'
import { useWidget } from '../widget-context.ts'
import { widgetTexts } from '../widget.texts.ts'
import { clickIdOf, toOpened } from './click-ids.ts'
import { ProductCards } from './product-cards.tsx'
import { Starters, Welcome } from './welcome.tsx'
import { withAffiliate } from './with-affiliate.ts'

// One chunk of what loads while the composer is on screen already.
export { ChatPickers } from '@org/ui-kit/engine'

/** The messages of the widget. */
export function WidgetThread({ shown }: { shown: boolean }) {
  useEffect(() => {
    if (shown) void LazyAnswer.preload()
  }, [shown])

  return (
    <>
      {/* Answers contain headings of the third level. */}
      <h2>
        <VisuallyHidden>{widgetTexts.messages}</VisuallyHidden>
      </h2>
      <ChatThread welcome={<Welcome />} AnswerFooter={AnswerFooter} />
    </>
  )
}

/** Below an answer: its products, and a person where one is offered, else questions that the content covers. */
function AnswerFooter({ message }: { message: ChatMessage }) {
  const { config, handover } = useWidget()
  return (
    <>
      <ProductCards message={message} />
      {config.config.handover ? (
        <HandoverOffer message={message} labels={kit.handover} onOpen={() => handover.set(true)} />
      ) : (
        <CoveredQuestions message={message} />
      )}
    </>
  )
}

/** The starter questions that were not asked yet, below an answer that covers nothing and suggests no question. */
function CoveredQuestions({ message }: { message: ChatMessage }) {
  const { starters } = useWidget().config.config.appearance
  const engine = useChatEngine()
  const messages = (useThread()?.messageKeys ?? []).flatMap((key) => engine.message(key).get() ?? [])
  if (messages.at(-1)?.key !== message.key || message.suggestions.length > 0 || !mentionsHandover(messages)) {
    return null
  }
  const asked = new Set(messages.map(({ text }) => text))
  return <Starters questions={starters.filter((starter) => !asked.has(starter))} />
}

/** The dialogs of answers: products with the owner's code. The host page is informed of each one that opens. */
export function WidgetDialogs() {
  const { api, bridge, config } = useWidget()
  const { answerOpened } = useMemo(() => createChatCalls(api.http), [api])
  const { dialog } = useChat().view
  const { affiliateCode } = config.config

  useEffect(
    () =>
      dialog.subscribe(() => {
        const opened = dialog.get()
        if (opened?.kind === 'sources') bridge.event('citation:open', { numbers: opened.numbers })
        if (opened?.kind !== 'product') return
        const urls = withAffiliate(opened.options, affiliateCode).flatMap(({ url }) => url ?? [])
        const click = clickIdOf(opened.name)
        bridge.event('product:click', { name: opened.name, urls, affiliate_code: affiliateCode, click })
      }),
    [bridge, dialog, affiliateCode],
  )

  useOpenedParts((answerId, opened) => answerOpened(answerId, toOpened(opened)))

  return <ChatDialogs toOptions={(options) => withAffiliate(options, affiliateCode)} />
}
