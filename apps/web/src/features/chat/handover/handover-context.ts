import { createContext, use } from 'react'

interface Handover {
  /** Opens the form of a visitor who asks for a person; null where no person can take over. */
  open: (() => void) | null
  /** Address of the contact form. */
  contactPath: string
}

/** The ways to a person from the chat; null outside of it. */
export const HandoverContext = createContext<Handover | null>(null)

/** Returns what opens the form; null where no person can take over. */
export function useOpenHandover(): (() => void) | null {
  return use(HandoverContext)?.open ?? null
}
