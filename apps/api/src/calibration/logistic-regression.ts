/** One case of {@link fitWeights}: its features and whether it belongs to the class. */
export interface Case {
  features: readonly number[]
  isMember: boolean
  /** Number of times that the case counts. @default 1 */
  count?: number
}

// Newton's method needs fewer steps for a few hundred cases.
const steps = 40

/**
 * Fits the weights of a logistic regression by Newton's method.
 *
 * @param penalty strength of the penalty on squared weights @default 1
 * @returns the weights in the order of the features
 */
export function fitWeights(cases: readonly Case[], penalty = 1): number[] {
  const size = cases[0]?.features.length ?? 0
  let weights = Array.from({ length: size }, () => 0)
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight) => penalty * weight)
    const hessian = weights.map((_, row) => weights.map((_weight, column) => (row === column ? penalty : 0)))
    for (const each of cases) {
      const { count = 1 } = each
      const probability = probabilityOf(weights, each)
      const spread = count * probability * (1 - probability)
      for (const [row, value] of each.features.entries()) {
        gradient[row] = (gradient[row] ?? 0) + count * (probability - (each.isMember ? 1 : 0)) * value
        const line = hessian[row] ?? []
        for (const [column, other] of each.features.entries()) {
          line[column] = (line[column] ?? 0) + spread * value * other
        }
      }
    }
    const change = solve(hessian, gradient)
    weights = weights.map((weight, at) => weight - (change[at] ?? 0))
  }
  return weights
}

/** The probability that a case belongs to the class. */
export function probabilityOf(weights: readonly number[], { features }: Pick<Case, 'features'>): number {
  const logit = features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
  return 1 / (1 + Math.exp(-logit))
}

/** Solves a system of linear equations with a positive definite matrix by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const [at, pivot] of rows.entries()) {
    for (const [other, row] of rows.entries()) {
      if (other === at) continue
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1)
      for (let column = at; column < row.length; column++) {
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0)
      }
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
}
