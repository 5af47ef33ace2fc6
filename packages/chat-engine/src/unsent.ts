import type { MessageTree } from './message-tree.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { EngineContext } from './context.ts'
import type { MessageStore } from './messages.ts'
import type { Outbox } from './outbox.ts'
import type { ThreadStore } from './threads.ts'
import type { ImageAttachment, PendingPrompt } from './types.ts'
import { isRecord, readText } from './unknown-values.ts'

interface UnsentParts {
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  branches: MessageTree
  outbox: Outbox
  /** Reads the valid images of a stored list. */
  readImages: (kept: unknown) => ImageAttachment[]
}

/**
 * Puts questions that may never have reached the server back into their conversations, each with an answer that
 * failed, so that it can be asked again. Gives what was asked, by the answer's key.
 */
export function restoreUnsent(context: EngineContext, parts: UnsentParts): Map<string, PendingPrompt> {
  const { conversations, threads, messages, branches, outbox, readImages } = parts
  const prompts = new Map<string, PendingPrompt>()
  for (const [userKey, kept] of outbox.entries()) {
    const question = readQuestion(kept, readImages)
    if (question === null) outbox.drop(userKey)
    if (question === null || messages.get(userKey) !== undefined) continue
    const { prompt, createdAt } = question
    const key = placeOf(question)
    const error = context.labels.streamingFailed
    const messageKey = context.newId()
    const images = prompt.images.map((image) => ({ ...image, url: null }))
    messages.put({ key: userKey, role: 'user', status: 'complete', text: prompt.text, images, createdAt })
    messages.put({ key: messageKey, role: 'assistant', status: 'failed', error, createdAt })
    branches.append(key, threads.get(key).messageKeys.at(-1) ?? null, [userKey, messageKey])
    threads.patch(key, {
      run: { phase: 'failed', kind: 'network', message: error, retryAfterSeconds: null },
      statusLine: { kind: 'error', text: error },
    })
    prompts.set(messageKey, prompt)
  }
  return prompts

  /** Its conversation: one that the list does not hold comes after those that it does. */
  function placeOf({ key, conversationId: id, createdAt }: Question): string {
    const known = conversations.find(id ?? key)
    if (known !== undefined) return known.key
    if (id !== null) {
      conversations.addOlder([{ id, title: '', createdAt: null, updatedAt: null }])
      return id
    }
    conversations.addKept([{ key, id: null, title: context.labels.newChat, createdAt, updatedAt: createdAt }])
    conversations.touch(key)
    return key
  }
}

type Question = NonNullable<ReturnType<typeof readQuestion>>

function readQuestion(kept: unknown, readImages: UnsentParts['readImages']) {
  if (!isRecord(kept)) return null
  const [key, text, createdAt] = [kept['key'], kept['text'], kept['createdAt']].map(readText)
  if (typeof key !== 'string' || typeof text !== 'string' || typeof createdAt !== 'string') return null
  const images = readImages(kept['images'])
  const prompt = { text, images, authors: namesIn(kept['authors']), tools: namesIn(kept['tools']) }
  return { key, conversationId: readText(kept['conversationId']), createdAt, prompt }
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function namesIn(value: unknown): string[] {
  return listIn(value).filter((name) => typeof name === 'string')
}
