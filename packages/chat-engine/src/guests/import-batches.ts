import type { ImportedConversation } from '@org/api-client'

/** A conversation with the key that it has in the browser. */
export interface KeyedConversation extends Omit<ImportedConversation, 'clientId'> {
  key: string
  /** Number of earlier imports, which did not have it whole. */
  imports: number
}

/** Conversations of one call. */
export interface ImportBatch {
  conversations: ImportedConversation[]
  /** The conversations that the account has whole after this call. */
  completed: KeyedConversation[]
}

/** Limits of one import call. Characters stay below its 16 MiB with three bytes each. */
const LIMITS = { conversations: 50, messages: 2500, characters: 4_000_000 }

interface Part {
  conversation: ImportedConversation
  characters: number
  /** The whole conversation in its last part; null in the parts before. */
  completes: KeyedConversation | null
}

/**
 * Divides conversations into calls within the limits of the server. A conversation that is too long for one call comes as
 * several, each with a client id of its own, so that nothing is left out and a repeated call adds nothing.
 */
export function importBatches(conversations: readonly KeyedConversation[]): ImportBatch[] {
  const batches: ImportBatch[] = []
  let room = { conversations: 0, messages: 0, characters: 0 }
  for (const { conversation, characters, completes } of conversations.flatMap(toParts)) {
    const { length } = conversation.messages
    if (room.conversations < 1 || room.messages < length || room.characters < characters) {
      batches.push({ conversations: [], completed: [] })
      room = { ...LIMITS }
    }
    room.conversations -= 1
    room.messages -= length
    room.characters -= characters
    batches.at(-1)?.conversations.push(conversation)
    if (completes !== null) batches.at(-1)?.completed.push(completes)
  }
  return batches
}

function toParts(whole: KeyedConversation): Part[] {
  const { key, imports, title, messages } = whole
  const parts: Part[] = []
  for (let from = 0; from < messages.length;) {
    let characters = 0
    let to = from
    while (to < messages.length && to - from < LIMITS.messages) {
      const { length } = messages[to]?.content ?? ''
      // A message that is longer than that goes alone.
      if (to > from && characters + length > LIMITS.characters) break
      characters += length
      to += 1
    }
    const clientId = partId(key, parts.length, imports)
    parts.push({
      conversation: {
        ...(clientId === null ? {} : { clientId }),
        title: parts.length === 0 ? title : `${title} (${parts.length + 1})`,
        messages: messages.slice(from, to),
      },
      characters,
      completes: to === messages.length ? whole : null,
    })
    from = to
  }
  return parts
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/iu

/**
 * The client id of a conversation's part: the key with the numbers of the part and of earlier imports mixed into its end.
 * It is the same at every try. After an import that did not have the conversation whole it is another, because a server
 * leaves a conversation as it is whose id it has stored. A server refuses ids that are no UUID; without one an import is
 * only not repeatable.
 */
function partId(key: string, part: number, imports: number): string | null {
  if (!UUID.test(key)) return null
  const number = (part & 0xfff) | ((imports & 0xfff) << 12)
  if (number === 0) return key
  const end = (Number.parseInt(key.slice(-6), 16) ^ number).toString(16).padStart(6, '0')
  return key.slice(0, -6) + end
}
