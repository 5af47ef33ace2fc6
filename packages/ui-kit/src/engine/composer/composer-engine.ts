import { createStore, type ChatEngine, type Draft, type ThreadState } from '@org/chat-engine'
import { useStore } from '@org/chat-engine/react'

/** The part of an engine that the composer needs: a page can stand in for it while the engine's code loads. */
export type ComposerEngine = Pick<
  ChatEngine,
  | 'conversations'
  | 'thread'
  | 'draft'
  | 'disclaimer'
  | 'setDraft'
  | 'attach'
  | 'removeImage'
  | 'send'
  | 'stop'
>

/** State of the input of the selected conversation. */
export interface ComposerState {
  /** Key of the selected conversation; null until there is one. */
  threadKey: string | null
  draft: Draft
  /** True while an answer is running. */
  isRunning: boolean
  /** False until the disclaimer is acknowledged, and while no conversation is selected. */
  isUsable: boolean
}

const noThread = createStore<ThreadState | null>(null)

/** Returns the state of the selected conversation's input. */
export function useComposerState(engine: ComposerEngine): ComposerState {
  const { selectedKey } = useStore(engine.conversations)
  const thread = useStore<ThreadState | null>(selectedKey === null ? noThread : engine.thread(selectedKey))
  const draft = useStore(engine.draft(selectedKey ?? ''))
  const { required, acknowledged } = useStore(engine.disclaimer)
  return {
    threadKey: selectedKey,
    draft,
    // Of the states of a run, those with an answer on its way name its message.
    isRunning: thread !== null && 'messageKey' in thread.run,
    isUsable: selectedKey !== null && (!required || acknowledged),
  }
}
