import type { GuestImportState } from '../types.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'

/** What a guest, who has signed in, could take along into the account. */
export interface GuestImportControls extends GuestImportState {
  importGuest: () => void
  dismiss: () => void
}

/** The offer to bring a guest's conversations into the account. */
export function useGuestImport(): GuestImportControls {
  const engine = useChatEngine()
  return {
    ...useStore(engine.guestImport),
    importGuest: () => void engine.importGuest(),
    dismiss: engine.dismissGuestImport,
  }
}
