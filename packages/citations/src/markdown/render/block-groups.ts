/** Blocks behind the first so many stand in groups of so many. */
export const GROUP_BLOCKS = 16

/**
 * The elements that the blocks of an answer stand in: the first ones in the root, those behind them in groups. A
 * browser looks at every child of an element when one has changed, so that a word at the end of a long answer would
 * cost more than one at the end of a short answer.
 */
export class BlockGroups {
  readonly #root: Element
  readonly #groups: Element[] = []

  constructor(root: Element) {
    this.#root = root
  }

  /** Returns the group element of the block at `index`, and creates it for the first block of a group. */
  parentOf(index: number): Element {
    const number = Math.floor(index / GROUP_BLOCKS)
    if (number === 0) return this.#root
    const known = this.#groups[number - 1]
    if (known !== undefined) return known
    const group = this.#root.ownerDocument.createElement('div')
    group.className = 'org-blocks'
    this.#groups.push(group)
    this.#root.append(group)
    return group
  }

  /** Returns the DOM node after the last block of the group of `index`. */
  endOf(index: number): ChildNode | null {
    return (index < GROUP_BLOCKS && this.#groups[0]) || null
  }

  /** Takes away the groups in which none of the first `count` blocks stands. */
  shrink(count: number): void {
    while (this.#groups.length * GROUP_BLOCKS >= Math.max(count, 1)) this.#groups.pop()?.remove()
  }
}
