import type { ConversationNaming } from './conversation-naming.ts'

/** Conversations whose title may still change after the end of their first answer. */
export interface LateTitles {
  /** @param settled fulfilled when no other title will follow */
  add: (naming: ConversationNaming, settled: Promise<void>) => void
  /** Cancels all of them, and waits until none writes any more. */
  cancel: () => Promise<void>
}

export function createLateTitles(): LateTitles {
  const namings = new Map<ConversationNaming, Promise<void>>()
  return {
    add(naming, settled) {
      namings.set(naming, settled)
      void settled.then(() => namings.delete(naming))
    },
    async cancel() {
      for (const naming of namings.keys()) naming.cancel()
      await Promise.all(namings.values())
    },
  }
}
