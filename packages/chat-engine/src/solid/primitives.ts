import { type Accessor, createMemo, onCleanup, onMount } from 'solid-js'
import {
  type ComposerActions,
  type ComposerView,
  createComposerActions,
  createComposerStore,
} from '../bindings/composer-view.ts'
import { connectEngine, type ConnectOptions } from '../bindings/connect-engine.ts'
import { type ConversationKey, createThreadStore, type ThreadView } from '../bindings/thread-view.ts'
import type { ChatEngine, ChatMessage } from '../types.ts'
import { useStore } from './use-store.ts'

/** Starts an engine when the component is mounted, and resumes broken answers when a person returns. */
export function useConnection(engine: ChatEngine, options: ConnectOptions = {}): void {
  onMount(() => onCleanup(connectEngine(engine, options)))
}

/** A conversation's thread, by default the selected one's; null until there is one. */
export function useThread(
  engine: ChatEngine,
  key: Accessor<ConversationKey> = () => undefined,
): Accessor<ThreadView | null> {
  return useStore(() => createThreadStore(engine, key()))
}

/** One message, by its key; undefined once it is gone. */
export function useMessage(engine: ChatEngine, key: Accessor<string>): Accessor<ChatMessage | undefined> {
  return useStore(() => engine.message(key()))
}

/** The input of a conversation: its state as a signal, and its actions. */
export interface Composer extends ComposerActions {
  state: Accessor<ComposerView>
}

/** The input of a conversation, by default the selected one. */
export function useComposer(engine: ChatEngine, key: Accessor<ConversationKey> = () => undefined): Composer {
  const actions = createMemo(() => createComposerActions(engine, key()))
  return {
    state: useStore(() => createComposerStore(engine, key())),
    setText: (text) => actions().setText(text),
    setImages: (images) => actions().setImages(images),
    attach: (files) => actions().attach(files),
    removeImage: (index) => actions().removeImage(index),
    send: (choice) => actions().send(choice),
    stop: () => actions().stop(),
  }
}
