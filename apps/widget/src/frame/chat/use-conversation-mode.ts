import type { ChatEngine } from '@org/chat-engine'
import { useAccess, useChatEngine, useConversations, useThread } from '@org/chat-engine/react'
import { useEffect, useRef } from 'react'
import { useWidget } from '../widget-context.ts'

// Which conversation a tab is in; a storage that refuses costs its memory across pages and nothing else.
const storageKey = 'org.widget.shown'

/**
 * Keeps a tab in its conversation from page to page. Several conversations, or one for the life of the tab: then the
 * account's other ones stay out of sight.
 */
export function useConversationMode(): { isSingle: boolean; startNew: () => void } {
  const engine = useChatEngine()
  const { config } = useWidget()
  const { status: access } = useAccess()
  const { status, selectedKey, items } = useConversations()
  const thread = useThread()
  const isSingle = config.config.conversations === 'single'
  const isListed = status === 'ready' && access !== 'unknown'
  const selected = items.find(({ key }) => key === selectedKey)
  const name = selected?.id ?? selected?.key ?? ''
  const isBegun = thread !== null && thread.messageKeys.length > 0
  const shownTo = useRef('')

  useEffect(() => {
    if (!isListed || shownTo.current === access) return
    shownTo.current = access
    show(engine, { isSingle, isGuest: access !== 'signedIn' })
  }, [engine, isListed, access, isSingle])

  useEffect(() => {
    if (isListed && isBegun) remember(name)
  }, [isListed, isBegun, name])

  return {
    isSingle,
    startNew: () => {
      engine.create()
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
