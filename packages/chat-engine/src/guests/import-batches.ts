import type { ImportedConversation } from '@org/api-client'

/** A conversation with the key that it has in the browser. */
export interface KeyedConversation extends Omit<ImportedConversation, 'clientId'> {
  key: string
}

/** Conversations of one call. */
export interface ImportBatch {
  conversations: ImportedConversation[]
  /** Keys of the conversations that the account has whole after this call. */
  completed: string[]
}

/** Limits of one import call. Characters stay below its 16 MiB with three bytes each. */
const LIMITS = { conversations: 50, messages: 2500, characters: 4_000_000 }

interface Part {
  conversation: ImportedConversation
  characters: number
  /** The conversation's key in its last part; null in the parts before. */
  completes: string | null
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

function toParts({ key, title, messages }: KeyedConversation): Part[] {
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
    const clientId = partId(key, parts.length)
    parts.push({
      conversation: {
        ...(clientId === null ? {} : { clientId }),
        title: parts.length === 0 ? title : `${title} (${parts.length + 1})`,
        messages: messages.slice(from, to),
      },
      characters,
      completes: to === messages.length ? key : null,
    })
    from = to
  }
  return parts
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/iu

/**
 * The client id of a conversation's part, the same at every try: the key with the part's number mixed into its end. A
 * server refuses other ids; without one an import is only not repeatable.
 */
function partId(key: string, part: number): string | null {
  if (!UUID.test(key)) return null
  if (part === 0) return key
  const end = (Number.parseInt(key.slice(-6), 16) ^ part).toString(16).padStart(6, '0')
  return key.slice(0, -6) + end
}
