import { useMemo } from 'react'
import type { AttachmentRefusal, ChatEngine, Draft, ImageAttachment, SendOutcome } from '../types.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'
import { useThread } from './use-thread.ts'

/** Why the input is disabled. */
export type ComposerBlock = 'loading' | 'disclaimer'

/** Authors and tools of the next answer; empty lists allow all. */
export interface ComposerChoice {
  authors?: readonly string[] | undefined
  tools?: readonly string[] | undefined
}

/** State and actions of a conversation's input. The functions stay the same; the object does until something changes. */
export interface Composer extends Draft {
  setText: (text: string) => void
  setImages: (images: readonly ImageAttachment[]) => void
  /** Adds files to the draft; gives what was refused. */
  attach: (files: readonly Blob[]) => Promise<readonly AttachmentRefusal[]>
  removeImage: (index: number) => void
  /** Sends the draft and empties it; what was not sent stays. */
  send: (choice?: ComposerChoice) => SendOutcome
  stop: () => void
  /** True while an answer is running: the stop control shows. */
  isRunning: boolean
  /** Why nothing can be written; null when it can. */
  disabledBy: ComposerBlock | null
  /** True when `send` would send. */
  canSend: boolean
}

const NO_THREAD = ''

/** The input of a conversation, by default the selected one. */
export function useComposer(key?: string): Composer {
  const engine = useChatEngine()
  const thread = useThread(key)
  const disclaimer = useStore(engine.disclaimer)
  const threadKey = thread?.key ?? NO_THREAD
  const draft = useStore(engine.draft(threadKey))
  const isRunning = thread?.isRunning ?? false
  const disabledBy =
    disclaimer.required && !disclaimer.acknowledged ? 'disclaimer' : thread === null ? 'loading' : null
  const actions = useMemo(() => actionsOf(engine, threadKey), [engine, threadKey])
  return useMemo(() => {
    const isComplete = draft.text.trim() !== '' && draft.pending.length === 0
    const canSend = disabledBy === null && !isRunning && isComplete
    return { ...draft, ...actions, isRunning, disabledBy, canSend }
  }, [draft, actions, isRunning, disabledBy])
}

type ComposerActions = Pick<Composer, 'setText' | 'setImages' | 'attach' | 'removeImage' | 'send' | 'stop'>

function actionsOf(engine: ChatEngine, key: string): ComposerActions {
  return {
    setText: (text) => engine.setDraft(key, { text }),
    setImages: (images) => engine.setDraft(key, { images }),
    attach: (files) => engine.attach(key, files),
    removeImage: (index) => engine.removeImage(key, index),
    send: (choice) => {
      const { text, images } = engine.draft(key).get()
      return engine.send(key, { ...choice, text, images })
    },
    stop: () => void engine.stop(key),
  }
}
