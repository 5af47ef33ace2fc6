/** Weights of the fields title, heading, body and questions: a term in the heading counts as twice in the body. */
export const fieldWeights: readonly number[] = [1.5, 2, 1, 1]

/** Saturation of repeated terms and strength of the length normalisation, the usual values for short passages. */
const k1 = 1.2
const b = 0.4

/** BM25 of a weighted term frequency, without the inverse document frequency; at most `k1 + 1`. */
export function bm25(frequency: number, length: number, averageLength: number): number {
  return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / averageLength))
}

/** Inverse document frequency, always positive. */
export function inverseFrequency(documents: number, total: number): number {
  return Math.log(1 + (total - documents + 0.5) / (documents + 0.5))
}
