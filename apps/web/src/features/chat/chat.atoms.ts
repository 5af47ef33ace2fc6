import type { ProductOption } from '@org/citations'
import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

/** Names of the authors that answers are limited to; none means all. */
export const authorsAtom = atomWithStorage<string[]>('org.chat.authors', [], undefined, { getOnInit: true })

/** Names of the tools that the assistant may use; none means all. */
export const toolsAtom = atomWithStorage<string[]>('org.chat.tools', [], undefined, { getOnInit: true })

/** The key of the question that is being edited in its place, if any: by its own button, or by the arrow up in an empty box. */
export const editingAtom = atom<string | null>(null)

/** True while the dropdown of conversations is open, in a narrow window. */
export const sidebarOpenAtom = atom(false)

/** Grows with each wish to search the conversations: the search box takes the focus. */
export const searchWishAtom = atom(0)

/** True while the sheet of keyboard shortcuts is open. */
export const shortcutsOpenAtom = atom(false)

/** Files refused at the last attempt, and their conversation. */
export const refusalsAtom = atom<{ readonly key: string; readonly texts: readonly string[] }>({
  key: '',
  texts: [],
})

/** Dialog opened from an answer. */
export type OpenDialog =
  /** The sources of a message, with those that the pressed tag names. */
  | { kind: 'sources'; messageKey: string; numbers: readonly number[] }
  /** The options of a product. */
  | { kind: 'product'; name: string; options: readonly ProductOption[] }

/** The dialog that is open, if any. */
export const dialogAtom = atom<OpenDialog | null>(null)
