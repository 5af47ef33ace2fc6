const connective =
  /^(?:however|therefore|thus|hence|consequently|moreover|furthermore|nevertheless|in addition|in contrast|by contrast|on the other hand|for example|for instance|also|instead|but|and|so|yet|then|they|them|their|he|she|his|her|it|its|these|those|this|that|such|in (?:that|this|these|those)|the (?:same|latter|former)|as a result|for this reason|because of (?:this|that|these)|despite (?:this|that)|both|another|other(?:s|wise)?|similarly|likewise|meanwhile)\b/iu
const lateConnective = /^(?:[\p{L}\p{N}'’-]+\s+){1,5}?(?:also|instead|therefore|however|in turn|too)\b/iu

/** Returns whether a sentence leans on the one before it: it begins with "However", "These", "It" and the like. */
export function dangles(sentence: string): boolean {
  return connective.test(sentence)
}

/** Returns whether a sentence has "also", "instead" or "therefore" among its first words, which point to the one before it. */
export function continues(sentence: string): boolean {
  return dangles(sentence) || lateConnective.test(sentence)
}

interface Placed {
  text: string
  place: number
}

/**
 * Makes a choice of sentences of one passage readable: a sentence that leans on its predecessor gets it, or is left out
 * when the predecessor may not be quoted. The sentences that belong to the first choice come first, then the others, in
 * the order of the passage.
 *
 * @param chosen best first
 * @param mayAdd whether a predecessor may be quoted
 */
export function inReadableOrder<Item extends Placed>(
  all: readonly Item[],
  chosen: readonly Item[],
  mayAdd: (item: Item) => boolean,
): Item[] {
  const at = (place: number) => all.find((item) => item.place === place)
  const chains: Item[][] = []
  const used = new Set<number>()
  for (const item of chosen) {
    if (used.has(item.place)) continue
    const chain = [item]
    for (let first = item; continues(first.text) && first.place > 0;) {
      const before = at(first.place - 1)
      if (before === undefined || used.has(before.place) || !(mayAdd(before) || chosen.includes(before)))
        break
      chain.unshift(before)
      first = before
    }
    const [head] = chain
    // A chain whose head still leans on something is not quoted, unless that stands directly before it.
    if (head === undefined || (continues(head.text) && head.place > 0 && !isLast(chains, head.place - 1)))
      continue
    for (const { place } of chain) used.add(place)
    const before = chains.find((other) => other.at(-1)?.place === head.place - 1)
    if (before === undefined) chains.push(chain)
    else before.push(...chain)
  }
  const [first = [], ...others] = chains
  return [...first, ...others.flat().toSorted((left, right) => left.place - right.place)]
}

function isLast(chains: readonly (readonly Placed[])[], place: number): boolean {
  return chains.some((chain) => chain.at(-1)?.place === place)
}
