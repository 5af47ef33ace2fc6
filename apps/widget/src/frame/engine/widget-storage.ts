import { createSafeStorage, type ChatStorage } from '@org/chat-engine'

/**
 * Storage of a widget: separate for each, since a site may embed several. The disclaimer is shared by
 * all of them. A single-use conversation lasts as long as its tab.
 */
export function createWidgetStorage(cfg: string, conversations: 'multi' | 'single'): ChatStorage {
  const shared = createSafeStorage()
  const own =
    conversations === 'single' ? createSafeStorage(() => globalThis.sessionStorage) : createSafeStorage()
  const placeOf = (key: string): [ChatStorage, string] =>
    key === 'disclaimer'
      ? [shared, key]
      : [own, cfg === '' ? `org.widget.${key}` : `org.widget.${cfg}.${key}`]
  return {
    getItem(key) {
      const [storage, name] = placeOf(key)
      return storage.getItem(name)
    },
    setItem(key, value) {
      const [storage, name] = placeOf(key)
      storage.setItem(name, value)
    },
    removeItem(key) {
      const [storage, name] = placeOf(key)
      storage.removeItem(name)
    },
  }
}
