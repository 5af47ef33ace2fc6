import type { Steps } from '../platform/process/steps.ts'
import type { SubjectTerm } from './question-terms.ts'

/** A question to cluster. */
export interface ClusteredQuestion {
  terms: readonly SubjectTerm[]
}

/** Weights by the numbers of terms. */
export type Vector = Map<number, number>

/** Unit vectors of the questions. */
export function* weighTerms(questions: readonly ClusteredQuestion[]): Steps<Vector[]> {
  const formOf = yield* findForms(questions)
  // A synonym that nobody asked about links no questions.
  const asked = new Set<string>()
  for (const { terms } of questions) {
    for (const { names } of terms) asked.add(names[0] ?? '')
    yield
  }
  const ids = new Map<string, number>()
  const frequency: number[] = []
  const encoded: { ids: number[]; factor: number }[][] = []
  for (const { terms } of questions) {
    const seen = new Set<number>()
    encoded.push(
      terms.map(({ names, factor }) => {
        const own = [
          ...new Set(names.filter((name) => asked.has(name)).map((name) => formOf.get(name) ?? name)),
        ].map((name) => {
          const id = ids.get(name) ?? ids.size
          ids.set(name, id)
          if (!seen.has(id)) frequency[id] = (frequency[id] ?? 0) + 1
          seen.add(id)
          return id
        })
        return { ids: own, factor }
      }),
    )
    yield
  }
  // A constant keeps the weights of a small set of questions in proportion.
  const total = questions.length + 20
  const vectors: Vector[] = []
  for (const terms of encoded) {
    const vector: Vector = new Map()
    for (const { ids: own, factor } of terms) {
      const most = Math.max(...own.map((id) => frequency[id] ?? 1))
      const information = most > 1 ? 1 : singleWord
      const weight = (information * factor * Math.log(1 + total / (most + 1))) / Math.sqrt(own.length)
      for (const id of own) vector.set(id, Math.max(vector.get(id) ?? 0, weight))
    }
    vectors.push(toUnit(vector))
    yield
  }
  return vectors
}

/** Share of a word that no other question has: it links to nothing, and only makes its question less like others. */
const singleWord = 0.5

/** The shortest stem that a longer one may be a form or a compound of. */
const shortestForm = 6

/** Leads from a stem to a shorter one that it begins with: "versandkosten" to "versand". */
function* findForms(questions: readonly ClusteredQuestion[]): Steps<ReadonlyMap<string, string>> {
  const names = new Set<string>()
  for (const { terms } of questions) {
    for (const term of terms) for (const name of term.names) names.add(name)
    yield
  }
  const forms = new Map<string, string>()
  for (const name of names) {
    yield
    if (!/^\p{L}+$/u.test(name)) continue
    for (let length = shortestForm; length < name.length; length++) {
      const start = name.slice(0, length)
      if (!names.has(start)) continue
      forms.set(name, start)
      break
    }
  }
  return forms
}

/** Scales a vector to the length 1. */
export function toUnit(vector: Vector): Vector {
  let squares = 0
  for (const weight of vector.values()) squares += weight * weight
  const length = Math.sqrt(squares)
  if (length > 0) for (const [id, weight] of vector) vector.set(id, weight / length)
  return vector
}

/** Adds a vector to a sum. */
export function addTo(sum: Vector, vector: ReadonlyMap<number, number>): void {
  for (const [id, weight] of vector) sum.set(id, (sum.get(id) ?? 0) + weight)
}
