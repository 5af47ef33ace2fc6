import type { ChatEngine, RunState } from '@org/chat-engine'
import { useEffect, useRef, useState } from 'react'
import type { HostBridge } from './host-bridge.ts'

/** Tells the page what happens in the chat, without a word of it. Gives the answers that came while it was closed. */
export function useHostNews(engine: ChatEngine | null, bridge: HostBridge, open: boolean): number {
  const [unread, setUnread] = useState(0)
  if (open && unread > 0) setUnread(0)

  const told = useRef(0)

  useEffect(() => {
    if (told.current === unread) return
    told.current = unread
    bridge.unread(unread)
  }, [bridge, unread])

  useEffect(() => {
    if (engine === null) return undefined
    return followRuns(engine, (run) => {
      if (run.phase === 'submitting') bridge.event('message', { role: 'user' })
      if (run.phase === 'failed') bridge.event('error', { kind: run.kind })
      if (run.phase !== 'done') return
      bridge.event('message', { role: 'assistant' })
      if (!open) setUnread((count) => count + 1)
    })
  }, [engine, bridge, open])
  return unread
}

/** Calls back with each phase that the conversation on screen comes to. */
function followRuns(engine: ChatEngine, onPhase: (run: RunState) => void): () => void {
  let stop = (): void => undefined
  let key: string | null = null
  const follow = (): void => {
    const { selectedKey } = engine.conversations.get()
    if (selectedKey === key) return
    key = selectedKey
    stop()
    if (key === null) return
    const thread = engine.thread(key)
    let { phase } = thread.get().run
    stop = thread.subscribe(() => {
      const { run } = thread.get()
      if (run.phase === phase) return
      ;({ phase } = run)
      onPhase(run)
    })
  }
  follow()
  const unfollow = engine.conversations.subscribe(follow)
  return () => {
    unfollow()
    stop()
  }
}
