/** Two clusters by their positions, and how alike they are. */
export interface Pair {
  left: number
  right: number
  likeness: number
}

/** A binary heap of pairs, the most alike first. */
export class PairQueue {
  readonly #pairs: Pair[] = []

  push(pair: Pair): void {
    const pairs = this.#pairs
    let at = pairs.push(pair) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (isBefore(pairs[parent], pairs[at])) break
      swap(pairs, at, parent)
      at = parent
    }
  }

  pop(): Pair | undefined {
    const pairs = this.#pairs
    const [first] = pairs
    const last = pairs.pop()
    if (pairs.length === 0 || last === undefined) return first
    pairs[0] = last
    for (let at = 0; ;) {
      const left = 2 * at + 1
      const child = isBefore(pairs[left], pairs[left + 1]) ? left : left + 1
      if (child >= pairs.length || isBefore(pairs[at], pairs[child])) return first
      swap(pairs, at, child)
      at = child
    }
  }
}

function isBefore(one: Pair | undefined, other: Pair | undefined): boolean {
  return other === undefined || (one !== undefined && one.likeness >= other.likeness)
}

function swap(pairs: Pair[], one: number, other: number): void {
  const [left, right] = [pairs[one], pairs[other]]
  if (left === undefined || right === undefined) return
  pairs[one] = right
  pairs[other] = left
}
