import type { Rating } from '@org/api-client'
import type { EngineStores } from '../engine-stores.ts'
import type { ChangeOutcome } from '../types.ts'

/** Rates an answer, here and at the server; takes the rating back when the server refuses it. */
export async function rate(
  stores: EngineStores,
  messageKey: string,
  rating: Rating,
  reason?: string,
): Promise<ChangeOutcome> {
  const { id = null, feedback = null } = stores.messages.get(messageKey) ?? {}
  if (id === null) return stores.context.unknown('unknown_message')
  stores.messages.patch(messageKey, { feedback: rating })
  const rated = stores.messages.get(messageKey)
  return stores.context.change(
    'sendFeedback',
    () =>
      stores.conversations.inOrder(messageKey, () =>
        stores.context.transport.sendFeedback(id, rating, reason),
      ),
    () => {
      // Unless it was rated again meanwhile.
      const reverts = stores.messages.get(messageKey) === rated
      if (reverts) stores.messages.patch(messageKey, { feedback })
      return reverts
    },
  )
}
