import type { EngineStores } from '../engine-stores.ts'
import type { Parent } from '../stores/message-tree.ts'
import type { Metadata } from '../transport/answer.ts'
import type { ChatInput, EarlierMessage } from '../transport/transport.ts'
import type { PendingPrompt, SendInput } from '../types.ts'

/** @throws {TypeError} without a text, as a caller may have no types, and for metadata that JSON cannot hold */
export function toPrompt(input: SendInput): PendingPrompt {
  const { text, images = [], authors = [], tools = [], metadata = null } = { ...input }
  if (typeof text !== 'string') throw new TypeError('A question needs a text: { text: string }')
  // A copy that can be stored.
  const copy: Metadata | null = JSON.parse(JSON.stringify(metadata))
  return { text: text.trim(), images, authors, tools, metadata: copy }
}

/** Returns the request of a question. Evaluated when it is sent: by then its conversation may have an id. */
export function toChatInput(
  stores: EngineStores,
  key: string,
  userKey: string,
  { text, images, authors, tools, metadata }: PendingPrompt,
  earlier: readonly EarlierMessage[],
): ChatInput {
  const id = stores.access.isVisitor() ? null : (stores.conversations.find(key)?.id ?? null)
  return {
    text,
    clientMessageId: userKey,
    conversationKey: key,
    ...(id === null ? earlier.length > 0 && { conversation: earlier } : { conversationId: id }),
    ...(authors.length > 0 && { authors }),
    ...(tools.length > 0 && { tools }),
    ...(images.length > 0 && { images }),
    ...(metadata && { metadata }),
  }
}

/** @param continuedKey the answer that is to be continued, also without a text */
export function earlierMessages(
  stores: EngineStores,
  keys: readonly string[],
  continuedKey?: string,
): EarlierMessage[] {
  return (
    keys
      .flatMap((key) => stores.messages.get(key) ?? [])
      .filter(({ key, text }) => text !== '' || key === continuedKey)
      .slice(-stores.context.limits.historyItems)
      // The reasoning of a model is no part of the conversation.
      .map(({ key, role, text, parts }) => ({
        key,
        role,
        content: text,
        parts: parts.filter(({ type }) => type !== 'reasoning'),
      }))
  )
}

/**
 * Returns the parent of a question that does not continue from the newest message. The returned function is evaluated
 * when the question is sent: by then its parent has an id.
 */
export function parentAfter(
  stores: EngineStores,
  key: string,
  parent: Parent,
): () => Pick<ChatInput, 'parentId'> {
  const newest = [...stores.branches.all(key).keys()].at(-1) ?? null
  return () => {
    if (
      newest === (parent ?? null) ||
      stores.access.isVisitor() ||
      stores.conversations.find(key)?.id === null
    )
      return {}
    if (typeof parent !== 'string') return { parentId: null }
    const id = stores.messages.get(parent)?.id
    return typeof id === 'string' ? { parentId: id } : {}
  }
}

/** Returns the messages on screen up to one of them; none when it is not among them. */
export function pathTo(stores: EngineStores, key: string, messageKey: Parent): readonly string[] {
  const { messageKeys } = stores.threads.get(key)
  return messageKeys.slice(0, messageKeys.indexOf(messageKey ?? '') + 1)
}
