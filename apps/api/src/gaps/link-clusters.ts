import type { Steps } from '../platform/process/steps.ts'
import { PairQueue } from './pair-queue.ts'
import { addTo, type Vector } from './question-vectors.ts'

/** Questions that are alike. */
export interface Cluster {
  /** Positions of its questions. */
  members: number[]
  /** Sum of the unit vectors of its questions. */
  sum: Vector
  /** Positions of clusters that are alike enough to merge with. */
  neighbours: Set<number>
}

/** Nearest clusters that are compared with each cluster, so that the work does not grow with the square. */
const mostNeighbours = 40

/** Average-link clustering: merges the two most alike clusters until none are as alike as `leastLikeness`. */
export function* linkClusters(vectors: readonly Vector[], leastLikeness: number): Steps<Cluster[]> {
  const starting = yield* startingClusters(vectors)
  yield* findNeighbours(starting, leastLikeness)
  const clusters: (Cluster | undefined)[] = [...starting]
  yield* merge(clusters, leastLikeness)
  return clusters.filter((cluster) => cluster !== undefined)
}

/** One cluster for each distinct vector: repeated questions cost nothing. */
function* startingClusters(vectors: readonly Vector[]): Steps<Cluster[]> {
  const byKey = new Map<string, Cluster>()
  for (const [position, vector] of vectors.entries()) {
    const key =
      vector.size === 0 ? `empty ${position}` : [...vector.keys()].toSorted((a, b) => a - b).join(' ')
    const known = byKey.get(key)
    if (known === undefined)
      byKey.set(key, { members: [position], sum: new Map(vector), neighbours: new Set() })
    else {
      known.members.push(position)
      addTo(known.sum, vector)
    }
    yield
  }
  return [...byKey.values()]
}

/** Clusters by the terms of their questions, and the weights of those terms. */
interface Posting {
  clusters: number[]
  weights: number[]
}

function* findNeighbours(clusters: readonly Cluster[], least: number): Steps<void> {
  const postings = new Map<number, Posting>()
  for (const [at, { sum, members }] of clusters.entries()) {
    for (const [id, weight] of sum) {
      const list = postings.get(id) ?? { clusters: [], weights: [] }
      postings.set(id, list)
      list.clusters.push(at)
      list.weights.push(weight / members.length)
    }
    yield
  }
  const likeness = new Float64Array(clusters.length)
  for (const [at, cluster] of clusters.entries()) {
    const touched: number[] = []
    for (const [id, sum] of cluster.sum) {
      const weight = sum / cluster.members.length
      const { clusters: others, weights } = postings.get(id) ?? { clusters: [], weights: [] }
      for (let index = 0; index < others.length; index++) {
        const other = others[index] ?? 0
        if (likeness[other] === 0) touched.push(other)
        likeness[other] = (likeness[other] ?? 0) + weight * (weights[index] ?? 0)
      }
      yield
    }
    const nearest = touched
      .filter((other) => other !== at && (likeness[other] ?? 0) >= least)
      .toSorted((left, right) => (likeness[right] ?? 0) - (likeness[left] ?? 0))
      .slice(0, mostNeighbours)
    for (const other of nearest) {
      cluster.neighbours.add(other)
      clusters[other]?.neighbours.add(at)
    }
    for (const other of touched) likeness[other] = 0
    yield
  }
}

/** Average likeness of the questions of two clusters. */
export function likenessOf(left: Cluster, right: Cluster): number {
  const [small, large] = left.sum.size <= right.sum.size ? [left, right] : [right, left]
  let product = 0
  for (const [id, weight] of small.sum) product += weight * (large.sum.get(id) ?? 0)
  return product / (left.members.length * right.members.length)
}

/** Merges the two most alike clusters until none are alike enough. */
function* merge(clusters: (Cluster | undefined)[], least: number): Steps<void> {
  const queue = new PairQueue()
  for (const [at, cluster] of clusters.entries()) {
    for (const other of cluster?.neighbours ?? []) {
      const neighbour = clusters[other]
      if (cluster !== undefined && neighbour !== undefined && at < other)
        queue.push({ left: at, right: other, likeness: likenessOf(cluster, neighbour) })
      yield
    }
  }
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const left = clusters[pair.left]
    const right = clusters[pair.right]
    // A merged cluster has a new position: pairs of its parts are out of date.
    if (left === undefined || right === undefined) continue
    const neighbours = new Set([...left.neighbours, ...right.neighbours])
    neighbours.delete(pair.left)
    neighbours.delete(pair.right)
    const merged = {
      members: [...left.members, ...right.members],
      sum: left.sum,
      neighbours: new Set<number>(),
    }
    addTo(merged.sum, right.sum)
    clusters[pair.left] = undefined
    clusters[pair.right] = undefined
    const at = clusters.push(merged) - 1
    for (const other of neighbours) {
      const neighbour = clusters[other]
      if (neighbour === undefined) continue
      const likeness = likenessOf(merged, neighbour)
      yield
      if (likeness < least) continue
      merged.neighbours.add(other)
      neighbour.neighbours.add(at)
      queue.push({ left: at, right: other, likeness })
    }
    yield
  }
}
