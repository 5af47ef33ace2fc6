import type { EngineParts } from '../engine-parts.ts'
import type { RunningAnswer } from '../runs/runs.ts'
import { showEnd } from './answer-end.ts'
import { listMessages, loadNewest, type NewestMessages } from './load-messages.ts'
import { dropArrived, keysToKeep, putPage } from './message-pages.ts'
import { requestMessages } from './requests.ts'

export { verifyEnd } from './answer-end.ts'

/** Shows the outcome of a request; returns the answer that is still running at the server. */
type Show = () => RunningAnswer | null

/** Requests the newest messages of a conversation. */
export async function requestNewest(
  parts: EngineParts,
  key: string,
  id: string,
  wasReady: boolean,
): Promise<Show> {
  // The conversation may be gone since its turn was taken.
  if (parts.threads.get(key).conversationId !== id) return () => null
  const loaded = await requestMessages(parts, key, (call) => loadNewest(parts.context, id, call))
  return () => {
    if (loaded === undefined) return null
    const isFailed = 'error' in loaded
    if (isFailed || (wasReady && parts.runs.isRunning(key))) {
      parts.threads.patch(key, { history: isFailed ? 'failed' : 'ready' })
      return null
    }
    return showNewest(parts, key, loaded.result)
  }
}

function showNewest(
  parts: EngineParts,
  key: string,
  { page, streamId }: NewestMessages,
): RunningAnswer | null {
  const isAnswering = parts.runs.isRunning(key)
  dropArrived(parts, key, page)
  const versions = putPage(parts, key, page)
  parts.branches.replace(key, versions, keysToKeep(parts, key, versions, isAnswering))
  parts.threads.patch(key, { history: 'ready' })
  if (streamId !== null) parts.branches.show(key, [...versions.keys()].at(-1))
  const last = parts.threads.get(key).messageKeys.at(-1)
  if (last === undefined || isAnswering) return null
  if (streamId !== null) return { key, messageKey: last, streamId }
  showEnd(parts, key, last)
  return null
}

/** Loads the next page of older messages. */
export async function loadOlderPage(parts: EngineParts, key: string): Promise<void> {
  const { conversationId: id, history } = parts.threads.get(key)
  const cursor = parts.history.cursors.get(key) ?? null
  if (id === null || cursor === null || history !== 'ready') return
  parts.threads.patch(key, { isLoadingOlder: true })
  const loaded = await requestMessages(parts, key, (call) => listMessages(parts.context, id, cursor, call))
  if (loaded === undefined || 'error' in loaded) return parts.threads.patch(key, { isLoadingOlder: false })
  dropArrived(parts, key, loaded.result)
  const isLinear = [...parts.branches.all(key).values()].includes(undefined)
  parts.branches.prepend(key, putPage(parts, key, loaded.result, isLinear))
}
