import type { EngineParts } from '../engine-parts.ts'
import { isRunActive } from '../runs/run-state.ts'
import type { GivenMessage, SetMessagesOutcome } from '../types.ts'
import { unknownConversation } from './refusal.ts'

/** Replaces the messages of a conversation, one branch of them, in this browser. */
export function setMessages(
  parts: EngineParts,
  key: string,
  given: readonly GivenMessage[],
): SetMessagesOutcome {
  if (parts.conversations.find(key) === undefined) return unknownConversation(parts)
  if (isRunActive(parts.threads.get(key).run)) return 'busy'
  putMessages(parts, key, given)
  parts.signals.changed.emit(key)
  return 'set'
}

/** Puts the messages of an application into a blank conversation, which is stored once it was asked in. */
export function putInitialMessages(parts: EngineParts, given: readonly GivenMessage[]): void {
  const { key } = parts.conversations.addLocal()
  parts.conversations.patchState({ selectedKey: key })
  for (const messageKey of putMessages(parts, key, given)) parts.initial.add(messageKey)
}

function putMessages(parts: EngineParts, key: string, given: readonly GivenMessage[]): string[] {
  const keys = given.map((message) => message.key ?? parts.context.newId())
  for (const [index, message] of given.entries()) {
    const { role, text, status = 'complete' } = message
    if (typeof text !== 'string' || (role !== 'user' && role !== 'assistant'))
      throw new TypeError('A message needs a role and a text: { role: "user" | "assistant", text: string }')
    parts.messages.put({ ...message, key: keys[index] ?? '', status })
  }
  parts.branches.replace(key, new Map(keys.map((own, index) => [own, keys[index - 1] ?? null])), [])
  parts.threads.patch(key, { run: { phase: 'idle' }, statusLine: null })
  return keys
}
