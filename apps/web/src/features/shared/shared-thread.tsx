import type { SharedConversation, SharedMessage } from '@org/api-client'
import { parseToolContext } from '@org/citations'
import type { Citation, ProductOption } from '@org/citations'
import { kit, localeOr } from '@org/languages'
import { MessageBubble, ProductDialog, SafetyCard, SourcesDialog } from '@org/ui-kit/chat'
import { LazyAnswer } from '@org/ui-kit/engine'
import { useMemo, useState } from 'react'
import classes from './shared.module.css'
import { sharedTexts as texts } from './shared.texts.ts'

type Opened =
  | { readonly kind: 'sources'; readonly sources: readonly Citation[]; readonly chosen: readonly number[] }
  | { readonly kind: 'product'; readonly name: string; readonly options: readonly ProductOption[] }

const day = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'long' })

/** The messages of a shared conversation, to read: their sources, products and safety cards open, nothing else does. */
export function SharedThread({
  conversation: { title, sharedAt, messages },
  imageHosts,
}: {
  conversation: SharedConversation
  imageHosts: readonly string[]
}) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => {
    setOpened(null)
  }
  return (
    <>
      <header className={classes.head}>
        <h1 dir="auto">{title}</h1>
        <p>{texts.sharedOn(day.format(new Date(sharedAt)))}</p>
        <p>{texts.notAdvice}</p>
      </header>
      <div className={classes.thread}>
        {messages.map((message, index) => (
          // A snapshot never changes its order.
          // oxlint-disable-next-line react/no-array-index-key
          <SharedRow key={index} message={message} imageHosts={imageHosts} onOpen={setOpened} />
        ))}
      </div>
      <SourcesDialog
        labels={kit.sources}
        open={opened?.kind === 'sources'}
        onOpenChange={close}
        sources={opened?.kind === 'sources' ? opened.sources : null}
        {...(opened?.kind === 'sources' && { chosen: opened.chosen })}
      />
      {opened?.kind === 'product' && (
        <ProductDialog
          labels={kit.product}
          open
          onOpenChange={close}
          title={opened.name}
          options={opened.options}
        />
      )}
    </>
  )
}

function SharedRow({
  message: { role, content, toolContext, images },
  imageHosts,
  onOpen,
}: {
  message: SharedMessage
  imageHosts: readonly string[]
  onOpen: (opened: Opened) => void
}) {
  const { citations, products, safety } = useMemo(() => parseToolContext(toolContext), [toolContext])
  if (role === 'user') {
    const shown = images.map(({ url }) => ({ mimeType: '', data: null, url, name: texts.image }))
    return (
      <MessageBubble labels={kit.message} role={role} images={shown}>
        {content}
      </MessageBubble>
    )
  }
  return (
    <MessageBubble labels={kit.message} role={role}>
      {safety !== null && (
        <SafetyCard
          labels={kit.safety}
          severity={safety.severity}
          title={safety.title}
          text={safety.text}
          lines={safety.lines}
        />
      )}
      <LazyAnswer
        labels={kit.answer}
        text={content}
        citations={citations}
        products={products}
        imageHosts={imageHosts}
        onCitation={(chosen) => {
          onOpen({ kind: 'sources', sources: citations, chosen })
        }}
        onProduct={(name, options) => {
          onOpen({ kind: 'product', name, options })
        }}
      />
    </MessageBubble>
  )
}
