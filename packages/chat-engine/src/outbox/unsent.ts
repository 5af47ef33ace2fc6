import type { MessageTree } from '../stores/message-tree.ts'
import type { ConversationStore } from '../stores/conversation-store.ts'
import type { EngineContext } from '../context.ts'
import type { MessageStore } from '../stores/messages.ts'
import type { UnsentQuestion, UnsentQuestions } from './outbox.ts'
import type { ThreadStore } from '../stores/threads.ts'
import type { ImageAttachment, PendingPrompt } from '../types.ts'
import { isRecord, readText } from '../platform/unknown-values.ts'

interface UnsentParts {
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  branches: MessageTree
  /** Reads the valid images of a stored list. */
  readImages: (stored: unknown) => ImageAttachment[]
  /** Prompts by the key of their answer. */
  prompts: Map<string, PendingPrompt>
}

/**
 * Reads questions that may never have reached the server, and puts them back into their conversations, each with an
 * answer that failed, so that it can be sent again.
 */
export function createUnsentQuestions(
  context: EngineContext,
  parts: UnsentParts,
): UnsentQuestions & {
  /** Returns the key of the conversation with the newest question that was put back; undefined without one. */
  newestKey: () => string | undefined
} {
  let newest: { key: string; createdAt: string } | undefined
  return {
    read: (stored) => readQuestion(stored, parts.readImages),
    show: (userKey, question) => {
      const key = show(context, parts, userKey, question)
      const { createdAt } = question
      if (newest === undefined || createdAt >= newest.createdAt) newest = { key, createdAt }
    },
    newestKey: () => newest?.key,
  }
}

/** Returns the key of the question's conversation. */
function show(context: EngineContext, parts: UnsentParts, userKey: string, question: UnsentQuestion): string {
  const { text, authors, tools, metadata, createdAt } = question
  const key = conversationKeyOf(context, parts, question)
  const error = context.labels.streamingFailed
  const messageKey = context.newId()
  const images = question.images.map((image) => ({ ...image, url: null }))
  parts.messages.put({ key: userKey, role: 'user', status: 'complete', text, images, metadata, createdAt })
  parts.messages.put({ key: messageKey, role: 'assistant', status: 'failed', error, createdAt })
  parts.branches.append(key, parts.threads.get(key).messageKeys.at(-1) ?? null, [userKey, messageKey])
  parts.threads.patch(key, {
    run: { phase: 'failed', ...context.describeBreak(null), kind: 'network' },
    statusLine: { tone: 'error', text: error },
  })
  parts.prompts.set(messageKey, { text, images: question.images, authors, tools, metadata })
  return key
}

/** Returns the key of a question's conversation. One that the list does not hold is added after those that it does. */
function conversationKeyOf(
  context: EngineContext,
  { conversations }: UnsentParts,
  { key, conversationId: id, createdAt }: UnsentQuestion,
): string {
  const known = conversations.find(id ?? key)
  if (known !== undefined) return known.key
  if (id !== null) {
    conversations.addOlder([{ id, title: '', createdAt: null, updatedAt: null }])
    return id
  }
  conversations.addStored([{ key, id: null, name: null, createdAt, updatedAt: createdAt }])
  conversations.touch(key)
  return key
}

function readQuestion(stored: unknown, readImages: UnsentParts['readImages']): UnsentQuestion | null {
  if (!isRecord(stored)) return null
  const [key, text, createdAt] = [stored['key'], stored['text'], stored['createdAt']].map(readText)
  if (typeof key !== 'string' || typeof text !== 'string' || typeof createdAt !== 'string') return null
  return {
    key,
    text,
    createdAt,
    conversationId: readText(stored['conversationId']),
    accountId: readText(stored['accountId']),
    images: readImages(stored['images']),
    authors: namesIn(stored['authors']),
    tools: namesIn(stored['tools']),
    metadata: isRecord(stored['metadata']) ? stored['metadata'] : null,
  }
}

function namesIn(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.filter((name) => typeof name === 'string')
}
