import type { EngineParts } from '../engine-parts.ts'
import { forgetHistory } from '../history/history.ts'
import { emptyList } from '../stores/conversation-store.ts'

/**
 * Takes the account that the server names with the list. When it differs from the one before, whose session ended
 * without a sign-out, the page forgets that account. Its drafts and unsent questions stay stored for its next sign-in.
 */
export function noteAccount(parts: EngineParts, accountId: string | null | undefined): void {
  const before = parts.list.accountId ?? null
  if (before !== null && before !== (accountId ?? before)) {
    const { status } = parts.conversations.state.get()
    clearPage(parts)
    parts.conversations.patchState({ status })
    parts.products.clear()
    parts.prompts.clear()
    parts.access.setPendingPrompt(null)
  }
  parts.list.accountId = accountId
  parts.drafts.setAccount(accountId ?? null)
}

/** Ends all that is under way, and empties the list and the threads. Nothing stored is erased. */
export function clearPage(parts: EngineParts): void {
  const { list } = parts
  list.cursor = null
  list.listed.clear()
  list.opened.clear()
  list.query = ''
  list.finder?.reset()
  parts.conversations.state.set(emptyList)
  parts.runs.abandonAll()
  for (const key of parts.threads.keys()) {
    forgetHistory(parts, key)
    parts.branches.clear(key)
    parts.threads.clear(key)
  }
}
