import { useMemo } from 'react'
import {
  type ComposerActions,
  type ComposerView,
  createComposerActions,
  createComposerStore,
} from '../bindings/composer-view.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'
import { useThread } from './use-thread.ts'

/** Authors and tools of the next answer; empty lists allow all. */
export type ComposerChoice = NonNullable<Parameters<ComposerActions['send']>[0]>

/** State and actions of a conversation's input. The functions stay the same; the object does until something changes. */
export interface Composer extends ComposerView, ComposerActions {}

/** The input of a conversation, by default the selected one. */
export function useComposer(key?: string): Composer {
  const engine = useChatEngine()
  // The actions are of the conversation that is rendered, also when another one is selected before the next render.
  const threadKey = useThread(key)?.key ?? ''
  const view = useStore(useMemo(() => createComposerStore(engine, key), [engine, key]))
  const actions = useMemo(() => createComposerActions(engine, threadKey), [engine, threadKey])
  return useMemo(() => ({ ...view, ...actions }), [view, actions])
}
