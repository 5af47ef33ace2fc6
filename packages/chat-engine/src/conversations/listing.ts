import type { Conversation, Page } from '@org/api-client'
import type { EngineParts } from '../engine-parts.ts'
import { resumeAnswer } from '../history/history.ts'
import { restoreUnsent } from '../outbox/restore-unsent.ts'
import { isRunActive } from '../runs/run-state.ts'
import { isLoginRequired } from '../transport/failures.ts'
import type { ConversationSummary } from '../types.ts'
import { noteAccount } from './account-change.ts'
import { createConversation, isBlank, leaveBlank } from './creation.ts'
import { discardConversations, dropConversations, forgetThreads } from './removal.ts'
import { lookUpSelected, settleSelection } from './selection.ts'

/** Loads the newest page of the list, and so finds out whether the person is signed in. */
export async function loadList(parts: EngineParts): Promise<void> {
  const own = (parts.list.generation += 1)
  parts.conversations.patchState({ status: 'loading', isLoadingMore: false })
  const stored = parts.conversations.state.get().items.filter(({ id }) => id !== null)
  const known = new Set(stored.map(({ key }) => key))
  try {
    // At the same time: the first conversation's messages are requested next.
    void parts.context.attempt('import', () => parts.onDemand.use(() => undefined))
    const limit = parts.context.limits.conversationPage
    const page = await parts.context.transport.listConversations({ limit, cursor: null })
    if (own !== parts.list.generation) return
    const wasRefused = parts.access.isVisitor()
    if (wasRefused) parts.guests.save()
    noteAccount(parts, page.accountId)
    if (wasRefused) dropGuests(parts)
    parts.access.signedIn()
    showNewest(parts, page, known)
    const unsentKey = await restoreUnsent(parts)
    if (own !== parts.list.generation) return
    if (unsentKey !== undefined) leaveBlank(parts, unsentKey)
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

/**
 * Shows the newest page.
 *
 * @param known keys of the conversations that had an id before the request: one that got its id since may be missing
 * from the page
 */
function showNewest(parts: EngineParts, page: Page<Conversation>, known: ReadonlySet<string>): void {
  parts.list.cursor = page.nextCursor
  for (const { id } of page.items) parts.list.listed.add(id)
  const hasMore = page.nextCursor !== null
  const before = parts.conversations.state.get()
  // One that was selected by its id alone has no time yet.
  const isNewer = ({ key, id, updatedAt }: ConversationSummary) =>
    !known.has(key) && (id === null || updatedAt !== null)
  const isOlder = ({ key, archived }: ConversationSummary) =>
    !known.has(key) ||
    isRunActive(parts.threads.get(key).run) ||
    (key === before.selectedKey && (hasMore || archived === true))
  parts.conversations.replace(page.items, { isNewer, isOlder })
  const { items } = parts.conversations.state.get()
  forgetThreads(
    parts,
    before.items.filter((item) => !items.some(({ key }) => key === item.key)),
  )
  parts.conversations.patchState({ status: 'ready', hasMore })
}

/** A guest's conversations are stored in this browser; those of an account whose session ended are hidden. */
async function listGuests(parts: EngineParts, own: number): Promise<void> {
  const isOfAccount = ({ key, id }: ConversationSummary) => id !== null || parts.outbox.isOfAccount(key)
  dropConversations(parts, parts.conversations.state.get().items.filter(isOfAccount))
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
  const own = parts.conversations.state
    .get()
    .items.filter(({ id, key }) => id === null && !isBlank(parts, key))
  const written = own.map(({ key }) => parts.drafts.store(key).get())
  discardConversations(parts, own)
  for (const draft of written) {
    if (draft.text !== '' || draft.images.length > 0) parts.drafts.prepend(createConversation(parts), draft)
  }
}
