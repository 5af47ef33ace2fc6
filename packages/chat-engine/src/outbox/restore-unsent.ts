import { readImages } from '../drafts/stored-drafts.ts'
import type { EngineParts } from '../engine-parts.ts'

/**
 * Puts the questions of the signed-in account that the server may not have back into their threads.
 *
 * @returns the key of the conversation with the newest of them; undefined when none was put back
 */
export async function restoreUnsent({ list, ...stores }: EngineParts): Promise<string | undefined> {
  if (stores.outbox.isEmpty()) return undefined
  return stores.context.attempt('restore', async () => {
    const { createUnsentQuestions } = await import('./unsent.ts')
    const unsent = createUnsentQuestions(stores.context, { ...stores, readImages })
    stores.outbox.restore(unsent, list.accountId ?? null)
    return unsent.newestKey()
  })
}
