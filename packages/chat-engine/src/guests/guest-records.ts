import type { ConversationSummary } from '../types.ts'
import { isRecord, readText } from '../platform/unknown-values.ts'
import type { NewMessage } from '../stores/messages.ts'
import { fromStoredMessage } from './guest-messages.ts'
import type { KeyedConversation } from './import-batches.ts'

/** A guest's conversation as it is stored. */
export interface StoredConversation<Message> extends Omit<ConversationSummary, 'id' | 'title'> {
  messages: Message[]
  /** The messages on screen. */
  shown: readonly string[]
  streamId: string | null
  /**
   * Number of imports that did not have it whole, because another tab continued it.
   * @default 0
   */
  imports?: number
}

/** Returns the number of imports of a stored conversation. */
export function importsOf({ imports }: { imports?: unknown }): number {
  return Number.isSafeInteger(imports) ? Number(imports) : 0
}

/** A guest's conversation as it is restored. */
export interface RestoredConversation extends StoredConversation<NewMessage> {
  /** Parent of each message. */
  parents: { key: string; parent: string | null }[]
}

const VERSION = 1

/** Entries of the stored value; empty for another version and for malformed values. */
export function listStored(value: Record<string, unknown>): Record<string, unknown>[] {
  if (value['version'] !== VERSION || !Array.isArray(value['conversations'])) return []
  return value['conversations'].filter(isRecord)
}

/** Serialises conversations for the storage. */
export function serialiseStored(conversations: readonly unknown[]): string {
  return JSON.stringify({ version: VERSION, conversations })
}

/** The name of a kept conversation; an earlier version kept it as its title. */
function nameIn({ name, title }: Record<string, unknown>): string | null {
  return readText(name ?? title)
}

/** Decodes the stored conversations; entries without a key or messages are dropped. */
export function decodeStored(entries: readonly Record<string, unknown>[]): RestoredConversation[] {
  return entries.flatMap((entry) => {
    const key = readText(entry['key'])
    const { messages: list, shown } = entry
    if (key === null || !Array.isArray(list)) return []
    const stored = list.flatMap((message) => fromStoredMessage(message) ?? [])
    const parents = new Map(list.filter(isRecord).map((message) => [message['key'], message['parent']]))
    const parentOf = (messageKey: string) => readText(parents.get(messageKey))
    return {
      key,
      name: nameIn(entry),
      createdAt: readText(entry['createdAt']),
      updatedAt: readText(entry['updatedAt']),
      streamId: readText(entry['streamId']),
      messages: stored,
      shown: Array.isArray(shown) ? shown.filter((messageKey) => typeof messageKey === 'string') : [],
      parents: stored.map(({ key: messageKey }) => ({ key: messageKey, parent: parentOf(messageKey) })),
    }
  })
}

/** Characters that a server stores of a title. */
const titleCharacters = 200

/** Converts the visible branch of a stored conversation to the import format; null without messages. */
export function toImported(
  { key, messages, shown, ...named }: Record<string, unknown>,
  now: string,
): KeyedConversation | null {
  const said = Array.isArray(messages) ? messages.filter(isRecord) : []
  const visible = Array.isArray(shown) ? new Set<unknown>(shown) : null
  const onScreen = visible === null ? said : said.filter((message) => visible.has(message['key']))
  const imported = onScreen.flatMap(({ role, text, createdAt }) => {
    const content = readText(text) ?? ''
    if (content === '' || (role !== 'user' && role !== 'assistant')) return []
    return [{ role, content, createdAt: readText(createdAt) ?? now } as const]
  })
  if (imported.length === 0) return null
  const name = nameIn(named)
  const title = name === null ? null : Array.from(name).slice(0, titleCharacters).join('')
  return { key: readText(key) ?? '', imports: importsOf(named), title, messages: imported }
}
