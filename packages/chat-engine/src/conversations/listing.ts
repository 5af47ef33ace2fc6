import type { Conversation, ConversationPage, Page } from '@org/api-client'
import type { EngineParts } from '../engine-parts.ts'
import { loadHistoryCode, resumeAnswer } from '../history/history.ts'
import { restoreUnsent } from '../outbox/restore-unsent.ts'
import { isRunActive } from '../runs/run-state.ts'
import { emptyList } from '../stores/conversation-store.ts'
import { isLoginRequired } from '../transport/failures.ts'
import type { ConversationSummary } from '../types.ts'
import { createConversation, isBlank } from './creation.ts'
import { discardConversations, dropConversations, forgetThreads } from './removal.ts'
import { lookUpSelected, settleSelection } from './selection.ts'

/** Loads the newest page of the list, and so finds out whether the person is signed in. */
export async function loadList(parts: EngineParts): Promise<void> {
  const own = (parts.list.generation += 1)
  parts.conversations.patchState({ status: 'loading', isLoadingMore: false })
  try {
    // At the same time: the first conversation's messages are requested next.
    const [page] = await Promise.all([requestPage(parts, null), loadHistoryCode(parts)])
    if (own !== parts.list.generation) return
    const wasRefused = parts.access.isVisitor()
    if (wasRefused) dropGuests(parts)
    parts.access.signedIn()
    parts.list.accountId = page.accountId
    showNewest(parts, page)
    await restoreUnsent(parts)
    if (own !== parts.list.generation) return
    settleSelection(parts)
    lookUpSelected(parts)
    void parts.guests.offer()
    if (wasRefused) parts.signals.signedIn.emit()
  } catch (error) {
    if (own !== parts.list.generation) return
    if (isLoginRequired(error)) return listGuests(parts, own)
    parts.context.warn('listConversations', error)
    parts.conversations.patchState({ status: 'failed' })
    settleSelection(parts)
  }
}

/** Loads the next page of older conversations, or of what a search found. */
export async function loadMoreConversations(parts: EngineParts): Promise<void> {
  const { hasMore, isLoadingMore, search } = parts.conversations.state.get()
  if (search !== null) return parts.list.finder?.loadMore()
  if (!hasMore || isLoadingMore) return
  const own = parts.list.generation
  parts.conversations.patchState({ isLoadingMore: true })
  try {
    const page = await requestPage(parts, parts.list.cursor)
    if (own !== parts.list.generation) return
    takeCursor(parts, page)
    parts.conversations.addOlder(page.items)
    parts.conversations.patchState({ hasMore: parts.list.cursor !== null, isLoadingMore: false })
  } catch (error) {
    parts.context.warn('listConversations', error)
    if (own !== parts.list.generation) return
    parts.conversations.patchState({ isLoadingMore: false })
    parts.access.noteFailure(error)
  }
}

/** Empties the list; loads that are under way become stale. */
export function resetList(parts: EngineParts): void {
  parts.list.generation += 1
  parts.list.cursor = null
  parts.list.opened.clear()
  parts.list.query = ''
  parts.list.finder?.reset()
  parts.conversations.state.set(emptyList)
}

function requestPage(parts: EngineParts, cursor: string | null): Promise<ConversationPage> {
  return parts.context.transport.listConversations({ limit: parts.context.limits.conversationPage, cursor })
}

function takeCursor(parts: EngineParts, { items, nextCursor }: Page<Conversation>): void {
  parts.list.cursor = nextCursor
  for (const { id } of items) parts.list.listed.add(id)
}

function showNewest(parts: EngineParts, page: Page<Conversation>): void {
  takeCursor(parts, page)
  const hasMore = page.nextCursor !== null
  const before = parts.conversations.state.get()
  const isKept = ({ key, id }: ConversationSummary) =>
    id === null || isRunActive(parts.threads.get(key).run) || (key === before.selectedKey && hasMore)
  parts.conversations.replace(page.items, isKept)
  const { items } = parts.conversations.state.get()
  forgetThreads(
    parts,
    before.items.filter((item) => !items.some(({ key }) => key === item.key)),
  )
  parts.conversations.patchState({ status: 'ready', hasMore })
}

/** A guest's conversations are stored in this browser; those of another person stay stored but hidden. */
async function listGuests(parts: EngineParts, own: number): Promise<void> {
  dropConversations(
    parts,
    parts.conversations.state.get().items.filter(({ id }) => id !== null),
  )
  const checked = parts.access.loginRequired()
  const running = await parts.guests.restore()
  if (own !== parts.list.generation) return
  parts.conversations.patchState({ status: 'ready', hasMore: false, isLoadingMore: false })
  parts.list.cursor = null
  settleSelection(parts)
  for (const answer of running) void resumeAnswer(parts, answer)
  await checked
}

/** A guest's conversations stay in the browser when the guest signs in; their drafts go on in a blank one. */
function dropGuests(parts: EngineParts): void {
  parts.guests.save()
  const own = parts.conversations.state
    .get()
    .items.filter(({ id, key }) => id === null && !isBlank(parts, key))
  const written = own.map(({ key }) => parts.drafts.store(key).get())
  discardConversations(parts, own)
  for (const draft of written) {
    if (draft.text !== '' || draft.images.length > 0) parts.drafts.prepend(createConversation(parts), draft)
  }
}
