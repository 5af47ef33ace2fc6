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

const noTurns: Turns = { messageKeys: [], turns: [] }

/** Keeps the turns of a thread from one render to the next; one that is thrown away does no harm. */
export class TurnGroups {
  #known = noTurns

  /** The turns of these messages; see {@link toTurns}. */
  of(messageKeys: readonly string[], startsTurn: (key: string) => boolean): readonly Turn[] {
    this.#known = toTurns(messageKeys, startsTurn, this.#known)
    return this.#known.turns
  }
}

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
  const { kept, from } = keptTurns(messageKeys, startsTurn, before)
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
function keptTurns(
  messageKeys: readonly string[],
  startsTurn: (key: string) => boolean,
  before: Turns,
): { kept: Turn[]; from: number } {
  const same = sameKeys(messageKeys, before.messageKeys)
  const next = messageKeys[same]
  // A turn that ends where the lists part grows by what comes next, unless that is a question.
  const whole = next === undefined || startsTurn(next) ? same : same - 1
  let count = before.turns.length
  let from = before.messageKeys.length
  // From the end, since it is there that a thread grows.
  while (count > 0 && from > whole) {
    count -= 1
    from -= before.turns[count]?.messageKeys.length ?? 0
  }
  return { kept: before.turns.slice(0, count), from }
}

/**
 * Returns the length of the common prefix of two lists. It runs over every key of a long thread: hence an indexed loop, and
 * `Object.is`, which finds a string to be itself without looking into it.
 */
function sameKeys(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && Object.is(one[count], other[count])) count += 1
  return count
}
