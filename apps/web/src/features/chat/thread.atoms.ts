import { atom } from 'jotai'

/** What a question was limited to; an empty list is no limit. */
export interface QuestionLimits {
  readonly authors: readonly string[]
  readonly tools: readonly string[]
}

/** The limits of the questions that were asked since the page was opened, by the question's key. */
export const limitsAtom = atom<ReadonlyMap<string, QuestionLimits>>(new Map())

/** Whether a text is being looked for in the conversation. */
export const findOpenAtom = atom(false)

/** Whether the whole conversation stands in the page to be printed. */
export const printingAtom = atom(false)
