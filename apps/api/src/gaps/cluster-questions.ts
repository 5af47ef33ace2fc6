import type { Steps } from '../platform/process/steps.ts'
import { type Cluster, likenessOf, linkClusters } from './link-clusters.ts'
import { addTo, type ClusteredQuestion, toUnit, type Vector, weighTerms } from './question-vectors.ts'

/** Options of {@link clusterQuestions}. */
export interface ClusterOptions {
  /** The least average likeness (0 to 1) of the questions of two clusters that are merged. */
  leastLikeness?: number
}

/** Likeness from which clusters are merged: from 0.08 to 0.16 the labelled questions give nearly the same clusters. */
const defaultLikeness = 0.12

/**
 * Groups questions by their shared terms: average-link clustering over vectors of terms, weighted by inverse document
 * frequency.
 *
 * @returns positions of the questions of each cluster, the largest cluster first; within one, the most typical first
 */
export function* clusterQuestions(
  questions: readonly ClusteredQuestion[],
  { leastLikeness = defaultLikeness }: ClusterOptions = {},
): Steps<number[][]> {
  const vectors = yield* weighTerms(questions)
  const found: number[][] = []
  for (const cluster of yield* linkClusters(vectors, leastLikeness)) {
    for (const members of yield* splitByAspect(cluster.members, vectors)) {
      found.push(byTypicality(members, vectors))
      yield
    }
  }
  return found.toSorted((left, right) => right.length - left.length || (left[0] ?? 0) - (right[0] ?? 0))
}

/**
 * Terms that make an aspect of a subject a cluster of its own: "creatine and hair" beside "creatine and kidneys".
 * `shared`: share of the questions that have the words of the subject; `likeness`: of the questions of one aspect
 * without those words; `questions` and `share`: the least size of an aspect.
 */
const aspect = { shared: 0.6, likeness: 0.3, questions: 3, share: 0.2 }

/** Splits a cluster whose questions share a subject and ask about two or more aspects of it. */
function* splitByAspect(members: readonly number[], vectors: readonly Vector[]): Steps<number[][]> {
  if (members.length < 2 * aspect.questions) return [[...members]]
  const counts = new Map<number, number>()
  for (const position of members) {
    for (const id of vectors[position]?.keys() ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
    yield
  }
  const rest: Vector[] = []
  for (const position of members) {
    const own = [...(vectors[position] ?? [])].filter(
      ([id]) => (counts.get(id) ?? 0) < aspect.shared * members.length,
    )
    rest.push(toUnit(new Map(own)))
    yield
  }
  const least = Math.max(aspect.questions, aspect.share * members.length)
  const cores = (yield* linkClusters(rest, aspect.likeness)).filter((core) => core.members.length >= least)
  if (cores.length < 2) return [[...members]]
  const parts = cores
    .toSorted((left, right) => right.members.length - left.members.length)
    .map((core) => ({ core, members: [] as number[] }))
  for (const [at, position] of members.entries()) {
    const own: Cluster = { members: [at], sum: rest[at] ?? new Map(), neighbours: new Set() }
    const [first, ...others] = parts
    if (first === undefined) continue
    let nearest = first
    // A question without a word of any aspect goes to the largest.
    for (const part of others) if (fits(own, part.core) > fits(own, nearest.core)) nearest = part
    nearest.members.push(position)
    yield
  }
  return parts.map((part) => part.members)
}

function fits(question: Cluster, core: Cluster): number {
  return core.members.includes(question.members[0] ?? -1) ? 1 : likenessOf(question, core)
}

function byTypicality(members: readonly number[], vectors: readonly Vector[]): number[] {
  const sum: Vector = new Map()
  for (const position of members) addTo(sum, vectors[position] ?? new Map<number, number>())
  const typicality = new Map(
    members.map((position) => {
      let product = 0
      for (const [id, weight] of vectors[position] ?? []) product += weight * (sum.get(id) ?? 0)
      return [position, product]
    }),
  )
  return members.toSorted(
    (left, right) => (typicality.get(right) ?? 0) - (typicality.get(left) ?? 0) || left - right,
  )
}
