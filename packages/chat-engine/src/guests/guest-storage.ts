import type { EngineContext } from '../context.ts'
import { importsOf, listStored, serialiseStored } from './guest-records.ts'
import { isRecord, readText } from '../platform/unknown-values.ts'

/** Facts of a conversation as the storage had it last. */
export interface LastSeen {
  messages: number
  /** UTF-16 length of all messages. */
  characters: number
  /** True while its answer had a stream: a tab that imports it reads the whole answer from there. */
  hasStream: boolean
  /** As in `StoredConversation`. */
  imports: number
}

/** The stored conversations of a guest, which every tab of the browser shares. */
export interface GuestStorage {
  /** Reads the entries, undecoded. */
  entries: () => Record<string, unknown>[]
  /**
   * Replaces all entries: the first `limits.guestConversations`, and fewer when the storage has no room for them.
   * Without entries the item is removed.
   */
  replace: (entries: readonly { key?: unknown }[]) => void
  /** Replaces each entry by the result of `change`; removes it where that is null. */
  change: (change: (entry: Record<string, unknown>) => Record<string, unknown> | null) => void
  /** Facts of a conversation that was stored once, else none: when it is missing now, another tab has removed it. */
  lastSeen: (key: string) => LastSeen | undefined
}

/** @param item key of the storage item */
export function createGuestStorage(context: EngineContext, item: string): GuestStorage {
  const seen = new Map<unknown, LastSeen>()

  function entries(): Record<string, unknown>[] {
    const list = listStored(context.readStored(item))
    for (const entry of list) seen.set(entry['key'], factsOf(entry))
    return list
  }

  return {
    entries,
    replace: (all) => {
      if (all.length === 0) return context.storage.removeItem(item)
      const count = Math.min(all.length, context.limits.guestConversations)
      const first = (length: number) => () => serialiseStored(all.slice(0, length))
      context.store(item, [first(count), first(Math.ceil(count / 2)), first(1)])
      const written = new Set(entries().map(({ key }) => key))
      for (const { key } of all) if (!written.has(key)) seen.delete(key)
    },
    change: (change) => {
      const left = entries().flatMap((entry) => change(entry) ?? [])
      if (left.length === 0) return context.storage.removeItem(item)
      context.storage.setItem(item, serialiseStored(left))
    },
    lastSeen: (key) => seen.get(key),
  }
}

/** Returns the facts of an entry. */
export function factsOf(entry: { messages?: unknown; streamId?: unknown; imports?: unknown }): LastSeen {
  const messages: readonly unknown[] = Array.isArray(entry.messages) ? entry.messages : []
  const texts = messages.map((message) => (isRecord(message) ? readText(message['text']) : null) ?? '')
  return {
    messages: messages.length,
    characters: texts.reduce((sum, text) => sum + text.length, 0),
    hasStream: typeof entry.streamId === 'string',
    imports: importsOf(entry),
  }
}
