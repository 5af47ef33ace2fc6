import { kit } from '@org/languages'
import { useChatEngine, useComposer, useThread } from '@org/chat-engine/react'
import { Composer } from '@org/ui-kit/chat'
import { useEffect, useRef, useState } from 'react'
import { useWidget } from '../widget-context.ts'
import classes from './chat.module.css'
import { LazyPickers } from './lazy-pickers.tsx'
import type { Choice } from './pickers.tsx'

const everything: Choice = { authors: [], tools: [] }

/** Where a question is written, with what limits its answer: disabled until the disclaimer is acknowledged. */
export function ChatComposer({
  settled,
  focusCount,
}: {
  /** Whether the box has been drawn: what comes after it may load. */
  settled: boolean
  /** Grows when the focus is to come here, as soon as something can be written. */
  focusCount: number
}) {
  const engine = useChatEngine()
  const key = useThread()?.key
  const { config } = useWidget().config
  const { text, setText, images, pending, attach, removeImage, stop, isRunning, disabledBy } = useComposer()
  const [choice, setChoice] = useState(everything)
  const [problem, setProblem] = useState<string>()
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const focusedCount = useRef(0)
  const isEnabled = disabledBy === null

  useEffect(() => {
    if (!isEnabled || focusCount <= focusedCount.current) return
    focusedCount.current = focusCount
    inputRef.current?.focus()
  }, [focusCount, isEnabled])

  const send = (question: string): void => {
    if (key === undefined) return
    setProblem(undefined)
    const outcome = engine.send(key, { text: question, images, ...choice })
    engine.setDraft(key, outcome === 'sent' ? { text: '', images: [] } : { text: question })
  }
  const attachFiles = async (files: File[]): Promise<void> => {
    const refused = await attach(files)
    setProblem(refused.length === 0 ? undefined : refused.map((refusal) => refusal.text).join(' '))
  }

  return (
    <div className={classes.foot}>
      <Composer
        value={text}
        onValueChange={setText}
        onSend={send}
        streaming={isRunning}
        onStop={stop}
        disabled={!isEnabled}
        inputRef={inputRef}
        problem={problem}
        attachments={[
          ...images.map(({ name, mimeType, data }, index) => ({
            id: String(index),
            name,
            previewUrl: `data:${mimeType};base64,${data}`,
          })),
          ...pending.map(({ id, name }) => ({ id, name })),
        ]}
        onAttach={config.allowAttachments ? (files) => void attachFiles(files) : undefined}
        onRemoveAttachment={(id) => removeImage(Number(id))}
        labels={{ ...kit.composer, placeholder: config.composePlaceholder }}
        pickers={settled && <LazyPickers value={choice} onChange={setChoice} />}
      />
    </div>
  )
}
