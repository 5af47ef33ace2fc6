import type { GuestImportState } from '../types.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'

/** Guest conversations that a person who signed in can import. */
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
