import type { EngineParts } from '../engine-parts.ts'
import { isRunActive } from '../runs/run-state.ts'
import type { RunningAnswer } from '../runs/runs.ts'
import { showEnd } from './answer-end.ts'
import { listMessages, loadNewest, type NewestMessages } from './load-messages.ts'
import { dropArrived, keysToKeep, putPage } from './message-pages.ts'
import { requestMessages } from './requests.ts'

/** Loads the newest messages of a conversation when there are none yet. */
export async function loadOnDemand(parts: EngineParts, key: string): Promise<void> {
  const { history } = parts.threads.get(key)
  if (history !== 'loading' && history !== 'ready') await reload(parts, key)
}

/** Loads the newest messages of a conversation again. */
export async function reload(parts: EngineParts, key: string): Promise<void> {
  const { conversationId: id, history } = parts.threads.get(key)
  if (id === null) return
  parts.threads.patch(key, { history: 'loading' })
  // In its turn: a question that is sent meanwhile is requested after it, and so is not in the response yet.
  const loaded = await parts.conversations.inOrder(key, () =>
    requestMessages(parts, key, (call) => loadNewest(parts.context, id, call)),
  )
  if (loaded === undefined) return
  if ('error' in loaded) return parts.threads.patch(key, { history: 'failed' })
  const isAnswering = isRunActive(parts.threads.get(key).run)
  if (isAnswering && history === 'ready') return parts.threads.patch(key, { history: 'ready' })
  showNewest(parts, key, loaded.result, isAnswering)
}

function showNewest(
  parts: EngineParts,
  key: string,
  { page, streamId }: NewestMessages,
  isAnswering: boolean,
): void {
  dropArrived(parts, key, page)
  const versions = putPage(parts, key, page)
  parts.branches.replace(key, versions, keysToKeep(parts, key, versions, isAnswering))
  parts.threads.patch(key, { history: 'ready' })
  if (streamId !== null) parts.branches.show(key, [...versions.keys()].at(-1))
  const last = parts.threads.get(key).messageKeys.at(-1)
  if (last === undefined || isAnswering) return
  if (streamId !== null) void resumeAnswer(parts, { key, messageKey: last, streamId })
  else showEnd(parts, key, last)
}

/** Takes up an answer that may still be running. One that has ended is loaded. */
export async function resumeAnswer(parts: EngineParts, answer: RunningAnswer): Promise<void> {
  const { key, messageKey } = answer
  if ((await parts.runs.resume(answer)) !== 'nothing_left') return
  // It ended before it could be taken up: the server has the whole of it by now, but keeps no guest's answers.
  await reload(parts, key)
  if (parts.messages.get(messageKey)?.status !== 'streaming') return
  parts.messages.patch(messageKey, { status: 'interrupted', error: parts.context.labels.streamingFailed })
  parts.signals.changed.emit(key)
}

/** Loads the next page of older messages. Concurrent calls share the same request. */
export function loadOlder(parts: EngineParts, key: string): Promise<void> {
  const { loadingOlder } = parts.history
  const page = loadingOlder.get(key) ?? loadOlderPage(parts, key).finally(() => loadingOlder.delete(key))
  loadingOlder.set(key, page)
  return page
}

async function loadOlderPage(parts: EngineParts, key: string): Promise<void> {
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
