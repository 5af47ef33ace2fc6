/** A pseudo-random number generator (mulberry32), 0 inclusive to 1 exclusive: every run gets the same inputs. */
export function seededRandom(seed: number): () => number {
  let state = Math.trunc(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * One of the items.
 *
 * @throws {RangeError} when there are none.
 */
export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('Nothing to pick from.')
  return item
}
