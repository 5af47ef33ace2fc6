import { createStore, type AttachmentRefusal, type Draft } from '@org/chat-engine'
import { useStore } from '@org/chat-engine/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSelectedThread } from '../use-engine-state.ts'
import { useWidget } from '../widget-context.ts'
import type { Choice } from './pickers.tsx'

/** State and actions of the composer. */
interface Talk extends Pick<Draft, 'text' | 'images'> {
  /** Files on their way to being images. */
  pending: readonly { id: string; name: string }[]
  /** A question that waits for the chat; null where none does. */
  waiting: string | null
  /** True while a question waits or its answer is running. */
  isRunning: boolean
  /** User-facing error of the last files. */
  problem: string | undefined
  write: (text: string) => void
  send: (question: string) => void
  stop: () => void
  attach: (files: readonly File[]) => Promise<void>
  removeImage: (index: number) => void
}

/** Input from before the chat engine has loaded. */
interface EarlyInput {
  text: string
  files: readonly File[]
  question: string | null
}

const noDraft = createStore<Draft>({ text: '', images: [], pending: [] })

/**
 * Composer state of the displayed conversation. Input from before the chat engine has loaded is buffered,
 * and replayed once it has.
 *
 * @param isPlaced true once the displayed conversation is known
 * @param choice authors and tools of the next answer
 */
export function useTalk(isPlaced: boolean, choice: Choice): Talk {
  const { engine } = useWidget()
  const selected = useSelectedThread()
  const thread = isPlaced ? selected : null
  const chat = engine === null || thread === null ? null : { engine, key: thread.key }
  const key = chat === null ? null : chat.key
  const draft = useStore(chat === null ? noDraft : chat.engine.draft(chat.key))
  const [earlyInput] = useState(() => createStore<EarlyInput | null>({ text: '', files: [], question: null }))
  const early = useStore(earlyInput)
  const [problem, setProblem] = useState<string>()
  const waiting = early === null ? null : early.question

  const changeEarly = (change: (input: EarlyInput) => Partial<EarlyInput>): void =>
    earlyInput.update((input) => (input === null ? null : { ...input, ...change(input) }))

  const tellRefusals = (refused: readonly AttachmentRefusal[]): void =>
    setProblem(refused.length === 0 ? undefined : refused.map(({ text }) => text).join(' '))

  const attach = async (files: readonly File[]): Promise<void> => {
    if (chat === null) return changeEarly((input) => ({ files: [...input.files, ...files] }))
    tellRefusals(await chat.engine.attach(chat.key, files))
  }

  // Asked of the store, here and below: between what is on screen and this more may have been written or sent.
  const takeOver = useEffectEvent(() => {
    const input = earlyInput.get()
    if (chat === null || input === null) return
    const { text, files, question } = input
    const { text: kept } = chat.engine.draft(chat.key).get()
    const isSent = question !== null && chat.engine.send(chat.key, { text: question, ...choice }) === 'sent'
    const rest = joinTexts(kept, isSent ? null : question, text)
    if (rest !== kept) chat.engine.setDraft(chat.key, { text: rest })
    earlyInput.set(null)
    if (files.length > 0) void chat.engine.attach(chat.key, files).then(tellRefusals)
  })
  useEffect(() => {
    if (key !== null) takeOver()
  }, [key])

  return {
    text: early === null ? draft.text : early.text,
    images: draft.images,
    pending: [
      ...draft.pending,
      ...(early?.files ?? []).map(({ name }, index) => ({ id: `early-${index}`, name })),
    ],
    waiting,
    // Of the states of a run, those with an answer on its way name its message.
    isRunning: waiting !== null || (thread !== null && 'messageKey' in thread.run),
    problem,
    write: (text) => {
      if (earlyInput.get() === null) chat?.engine.setDraft(chat.key, { text })
      else changeEarly(() => ({ text }))
    },
    send: (question) => {
      setProblem(undefined)
      if (earlyInput.get() !== null || chat === null) return changeEarly(() => ({ question }))
      const outcome = chat.engine.send(chat.key, { text: question, images: draft.images, ...choice })
      chat.engine.setDraft(chat.key, outcome === 'sent' ? { text: '', images: [] } : { text: question })
    },
    stop: () => {
      if (earlyInput.get() === null) void chat?.engine.stop(chat.key)
      // Back into the box with it, before what was written after it.
      else changeEarly(({ text }) => ({ text: joinTexts(waiting, text), question: null }))
    },
    attach,
    removeImage: (index) => chat?.engine.removeImage(chat.key, index),
  }
}

/** Texts one below the other, without the empty ones. */
function joinTexts(...texts: readonly (string | null)[]): string {
  return texts.filter((text) => text !== null && text !== '').join('\n\n')
}
