import { createSafeStorage, createStore, type WritableStore } from '@org/chat-engine'
import type { ChatChoice } from '@org/ui-kit/engine'

const storageKeys = { authors: 'org.chat.authors', tools: 'org.chat.tools' } as const

/** Creates the store of the chosen authors and tools, which outlive the page. */
export function createStoredChoice(): WritableStore<ChatChoice> {
  const storage = createSafeStorage()
  const read = (key: string): string[] => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
    } catch {
      return []
    }
  }
  const store = createStore<ChatChoice>({
    authors: read(storageKeys.authors),
    tools: read(storageKeys.tools),
  })
  const set = (choice: ChatChoice): void => {
    if (choice === store.get()) return
    storage.setItem(storageKeys.authors, JSON.stringify(choice.authors))
    storage.setItem(storageKeys.tools, JSON.stringify(choice.tools))
    store.set(choice)
  }
  return { ...store, set, update: (change) => set(change(store.get())) }
}
