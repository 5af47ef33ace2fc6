import type { Store } from '../platform/store.ts'
import { isRunActive } from '../runs/run-state.ts'
import type {
  AttachmentRefusal,
  ChatEngine,
  Draft,
  ImageAttachment,
  SendInput,
  SendOutcome,
} from '../types.ts'
import { type ConversationKey, followSelected, keyIn } from './thread-view.ts'

/** Why the input is disabled. */
export type ComposerBlock = 'loading' | 'disclaimer'

/** State of a conversation's input. */
export interface ComposerView extends Draft {
  /** True while an answer is running: the stop control shows. */
  isRunning: boolean
  /** Why nothing can be written; null when it can. */
  disabledBy: ComposerBlock | null
  /** True when `send` would send. */
  canSend: boolean
}

/** Actions of a conversation's input. */
export interface ComposerActions {
  setText: (text: string) => void
  setImages: (images: readonly ImageAttachment[]) => void
  /** Adds files to the draft; gives what was refused. */
  attach: (files: readonly Blob[]) => Promise<readonly AttachmentRefusal[]>
  removeImage: (index: number) => void
  /** Sends the draft and empties it; what was not sent stays. */
  send: (choice?: Pick<SendInput, 'authors' | 'tools' | 'metadata'>) => SendOutcome
  stop: () => void
}

const NO_THREAD = ''

/** Creates a store of the input of a conversation, by default the selected one, which it follows. */
export function createComposerStore(engine: ChatEngine, key?: ConversationKey): Store<ComposerView> {
  let last: { draft: Draft; view: ComposerView } | null = null

  function get(): ComposerView {
    const threadKey = keyIn(engine, key)
    const draft = engine.draft(threadKey ?? NO_THREAD).get()
    const isRunning = threadKey !== null && isRunActive(engine.thread(threadKey).get().run)
    const { required, acknowledged } = engine.disclaimer.get()
    const disabledBy = required && !acknowledged ? 'disclaimer' : threadKey === null ? 'loading' : null
    const isSame =
      last?.draft === draft && last.view.isRunning === isRunning && last.view.disabledBy === disabledBy
    if (last === null || !isSame) {
      const isComplete = draft.text.trim() !== '' && draft.pending.length === 0
      const canSend = disabledBy === null && !isRunning && isComplete
      last = { draft, view: { ...draft, isRunning, disabledBy, canSend } }
    }
    return last.view
  }

  return {
    get,
    subscribe: (listener) => {
      const leaves = [
        engine.disclaimer.subscribe(listener),
        followSelected(engine, key, (at) => engine.thread(at), listener),
        followSelected(engine, key, (at) => engine.draft(at), listener),
      ]
      return () => {
        for (const leave of leaves) leave()
      }
    },
  }
}

/** Creates the actions of the input of a conversation, by default the one that is selected when they are called. */
export function createComposerActions(engine: ChatEngine, key?: ConversationKey): ComposerActions {
  const at = () => keyIn(engine, key) ?? NO_THREAD
  return {
    setText: (text) => engine.setDraft(at(), { text }),
    setImages: (images) => engine.setDraft(at(), { images }),
    attach: (files) => engine.attach(at(), files),
    removeImage: (index) => engine.removeImage(at(), index),
    send: (choice) => {
      const { text, images } = engine.draft(at()).get()
      return engine.send(at(), { ...choice, text, images })
    },
    stop: () => void engine.stop(at()),
  }
}
