import type { ChatLabels } from '../platform/labels.ts'
import type { NewMessage } from '../stores/messages.ts'
import type { ThreadMessage } from '../transport/transport.ts'

/** Converts a stored message. An interrupted answer gets an error text. */
export function fromStoredMessage({ content, ...message }: ThreadMessage, labels: ChatLabels): NewMessage {
  const { id, status, citations = [] } = message
  const isBroken = status === 'interrupted' || status === 'failed'
  return {
    ...message,
    key: id,
    text: content,
    // A finished answer's list is known, also when it is empty.
    citations: status === 'streaming' && citations.length === 0 ? null : citations,
    error: isBroken ? labels.streamingFailed : null,
  }
}
