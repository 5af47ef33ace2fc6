import { readImages } from '../drafts/stored-drafts.ts'
import type { EngineParts } from '../engine-parts.ts'

/** Puts the questions of the signed-in account that the server may not have back into their threads. */
export async function restoreUnsent({ list, ...stores }: EngineParts): Promise<void> {
  if (stores.outbox.isEmpty()) return
  await stores.context.attempt('restore', async () => {
    const { createUnsentQuestions } = await import('./unsent.ts')
    const unsent = createUnsentQuestions(stores.context, { ...stores, readImages })
    stores.outbox.restore(unsent, list.accountId ?? null)
  })
}
