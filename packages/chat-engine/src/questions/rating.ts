import type { Rating } from '@org/api-client'
import type { EngineStores } from '../engine-stores.ts'

/** Rates an answer, here and at the server; takes the rating back when the server refuses it. */
export async function rate(
  stores: EngineStores,
  messageKey: string,
  rating: Rating,
  reason?: string,
): Promise<void> {
  const { id = null, feedback = null } = stores.messages.get(messageKey) ?? {}
  if (id === null) return
  stores.messages.patch(messageKey, { feedback: rating })
  const rated = stores.messages.get(messageKey)
  try {
    await stores.conversations.inOrder(messageKey, () =>
      stores.context.transport.sendFeedback(id, rating, reason),
    )
  } catch (error) {
    stores.context.warn('sendFeedback', error)
    // Unless it was rated again meanwhile.
    if (stores.messages.get(messageKey) === rated) stores.messages.patch(messageKey, { feedback })
  }
}
