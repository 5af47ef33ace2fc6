import { createConversation } from '../conversations/creation.ts'
import { selectConversation } from '../conversations/selection.ts'
import type { EngineParts } from '../engine-parts.ts'
import type { SendOutcome } from '../types.ts'
import { send } from './asking.ts'

/** Sends the question that waited for a sign-in: in its conversation, or in a blank one when that is gone. */
export function sendPendingPrompt(parts: EngineParts): SendOutcome | null {
  const prompt = parts.access.state.get().pendingPrompt
  if (prompt === null) return null
  const item = parts.conversations.find(parts.access.pendingKey())
  const key = item === undefined ? createConversation(parts) : selectConversation(parts, item.key)
  const outcome = send(parts, key, prompt)
  if (outcome === 'sent') parts.access.setPendingPrompt(null)
  return outcome
}
