import { atom } from 'jotai'

/** Authors and tools that a question was limited to; an empty list is no limit. */
export interface QuestionLimits {
  readonly authors: readonly string[]
  readonly tools: readonly string[]
}

/** The limits of the questions that were asked since the page was opened, by the question's key. */
export const limitsAtom = atom<ReadonlyMap<string, QuestionLimits>>(new Map())

/** True while the find bar is open. */
export const findOpenAtom = atom(false)

/** True while the whole conversation is rendered for printing. */
export const printingAtom = atom(false)
