import { readImages } from '../drafts/drafts.ts'
import type { EngineStores } from '../engine-stores.ts'

/** Puts the questions that the server may not have back into their threads. */
export async function restoreUnsent(stores: EngineStores): Promise<void> {
  if (stores.outbox.isEmpty()) return
  await stores.context.attempt('restore', async () => {
    const { createUnsentQuestions } = await import('./unsent.ts')
    stores.outbox.restore(createUnsentQuestions(stores.context, { ...stores, readImages }))
  })
}
