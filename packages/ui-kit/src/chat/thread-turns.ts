/** A question with what answers it: what the thread shows, measures and leaves out as one. */
export interface Turn {
  /** The key of its first message. */
  readonly key: string
  readonly messageKeys: readonly string[]
}

/** The turns of a list of messages, and that list. */
export interface Turns {
  readonly messageKeys: readonly string[]
  readonly turns: readonly Turn[]
}

export const noTurns: Turns = { messageKeys: [], turns: [] }

/**
 * Groups messages into turns. Turns of `before` that still hold stay the same objects, so that one more message in
 * a long thread costs what the last turn costs.
 *
 * @param startsTurn whether a message is a question
 */
export function toTurns(
  messageKeys: readonly string[],
  startsTurn: (key: string) => boolean,
  before: Turns = noTurns,
): Turns {
  if (messageKeys === before.messageKeys) return before
  const { kept, from } = keptTurns(messageKeys, before)
  let open: string[] = []
  const turns: Turn[] = kept
  for (const key of messageKeys.slice(from)) {
    if (open.length === 0 || startsTurn(key)) {
      open = [key]
      turns.push({ key, messageKeys: open })
    } else open.push(key)
  }
  return { messageKeys, turns }
}

/** The turns that are the same in the new list, and how many messages they hold. */
function keptTurns(messageKeys: readonly string[], before: Turns): { kept: Turn[]; from: number } {
  const same = sameKeys(messageKeys, before.messageKeys)
  let count = before.turns.length
  let from = before.messageKeys.length
  // A turn that ends where the lists part may have grown. From the end, since it is there that a thread grows.
  while (count > 0 && from >= same) {
    count -= 1
    from -= before.turns[count]?.messageKeys.length ?? 0
  }
  return { kept: before.turns.slice(0, count), from }
}

/** How many keys two lists begin with in common. An indexed loop: it runs over every key of a long thread. */
function sameKeys(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[count] === other[count]) count += 1
  return count
}
