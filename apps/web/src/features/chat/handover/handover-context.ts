import { createContext, use } from 'react'

/** Opens the form of a visitor who asks for a person; null where no person can take over. */
export const HandoverContext = createContext<(() => void) | null>(null)

/** Returns what opens the form; null where no person can take over. */
export function useOpenHandover(): (() => void) | null {
  return use(HandoverContext)
}
