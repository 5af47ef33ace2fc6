import type { ChatEngine } from '@org/chat-engine'
import { isUrgent } from './offers-handover.ts'
import type { HandoverMessage } from './handover-transport.ts'

/** Newest messages that are sent, and characters of one. */
const limits = { messages: 60, characters: 8000 } as const

/** The conversation on screen, for a person who takes it over. */
export interface ConversationTranscript {
  messages: HandoverMessage[]
  /** Server's id of the newest answer; undefined before it is known. */
  answerId: string | undefined
  /** Notice about an urgent danger of the newest answer; null for none. */
  notice: NonNullable<ReturnType<ReturnType<ChatEngine['message']>['get']>>['safety']
}

/** Reads the newest messages of the selected conversation. Tags of products in answers are left out. */
export function readTranscript(engine: ChatEngine): ConversationTranscript {
  const { selectedKey } = engine.conversations.get()
  const keys = selectedKey === null ? [] : engine.thread(selectedKey).get().messageKeys
  const found = keys.flatMap((key) => engine.message(key).get() ?? [])
  const answer = found.findLast(({ role }) => role === 'assistant')
  return {
    messages: found
      .filter(({ text }) => text.trim() !== '')
      .slice(-limits.messages)
      .map(({ role, text }) => ({ role, text: toPlain(text).slice(0, limits.characters) })),
    answerId: answer?.id ?? undefined,
    notice: answer !== undefined && isUrgent(answer.safety) ? answer.safety : null,
  }
}

function toPlain(text: string): string {
  return text.replaceAll(/<\/?product>/gu, '')
}
