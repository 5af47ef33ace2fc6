import { clearPage } from './conversations/account-change.ts'
import { loadList } from './conversations/listing.ts'
import type { EngineParts } from './engine-parts.ts'
import { reload, resumeAnswer } from './history/history.ts'
import type { ChatEngine } from './types.ts'

/** Start and end of an engine, and of the person who is chatting. */
export function createLifecycle(
  parts: EngineParts,
): Pick<ChatEngine, 'start' | 'refresh' | 'reset' | 'resume' | 'dispose'> {
  let started: Promise<void> | null = null
  let leaveTabs: (() => void) | null = null

  function start() {
    parts.drafts.saveLater(true)
    leaveTabs ??= parts.context.tabs?.join({ ...parts.runs.member, onBegan: followTab }) ?? null
    return (started = loadList(parts))
  }

  /** An answer began in another tab. */
  function followTab(conversationId: string) {
    const item = parts.conversations.find(conversationId)
    if (item === undefined) void loadList(parts)
    else if (parts.threads.get(item.key).history === 'ready') void reload(parts, item.key)
  }

  /** Empties the page; loads that are under way become stale. */
  function clear() {
    parts.list.generation += 1
    clearPage(parts)
  }

  return {
    start: () => started ?? start(),
    refresh: start,
    reset: () => {
      const accountId = parts.list.accountId ?? null
      clear()
      parts.list.accountId = null
      parts.products.clear()
      parts.drafts.clear()
      parts.guests.clear()
      parts.prompts.clear()
      parts.outbox.clear(accountId)
      parts.access.reset()
      started = loadList(parts)
      return started
    },
    resume: () => {
      for (const answer of parts.runs.retryNow()) void resumeAnswer(parts, answer)
      const { status, selectedKey } = parts.conversations.state.get()
      if (status === 'failed') started = loadList(parts)
      else if (selectedKey !== null && parts.threads.get(selectedKey).history === 'failed') {
        void reload(parts, selectedKey)
      }
    },
    dispose: () => {
      leaveTabs?.()
      leaveTabs = null
      started = null
      parts.drafts.saveLater(false)
      parts.guests.stop()
      // A later start resumes the runs that were active.
      clear()
    },
  }
}
