import { createSafeStorage, createStore, type WritableStore } from '@org/chat-engine'
import type { ChatChoice } from '@org/ui-kit/engine'

const keyNames = { authors: 'org.chat.authors', tools: 'org.chat.tools' } as const
const noChoice: ChatChoice = { authors: [], tools: [] }

/** The chosen authors and tools, which outlive the page. They show interests: each account has its own. */
export interface StoredChoice extends WritableStore<ChatChoice> {
  /**
   * Shows the choice of a person. A visitor's choice becomes that of the account which signs in without one.
   *
   * @param person email address of the account; null for a visitor, which leaves the choice of an account that is shown
   *   alone: its session may only have ended
   */
  follow: (person: string | null) => void
}

/** Creates the store. Before the first `follow` it is empty, and stores nothing. */
export function createStoredChoice(): StoredChoice {
  const storage = createSafeStorage()
  const store = createStore<ChatChoice>(noChoice)
  let shown: string | null | undefined

  function readNames(key: string): string[] {
    try {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
    } catch {
      return []
    }
  }

  function read(person: string | null): ChatChoice {
    const { authors, tools } = keysOf(person)
    return { authors: readNames(authors), tools: readNames(tools) }
  }

  function write(person: string | null, choice: ChatChoice): void {
    const keys = keysOf(person)
    for (const kind of ['authors', 'tools'] as const) {
      if (choice[kind].length === 0) storage.removeItem(keys[kind])
      else storage.setItem(keys[kind], JSON.stringify(choice[kind]))
    }
  }

  function set(choice: ChatChoice): void {
    if (choice === store.get()) return
    if (shown !== undefined) write(shown, choice)
    store.set(choice)
  }

  function follow(person: string | null): void {
    if (person === shown || (person === null && shown !== undefined)) return
    // A choice that was made before the session was known is a visitor's.
    if (shown === undefined && !isEmpty(store.get())) write(null, store.get())
    shown = person
    const own = read(person)
    const ofVisitor = read(null)
    if (person !== null && !isEmpty(ofVisitor)) {
      write(null, noChoice)
      if (isEmpty(own)) write(person, ofVisitor)
    }
    store.set(isEmpty(own) ? ofVisitor : own)
  }

  return { ...store, set, update: (change) => set(change(store.get())), follow }
}

function keysOf(person: string | null): Record<keyof typeof keyNames, string> {
  const suffix = person === null ? '' : `:${person}`
  return { authors: `${keyNames.authors}${suffix}`, tools: `${keyNames.tools}${suffix}` }
}

function isEmpty({ authors, tools }: ChatChoice): boolean {
  return authors.length === 0 && tools.length === 0
}
