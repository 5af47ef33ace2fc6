import type { IndexedDocument, MemoryIndex } from '../index/memory-index.ts'
import type { QuestionTerm } from './question.ts'

// More terms take longer and hardly change the order: the weakest of a long message are left out.
const mostTerms = 32
// Documents whose phrases and nearby terms are compared.
const rescored = 100

/** Finds the documents with the highest sum of BM25 over all terms and their alternatives. `authors` limits the documents. */
export function findCandidates(
  index: MemoryIndex,
  terms: readonly QuestionTerm[],
  authors: readonly string[] = [],
): Promise<IndexedDocument[]> {
  const weights = new Map<number, number>()
  for (const term of terms) {
    for (const alternative of term.alternatives) {
      const weight = (term.factor * alternative.gain) / alternative.parts.length
      for (const { ids } of alternative.parts) {
        for (const id of ids) weights.set(id, Math.max(weights.get(id) ?? 0, weight))
      }
    }
  }
  const strongest = new Map([...weights].sort((left, right) => right[1] - left[1]).slice(0, mostTerms))
  return index.best(
    strongest,
    rescored,
    authors.length === 0 ? undefined : ({ author }) => authors.includes(author),
  )
}
