import type { EngineParts } from '../engine-parts.ts'
import { listMessages } from './load-messages.ts'
import { fromStoredMessage } from './stored-message.ts'

/**
 * Shows how the last answer of a loaded history ended. One that looked complete here, or seems to be running, may have
 * been stopped or interrupted.
 */
export function showEnd(parts: EngineParts, key: string, last: string): void {
  const message = parts.context.labels.streamingFailed
  if (parts.messages.get(last)?.status === 'streaming') {
    parts.messages.patch(last, { status: 'interrupted', error: message })
  }
  const status = parts.messages.get(last)?.status
  if (status === 'complete' || parts.threads.get(key).run.phase !== 'done') return
  if (status === 'stopped') return parts.threads.patch(key, { run: { phase: 'stopped' } })
  parts.threads.patch(key, { run: { phase: 'failed', ...parts.context.describeBreak(null) } })
  parts.threads.setStatusLine(key, { tone: 'error', text: message })
}

/** Loads how an answer ended whose stream had been lost for a while, and shows it. */
export async function verifyEnd(parts: EngineParts, key: string, messageKey: string): Promise<void> {
  const { conversationId } = parts.threads.get(key)
  const id = parts.messages.get(messageKey)?.id ?? null
  if (conversationId === null || id === null) return
  // Not in place of another request of the conversation.
  const page = await parts.context.attempt('listMessages', () =>
    listMessages(parts.context, conversationId, null, {}),
  )
  const stored = page?.items.find((message) => message.id === id)
  if (stored === undefined || stored.status === 'streaming') return
  const { status, error = null } = fromStoredMessage(stored, parts.context.labels)
  parts.messages.patch(messageKey, { status, error })
  showEnd(parts, key, messageKey)
}
