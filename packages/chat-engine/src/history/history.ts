import type { EngineParts, OnDemandCode } from '../engine-parts.ts'
import type { RunningAnswer } from '../runs/runs.ts'

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
  const show = await parts.conversations.inOrder(key, () =>
    attempt(parts, (code) => code.requestNewest(parts, key, id, history === 'ready')),
  )
  if (show === undefined) return parts.threads.patch(key, { history: 'failed' })
  const running = show()
  if (running !== null) void resumeAnswer(parts, running)
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

/** Loads how an answer ended whose stream had been lost for a while, and shows it. */
export async function verifyEnd(parts: EngineParts, key: string, messageKey: string): Promise<void> {
  await attempt(parts, (code) => code.verifyEnd(parts, key, messageKey))
}

/** Loads the next page of older messages. Concurrent calls share the same request. */
export async function loadOlder(parts: EngineParts, key: string): Promise<void> {
  const { loadingOlder } = parts.history
  const page =
    loadingOlder.get(key) ??
    attempt(parts, (code) => code.loadOlderPage(parts, key)).finally(() => loadingOlder.delete(key))
  loadingOlder.set(key, page)
  await page
}

function attempt<Result>({ context, onDemand }: EngineParts, work: (code: OnDemandCode) => Promise<Result>) {
  return context.attempt('history', () => onDemand.use(work))
}

/** Cancels the loads of a conversation. */
export function forgetHistory({ history: { requests, cursors } }: EngineParts, key: string): void {
  requests.get(key)?.abort()
  requests.delete(key)
  cursors.delete(key)
}
