/** Repeatable random choices. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  next: () => number
  /** One of the items. */
  pick: <Item>(items: readonly Item[]) => Item | undefined
  shuffled: <Item>(items: readonly Item[]) => Item[]
}

/** Creates a linear congruential generator: the same seed gives the same choices. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    pick: (items) => items[Math.floor(next() * items.length)],
    shuffled(items) {
      const order = [...items]
      for (let i = order.length - 1; i > 0; i -= 1) {
        const j = Math.floor(next() * (i + 1))
        const [a, b] = [order[i], order[j]]
        if (a !== undefined && b !== undefined) [order[i], order[j]] = [b, a]
      }
      return order
    },
  }
}
