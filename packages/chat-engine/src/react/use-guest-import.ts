import { useMemo } from 'react'
import type { ChatEngine, GuestImportState } from '../types.ts'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'

/** Guest conversations that a person who signed in can import. */
export interface GuestImportControls extends GuestImportState {
  importGuest: ChatEngine['importGuest']
  dismiss: () => void
}

/** The offer to bring a guest's conversations into the account. */
export function useGuestImport(): GuestImportControls {
  const engine = useChatEngine()
  const state = useStore(engine.guestImport)
  return useMemo(
    () => ({ ...state, importGuest: engine.importGuest, dismiss: engine.dismissGuestImport }),
    [engine, state],
  )
}
