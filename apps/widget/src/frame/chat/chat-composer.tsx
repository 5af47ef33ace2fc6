import { kit } from '@org/languages'
import { Composer } from '@org/ui-kit/chat'
import { useEffect, useRef } from 'react'
import { useDisclaimer } from '../use-engine-state.ts'
import { useWidget } from '../widget-context.ts'
import classes from './chat.module.css'
import { LazyPickers } from './lazy-pickers.tsx'
import type { Choice } from './pickers.tsx'
import { useTalk } from './use-talk.ts'

/** Composer with the author and tool pickers: disabled until the disclaimer is acknowledged. */
export function ChatComposer({
  choice,
  onChoiceChange,
  settled,
  placed,
  focusCount,
  onSent,
}: {
  /** Authors and tools of the next answer. */
  choice: Choice
  onChoiceChange: (choice: Choice) => void
  /** True once the composer has been painted: later parts may load. */
  settled: boolean
  /** True once the displayed conversation is known. */
  placed: boolean
  /** Grows when the focus is to come here, as soon as something can be written. */
  focusCount: number
  /** Called when a question is sent. */
  onSent: () => void
}) {
  const { config } = useWidget().config
  const talk = useTalk(placed, choice)
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const focusedCount = useRef(0)
  const isEnabled = !useDisclaimer().isAsked

  useEffect(() => {
    if (!isEnabled || focusCount <= focusedCount.current) return
    focusedCount.current = focusCount
    inputRef.current?.focus()
  }, [focusCount, isEnabled])

  return (
    <div className={classes.foot}>
      {talk.waiting !== null && <p className={classes.waiting}>{talk.waiting}</p>}
      <Composer
        value={talk.text}
        onValueChange={talk.write}
        onSend={(question) => {
          talk.send(question)
          onSent()
        }}
        streaming={talk.isRunning}
        onStop={talk.stop}
        disabled={!isEnabled}
        inputRef={inputRef}
        problem={talk.problem}
        attachments={[
          ...talk.images.map(({ name, mimeType, data }, index) => ({
            id: String(index),
            name,
            previewUrl: `data:${mimeType};base64,${data}`,
          })),
          ...talk.pending.map(({ id, name }) => ({ id, name })),
        ]}
        onAttach={config.allowAttachments ? (files) => void talk.attach(files) : undefined}
        onRemoveAttachment={(id) => talk.removeImage(Number(id))}
        labels={{ ...kit.composer, placeholder: config.composePlaceholder }}
        pickers={settled && <LazyPickers value={choice} onChange={onChoiceChange} />}
      />
    </div>
  )
}
