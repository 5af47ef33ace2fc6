import type { IndexedDocument } from '../index/memory-index.ts'
import type { RankedDocument } from './ranking.ts'

/** A document of a list that words and embeddings made together. Ranks count from 1; null: not in that list. */
export interface FusedDocument extends RankedDocument {
  wordRank: number | null
  vectorRank: number | null
}

// The usual constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).
const rankOffset = 60

// Embeddings always find something: what is near the end of their list is hardly related.
const mostByVector = 5

/**
 * Joins the list of the words and the nearest documents by reciprocal rank.
 *
 * @param kept documents of `ranked` that the words alone would give
 * @param ranked all documents of the words, best first
 * @param nearest documents by similarity, best first; without any, the order of the words stays
 */
export function fuseRanks(
  kept: readonly RankedDocument[],
  ranked: readonly RankedDocument[],
  nearest: readonly IndexedDocument[],
): FusedDocument[] {
  const wordRanks = new Map(
    ranked.map((document, index) => [document.candidate, { document, rank: index + 1 }]),
  )
  const vectorRanks = new Map(nearest.map((document, index) => [document, index + 1]))
  const documents = new Set([...kept.map(({ candidate }) => candidate), ...nearest.slice(0, mostByVector)])
  const fused = [...documents].map((candidate): FusedDocument => {
    const words = wordRanks.get(candidate)
    const document = words?.document ?? {
      candidate,
      score: 0,
      coverage: 0,
      named: 0,
      matched: [],
      matchedNames: [],
      asked: 0,
    }
    const ranks = { wordRank: words?.rank ?? null, vectorRank: vectorRanks.get(candidate) ?? null }
    return Object.assign(ranks, document)
  })
  const shareOf = (rank: number | null) => (rank === null ? 0 : 1 / (rankOffset + rank))
  const scoreOf = ({ wordRank, vectorRank }: FusedDocument) => shareOf(wordRank) + shareOf(vectorRank)
  return fused.sort(
    (left, right) =>
      scoreOf(right) - scoreOf(left) ||
      (left.wordRank ?? Number.MAX_VALUE) - (right.wordRank ?? Number.MAX_VALUE) ||
      left.candidate.doc - right.candidate.doc,
  )
}
