import { postConversation } from '../conversations/creation.ts'
import type { EngineParts } from '../engine-parts.ts'
import type { Parent } from '../stores/message-tree.ts'
import type { RunStart } from '../stores/signals.ts'
import type { PendingPrompt, SendInput, SendOutcome } from '../types.ts'
import { earlierMessages, parentAfter, pathTo, toChatInput, toPrompt } from './chat-input.ts'
import { refuse } from './refusal.ts'

/** Asks a question at the end of a thread. */
export function send(parts: EngineParts, key: string, input: SendInput): SendOutcome {
  return ask(parts, key, input, parts.threads.get(key).messageKeys)
}

/** Asks a question in place of an earlier one: a branch beside it. */
export function edit(parts: EngineParts, userKey: string, input: SendInput): SendOutcome {
  const key = parts.branches.threadOf(userKey)
  if (key === undefined || parts.messages.get(userKey)?.role !== 'user') return 'unknown_message'
  const parent = parts.branches.parentOf(userKey)
  const outcome = ask(parts, key, input, pathTo(parts, key, parent), parent)
  // An unsent question must not reappear in place of its replacement.
  if (outcome === 'sent') parts.outbox.dispatch(userKey, { type: 'withdrawn' })
  return outcome
}

/** Asks a question after the messages of a path. */
function ask(
  parts: EngineParts,
  key: string,
  input: SendInput,
  path: readonly string[],
  parent: Parent = path.at(-1) ?? null,
): SendOutcome {
  const prompt = toPrompt(input)
  const refusal = refuse(parts, key, prompt)
  if (refusal === 'login_required') parts.access.setPendingPrompt(prompt, key)
  if (refusal !== null) return refusal
  const createdAt = parts.context.timestamp()
  const earlier = earlierMessages(parts, path)
  const parentOf = parentAfter(parts, key, parent)
  const userKey = putQuestion(parts, prompt, createdAt)
  const messageKey = putPending(parts)
  const added = [userKey, messageKey]
  parts.branches.append(key, parent, added)
  parts.conversations.touch(key)
  clearDraft(parts, key, prompt)
  postConversation(parts, key)
  // The questions of guests are stored with their conversation instead.
  if (!parts.access.isVisitor()) {
    const { conversationId } = parts.threads.get(key)
    const accountId = parts.list.accountId ?? null
    const question = { ...prompt, key, conversationId, accountId, createdAt }
    parts.outbox.dispatch(userKey, { type: 'sent', question })
  }
  const toInput = () => ({ ...toChatInput(parts, key, userKey, prompt, earlier), ...parentOf() })
  startRun(parts, { key, userKey, messageKey, prompt, added, input: toInput })
  return 'sent'
}

function putQuestion(parts: EngineParts, prompt: PendingPrompt, createdAt: string): string {
  const key = parts.context.newId()
  const images = prompt.images.map((image) => ({ ...image, url: null }))
  const { text, metadata } = prompt
  parts.messages.put({ key, role: 'user', status: 'complete', text, images, metadata, createdAt })
  return key
}

/** Puts an answer before its first event into the stores; returns its key. */
export function putPending(parts: EngineParts, key = parts.context.newId()): string {
  parts.messages.put({ key, role: 'assistant', status: 'pending', createdAt: parts.context.timestamp() })
  return key
}

export function startRun(parts: EngineParts, start: RunStart): void {
  parts.prompts.set(start.messageKey, start.prompt)
  parts.runs.start(start)
  parts.signals.changed.emit(start.key)
}

function clearDraft(parts: EngineParts, key: string, { text }: PendingPrompt): void {
  if (parts.drafts.store(key).get().text.trim() === text) parts.drafts.set(key, { text: '', images: [] })
  // At once: the next blank conversation begins with what is stored of this one.
  parts.drafts.save()
}
