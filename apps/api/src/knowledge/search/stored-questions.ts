import type { IndexedDocument } from '../index/memory-index.ts'
import type { QuestionTerm } from './question.ts'

/** A stored question that is close to the one that was asked. */
export interface ClosestQuestion {
  /** Place in the passage's list of questions. */
  at: number
  /** Agreement of both, 0 to 1: the harmonic mean of the parts of each that the other one has. */
  share: number
  /** Its terms. */
  held: ReadonlySet<number>
}

/**
 * Compares a question with the stored questions of a passage. A question that asks the same in other words shares most of
 * its terms with one of them, while the terms of an unrelated question are spread over many. A topic that neither the stored
 * question nor the title and heading name makes it another question: "vitamin D for a baby" is not "iron for a baby".
 */
export function askedBy(
  terms: readonly QuestionTerm[],
  document: IndexedDocument,
): ClosestQuestion | undefined {
  const { questionStarts, words, headingEnd } = document
  const total = terms.reduce((sum, { weight, factor }) => sum + weight * factor, 0)
  if (questionStarts.length === 0 || total === 0) return undefined
  const topics = terms.filter(({ isTopic }) => isTopic)
  const named = termsBetween(document, 0, headingEnd)
  let closest: ClosestQuestion | undefined
  for (const [at, from] of questionStarts.entries()) {
    const held = termsBetween(document, from, questionStarts[at + 1] ?? words.length)
    const share = agreement(terms, held, total, document)
    if (share <= (closest?.share ?? 0)) continue
    if (!topics.every((topic) => [held, named].some((ids) => termsOf(topic, ids, document) !== undefined)))
      continue
    closest = { at, share, held }
  }
  return closest
}

function termsBetween({ words, space }: IndexedDocument, from: number, to: number): Set<number> {
  const ids = new Set<number>()
  for (let index = from; index < to; index++) ids.add(space.words.termOf(words[index] ?? 0))
  return ids
}

/** The best alternative of a term that a set of index terms expresses, with those that it takes. */
function termsOf(
  { alternatives }: QuestionTerm,
  held: ReadonlySet<number>,
  { space }: IndexedDocument,
): { factor: number; ids: number[] } | undefined {
  let best: { factor: number; ids: number[] } | undefined
  for (const { parts, factor } of alternatives) {
    if (factor <= (best?.factor ?? 0) || parts[0]?.language !== space.language) continue
    const ids = parts.flatMap((part) => part.ids.find((id) => held.has(id)) ?? [])
    if (ids.length === parts.length) best = { factor, ids }
  }
  return best
}

function agreement(
  terms: readonly QuestionTerm[],
  held: ReadonlySet<number>,
  total: number,
  document: IndexedDocument,
): number {
  let shared = 0
  const used = new Set<number>()
  for (const term of terms) {
    const best = termsOf(term, held, document)
    if (best === undefined) continue
    shared += term.weight * term.factor * best.factor
    for (const id of best.ids) used.add(id)
  }
  if (used.size === 0) return 0
  const ofAsked = shared / total
  const ofStored = used.size / held.size
  return (2 * ofAsked * ofStored) / (ofAsked + ofStored)
}
