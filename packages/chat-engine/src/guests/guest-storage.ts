import type { EngineContext } from '../context.ts'
import { listKept, serialiseKept } from './guest-records.ts'

/** The stored conversations of a guest, which every tab of the browser shares. */
export interface GuestStorage {
  /** Reads the entries, undecoded. */
  entries: () => Record<string, unknown>[]
  /**
   * Replaces all entries: the first `limits.guestConversations`, and fewer when the storage has no room for them.
   * Without entries the item is removed.
   */
  replace: (entries: readonly { key?: unknown }[]) => void
  /** Removes the entries of these keys. */
  forget: (keys: readonly unknown[]) => void
  /** Messages of a conversation that was stored once, else none: when it is missing now, another tab has removed it. */
  storedMessages: (key: string) => number | undefined
}

/** @param item key of the storage item */
export function createGuestStorage(context: EngineContext, item: string): GuestStorage {
  const stored = new Map<unknown, number>()

  function entries(): Record<string, unknown>[] {
    const list = listKept(context.readKept(item))
    for (const { key, messages } of list) stored.set(key, Array.isArray(messages) ? messages.length : 0)
    return list
  }

  return {
    entries,
    replace: (all) => {
      if (all.length === 0) return context.storage.removeItem(item)
      const count = Math.min(all.length, context.limits.guestConversations)
      const first = (length: number) => () => serialiseKept(all.slice(0, length))
      context.keep(item, [first(count), first(Math.ceil(count / 2)), first(1)])
      const written = new Set(entries().map(({ key }) => key))
      for (const { key } of all) if (!written.has(key)) stored.delete(key)
    },
    forget: (keys) => {
      const left = entries().filter(({ key }) => !keys.includes(key))
      if (left.length === 0) return context.storage.removeItem(item)
      context.storage.setItem(item, serialiseKept(left))
    },
    storedMessages: (key) => stored.get(key),
  }
}
