import type { Page } from '@org/api-client'
import type { EngineParts } from '../engine-parts.ts'
import type { Parent, Versions } from '../stores/message-tree.ts'
import { fromStoredMessage } from './stored-message.ts'
import type { ThreadMessage } from '../transport/transport.ts'

/**
 * Puts a page into the stores; returns its messages, oldest first, with their parents. A message that is known keeps its
 * key.
 */
export function putPage(
  parts: EngineParts,
  key: string,
  { items, nextCursor }: Page<ThreadMessage>,
  isLinear?: boolean,
): Versions {
  const known = parts.branches.all(key)
  const keys = new Map(
    [...known.keys()].map((messageKey) => [parts.messages.get(messageKey)?.id, messageKey]),
  )
  const keyOf = (id: string) => keys.get(id) ?? id
  parts.history.cursors.set(key, nextCursor)
  parts.threads.patch(key, { hasOlder: nextCursor !== null, isLoadingOlder: false })
  const page = items.toReversed().map((stored) => {
    const message = { ...fromStoredMessage(stored, parts.context.labels), key: keyOf(stored.id) }
    parts.messages.put(message)
    parts.products.add(message.products ?? {})
    return { key: message.key, parent: stored.parentId === null ? null : keyOf(stored.parentId) }
  })
  return parts.branches.parentsIn(page, isLinear)
}

/** Returns the messages that a page lacks and that stay: those being sent, and questions that never arrived. */
export function keysToKeep(
  parts: EngineParts,
  threadKey: string,
  page: Versions,
  isAnswering: boolean,
): string[] {
  const known = parts.branches.all(threadKey)
  const kept = new Set<Parent>()
  return [...known.keys()].filter((key) => {
    if (page.has(key)) return false
    const { role, id } = parts.messages.get(key) ?? {}
    const isUnsent = role === 'user' && id === null
    return isAnswering || ((isUnsent || kept.has(known.get(key))) && kept.add(key))
  })
}

/**
 * Removes the unsent copies of questions that a page turns out to hold, with their failed answers. A question's key
 * is the `clientMessageId` that it was sent with, so two questions with the same text are never confused. A stored
 * message without one matches nothing: a question shown twice can be removed, a lost one cannot be restored.
 */
export function dropArrived(parts: EngineParts, threadKey: string, { items }: Page<ThreadMessage>): void {
  if (parts.runs.isRunning(threadKey)) return
  const sent = new Set(items.map(({ clientMessageId }) => clientMessageId?.toLowerCase()))
  const dropped: string[] = []
  for (const [key, parent] of parts.branches.all(threadKey)) {
    if (parts.messages.get(key)?.id !== null) continue
    if (sent.has(key.toLowerCase())) {
      parts.outbox.dispatch(key, { type: 'delivered' })
      parts.threads.patch(threadKey, { run: { phase: 'idle' }, statusLine: null })
    } else if (!dropped.includes(parent ?? '')) continue
    dropped.push(key)
  }
  parts.branches.remove(threadKey, dropped)
}
