import { createContext } from 'react'

/**
 * Receives whether the page has unsaved changes. A guard above the page needs it: React removes the effects of a hidden
 * page, and with them the page's own question about leaving.
 */
export const DraftReport = createContext<((isDirty: boolean) => void) | null>(null)
