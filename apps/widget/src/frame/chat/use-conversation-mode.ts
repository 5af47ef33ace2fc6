import type { ChatEngine } from '@org/chat-engine'
import { useEffect, useRef, useState } from 'react'
import { useAccessStatus, useConversationState, useSelectedThread } from '../engine/use-engine-state.ts'
import { useWidget } from '../widget-context.ts'

// The conversation of a tab. Without storage it is forgotten on the next page; nothing else is lost.
const storageKey = 'org.widget.shown'

/** Conversation mode of the widget. */
interface ConversationMode {
  /** True for a single conversation that lasts as long as the tab. */
  isSingle: boolean
  /** True once the displayed conversation is known. */
  isPlaced: boolean
  startNew: () => void
}

/**
 * Keeps a tab in its conversation from page to page. Several conversations, or one for the life of the tab: then the
 * account's other ones stay out of sight.
 */
export function useConversationMode(): ConversationMode {
  const { engine, config } = useWidget()
  const access = useAccessStatus()
  const { status, selectedKey, items } = useConversationState()
  const thread = useSelectedThread()
  const isSingle = config.config.conversations === 'single'
  const isListed = status === 'ready' && access !== 'unknown'
  const selected = items.find(({ key }) => key === selectedKey)
  const name = selected?.id ?? selected?.key ?? ''
  const isBegun = thread !== null && thread.messageKeys.length > 0
  const shownTo = useRef('')
  const wantsNew = useRef(false)
  const [wasShown, setWasShown] = useState(false)
  const isPlaced = selectedKey !== null && (wasShown || status === 'failed')

  useEffect(() => {
    if (engine === null || !isListed || shownTo.current === access) return
    shownTo.current = access
    if (wantsNew.current) engine.create()
    else show(engine, { isSingle, isGuest: access !== 'signedIn' })
    wantsNew.current = false
    setWasShown(true)
  }, [engine, isListed, access, isSingle])

  useEffect(() => {
    if (isListed && isBegun) remember(name)
  }, [isListed, isBegun, name])

  return {
    isSingle,
    isPlaced,
    startNew: () => {
      if (isPlaced) engine?.create()
      else wantsNew.current = true
    },
  }
}

function show(engine: ChatEngine, { isSingle, isGuest }: { isSingle: boolean; isGuest: boolean }): void {
  const kept = recall()
  const { items } = engine.conversations.get()
  const known =
    items.find(({ key, id }) => kept !== null && (key === kept || id === kept)) ??
    // A guest has no list to find it in.
    (isGuest ? items.find(({ key }) => engine.thread(key).get().messageKeys.length > 0) : undefined)
  if (known !== undefined) engine.select(known.key)
  else if (isSingle) engine.create()
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function remember(name: string): void {
  try {
    sessionStorage.setItem(storageKey, name)
  } catch {
    // Forbidden or full.
  }
}
