import type { EngineStores } from '../engine-stores.ts'
import { isRunActive } from '../runs/run-state.ts'
import type { SendInput, SendOutcome } from '../types.ts'

/** Returns the reason why a question cannot be sent, and shows its status line; null when it can. */
export function refuse(
  stores: EngineStores,
  key: string,
  { text, images = [] }: SendInput,
): Exclude<SendOutcome, 'sent'> | null {
  const { limits, labels } = stores.context
  const showError = (line: string, max = 0) =>
    stores.threads.setStatusLine(key, { tone: 'error', text: line.replace('{max}', `${max}`) })
  const item = stores.conversations.find(key)
  if (text.trim() === '') return 'empty'
  if (item === undefined) return unknownConversation(stores)
  if (isRunActive(stores.threads.get(key).run)) return 'busy'
  if (!stores.disclaimer.isOpen()) return 'disclaimer'
  // As a person counts them: code points, not UTF-16 units.
  if (Array.from(text.trim()).length > limits.textCharacters) {
    showError(labels.textTooLong, limits.textCharacters)
    return 'too_long'
  }
  if (images.length > limits.images) {
    showError(labels.tooManyImages, limits.images)
    return 'too_many_images'
  }
  const { status } = stores.access.state.get()
  // A visitor may ask in a conversation of their own, not in one of the account that they were signed in to.
  const isOfAccount = status === 'guest' && typeof item.id === 'string'
  if (status !== 'needsAuth' && !isOfAccount) return null
  showError(labels.loginRequired)
  return 'login_required'
}

/** Returns why there is no such conversation. */
export function unknownConversation({ conversations }: EngineStores): 'not_started' | 'unknown_conversation' {
  return conversations.state.get().status === 'idle' ? 'not_started' : 'unknown_conversation'
}
