import type { MessageStore } from './messages.ts'
import type { ThreadStore } from './threads.ts'

/** Parent of a message: another message's key, none (null), or not loaded yet (undefined). */
export type Parent = string | null | undefined

/** Every version of every conversation's messages, and which of them the threads show. */
export interface MessageTree {
  /** Adds messages, each of which answers to the one before it, the first to `parent`; shows them. */
  append: (threadKey: string, parent: Parent, keys: readonly string[]) => void
  /** Takes messages out; what they stood in the place of is shown again. */
  remove: (threadKey: string, keys: readonly string[]) => void
  /** Takes an older page in, oldest first. */
  prepend: (threadKey: string, page: Versions) => void
  /** Puts a page, oldest first, in the place of what was there but `kept`, which follows it. */
  replace: (threadKey: string, page: Versions, kept: readonly string[]) => void
  /** Shows a message, and the newest of what followed it. */
  show: (threadKey: string, messageKey: string | undefined) => void
  /** The versions of a message, itself included, oldest first. */
  siblingsOf: (messageKey: string) => readonly string[]
  parentOf: (messageKey: string) => Parent
  /** The conversation that a message belongs to. */
  threadOf: (messageKey: string) => string | undefined
  /** All messages, oldest first, shown or not. */
  all: (threadKey: string) => Versions
  /** Drops a conversation's messages. */
  clear: (threadKey: string) => void
  /**
   * Parents of a page's messages, oldest first. When no message names a parent (a server without
   * branches), each message's parent is the one before it, and the first one's parent is on the older page.
   */
  parentsIn: (page: readonly PagedMessage[], isLinear?: boolean) => Versions
}

/** Messages and what each answers to, in the order in which they were written. */
export type Versions = ReadonlyMap<string, Parent>

interface PagedMessage {
  readonly key: string
  readonly parent: string | null
}

const NONE: Versions = new Map()

export function createMessageTree(threads: ThreadStore, messages: MessageStore): MessageTree {
  const trees = new Map<string, Versions>()
  const all: MessageTree['all'] = (threadKey) => trees.get(threadKey) ?? NONE

  /** Shows the branch that contains a message, and updates the position of each of its messages. */
  function show(threadKey: string, through: string | undefined) {
    const tree = all(threadKey)
    const versions = versionsIn(tree)
    const path = new Set<string>()
    // A broken server may lead in a circle.
    for (let at: Parent = through; typeof at === 'string' && tree.has(at) && !path.has(at);) {
      path.add(at)
      at = tree.get(at)
    }
    const messageKeys = [...path].toReversed()
    for (let at = versions.get(through)?.at(-1); at !== undefined && !path.has(at);) {
      path.add(at)
      messageKeys.push(at)
      at = versions.get(at)?.at(-1)
    }
    for (const key of messageKeys) place(key, versions.get(tree.get(key)) ?? [])
    threads.patch(threadKey, { messageKeys })
  }

  function place(key: string, versions: readonly string[]) {
    const siblings = versions.length < 2 ? null : { index: versions.indexOf(key), count: versions.length }
    const before = messages.get(key)?.siblings
    if (before?.index !== siblings?.index || before?.count !== siblings?.count) {
      messages.patch(key, { siblings })
    }
  }

  /** Shows the branch of the last message shown, or of the newest where that is gone. */
  function showAgain(threadKey: string) {
    const tree = all(threadKey)
    const last = threads.get(threadKey).messageKeys.findLast((key) => tree.has(key))
    show(threadKey, last ?? [...tree.keys()].at(-1))
  }

  function threadOf(messageKey: string) {
    for (const [threadKey, tree] of trees) if (tree.has(messageKey)) return threadKey
    return undefined
  }

  return {
    all,
    show,
    threadOf,
    append: (threadKey, parent, keys) => {
      const tree = new Map(all(threadKey))
      for (const [index, key] of keys.entries()) tree.set(key, index === 0 ? parent : keys[index - 1])
      trees.set(threadKey, tree)
      show(threadKey, keys.at(-1))
    },
    remove: (threadKey, keys) => {
      trees.set(threadKey, new Map([...all(threadKey)].filter(([key]) => !keys.includes(key))))
      messages.drop(keys)
      showAgain(threadKey)
    },
    prepend: (threadKey, page) => {
      const newest = [...page.keys()].at(-1)
      const known = [...all(threadKey)].map(
        ([key, parent]) => [key, parent === undefined ? newest : parent] as const,
      )
      trees.set(threadKey, new Map([...page, ...known]))
      showAgain(threadKey)
    },
    replace: (threadKey, page, kept) => {
      const before = all(threadKey)
      const tree = new Map(page)
      trees.set(threadKey, tree)
      showAgain(threadKey)
      let last: Parent = threads.get(threadKey).messageKeys.at(-1) ?? null
      for (const key of kept) {
        const parent = before.get(key)
        // Asked before the history was there: it follows what there was.
        tree.set(key, typeof parent === 'string' && tree.has(parent) ? parent : last)
        last = key
      }
      messages.drop([...before.keys()].filter((key) => !tree.has(key)))
      if (kept.length > 0) show(threadKey, kept.at(-1))
    },
    siblingsOf: (messageKey) => {
      const tree = all(threadOf(messageKey) ?? '')
      return versionsIn(tree).get(tree.get(messageKey)) ?? []
    },
    parentOf: (messageKey) => all(threadOf(messageKey) ?? '').get(messageKey),
    clear: (threadKey) => {
      messages.drop([...all(threadKey).keys()])
      trees.delete(threadKey)
    },
    parentsIn: (page, isLinear = page.every(({ parent }) => parent === null)) =>
      new Map(page.map(({ key, parent }, index) => [key, isLinear ? page[index - 1]?.key : parent])),
  }
}

/** The messages by what they answer to. */
function versionsIn(tree: Versions): Map<Parent, string[]> {
  const versions = new Map<Parent, string[]>()
  for (const [key, parent] of tree) {
    const known = versions.get(parent)
    if (known === undefined) versions.set(parent, [key])
    else known.push(key)
  }
  return versions
}
