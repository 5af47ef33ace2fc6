import {
  createDisclaimer,
  createStore,
  type AccessState,
  type ChatEngine,
  type ConversationListState,
  type DisclaimerOptions,
  type Draft,
  type RunState,
  type Store,
  type ThreadState,
} from '@org/chat-engine'
import { attachFiles, type ChatView, type ComposerEngine } from '@org/ui-kit/engine'
import { useEffect, useEffectEvent, useState } from 'react'

/** Stands in for the engine until its code has loaded: buffers what is written, attached and asked. */
export interface LateEngine extends ComposerEngine, Pick<ChatEngine, 'access' | 'acknowledgeDisclaimer'> {
  /** Question that waits for the engine; null when none does. */
  readonly waiting: Store<string | null>
  /** The engine once the input was handed over; null until then. */
  readonly successor: Store<ChatEngine | null>
  /** Passes the buffered input to the conversation that the engine has selected. Later calls do nothing. */
  handOver: (engine: ChatEngine, view: ChatView) => void
}

const key = 'early'
const idle: RunState = { phase: 'idle' }
const nothing: ConversationListState = {
  status: 'idle',
  items: [],
  hasMore: false,
  isLoadingMore: false,
  selectedKey: key,
  search: null,
}
const blank: ThreadState = {
  key,
  conversationId: null,
  history: 'ready',
  messageKeys: [],
  hasOlder: false,
  isLoadingOlder: false,
  run: idle,
  statusLine: null,
}

/** Creates the stand-in of an engine with these options. */
export function createLateEngine(options: DisclaimerOptions): LateEngine {
  const disclaimer = createDisclaimer(options)
  const conversations = createStore(nothing)
  const access = createStore<AccessState>({ status: 'unknown', pendingPrompt: null })
  const thread = createStore(blank)
  const draft = createStore<Draft>({ text: '', images: [], pending: [] })
  const waiting = createStore<string | null>(null)
  let files: readonly File[] = []
  // Between the handover and the next render the composer still calls this object: it passes those calls on.
  const successor = createStore<ChatEngine | null>(null)
  let threadKey = key

  function wait(question: string | null): void {
    waiting.set(question)
    const run: RunState = question === null ? idle : { phase: 'submitting', messageKey: key }
    thread.update((state) => ({ ...state, run }))
  }

  return {
    conversations,
    access,
    waiting,
    successor,
    disclaimer: disclaimer.state,
    acknowledgeDisclaimer: disclaimer.acknowledge,
    thread: () => thread,
    draft: () => draft,
    setDraft: (_, change) => {
      const engine = successor.get()
      if (engine === null) draft.update((state) => ({ ...state, ...change }))
      else engine.setDraft(threadKey, change)
    },
    removeImage: () => undefined,
    attach: async (_, added) => {
      const engine = successor.get()
      if (engine !== null) return engine.attach(threadKey, added)
      files = [...files, ...added.filter((file) => file instanceof File)]
      const pending = files.map(({ name }, index) => ({
        id: `${key}-${index}`,
        name,
        progress: 'reading' as const,
      }))
      draft.update((state) => ({ ...state, pending }))
      return []
    },
    send: (_, input) => {
      const engine = successor.get()
      if (engine !== null) return engine.send(threadKey, input)
      wait(input.text)
      return 'sent'
    },
    stop: async () => {
      const engine = successor.get()
      if (engine !== null) return engine.stop(threadKey)
      // Back into the box, before the text that was written after it.
      draft.update((state) => ({ ...state, text: joinTexts(waiting.get(), state.text) }))
      wait(null)
    },
    handOver: (engine, view) => {
      const { selectedKey } = engine.conversations.get()
      if (successor.get() !== null || selectedKey === null) return
      threadKey = selectedKey
      // The engine may have been created before the acknowledgement was stored.
      if (disclaimer.state.get().acknowledged) engine.acknowledgeDisclaimer()
      const question = waiting.get()
      const { text: stored } = engine.draft(selectedKey).get()
      const isSent =
        question !== null && engine.send(selectedKey, { text: question, ...view.choice.get() }) === 'sent'
      const text = joinTexts(stored, isSent ? null : question, draft.get().text)
      if (text !== stored) engine.setDraft(selectedKey, { text })
      if (files.length > 0) void attachFiles(engine, view, files)
      successor.set(engine)
      wait(null)
    },
  }
}

/** Joins texts by an empty line, without the empty ones. */
function joinTexts(...texts: readonly (string | null)[]): string {
  return texts.filter((text) => text !== null && text !== '').join('\n\n')
}

// Delay between a failed load and the next attempt, in ms.
const retryMs = 2000

/**
 * Returns the engine; null until its code has loaded.
 *
 * @param wanted true when it may load
 * @param load loads its code and creates it
 */
export function useLoadedEngine(wanted: boolean, load: () => Promise<ChatEngine>): ChatEngine | null {
  const [engine, setEngine] = useState<ChatEngine | null>(null)
  const loadNow = useEffectEvent(load)
  const isLoading = wanted && engine === null

  useEffect(() => {
    if (!isLoading) return undefined
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const fetch = async (): Promise<void> => {
      try {
        const loaded = await loadNow()
        if (!isOver) setEngine(loaded)
      } catch {
        // The network may be back by then.
        if (!isOver) timer = setTimeout(() => void fetch(), retryMs)
      }
    }
    void fetch()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isLoading])
  return engine
}
