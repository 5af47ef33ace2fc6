import type { AttachmentRefusal, Draft, ImageAttachment, SendOutcome } from '../types.ts'
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

/** State and actions of the selected conversation's input. */
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
  /** Whether `send` would send. */
  canSend: boolean
}

const NO_THREAD = ''

/** The input of the selected conversation. */
export function useComposer(): Composer {
  const engine = useChatEngine()
  const thread = useThread()
  const disclaimer = useStore(engine.disclaimer)
  const key = thread?.key ?? NO_THREAD
  const draft = useStore(engine.draft(key))
  const isRunning = thread?.isRunning ?? false
  const disabledBy =
    disclaimer.required && !disclaimer.acknowledged ? 'disclaimer' : thread === null ? 'loading' : null
  return {
    ...draft,
    setText: (text) => engine.setDraft(key, { text }),
    setImages: (images) => engine.setDraft(key, { images }),
    attach: (files) => engine.attach(key, files),
    removeImage: (index) => engine.removeImage(key, index),
    send: (choice) => engine.send(key, { ...choice, text: draft.text, images: draft.images }),
    stop: () => void engine.stop(key),
    isRunning,
    disabledBy,
    canSend: disabledBy === null && !isRunning && draft.text.trim() !== '' && draft.pending.length === 0,
  }
}
