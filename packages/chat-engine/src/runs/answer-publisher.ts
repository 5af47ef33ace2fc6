import type { EngineStores } from '../engine-stores.ts'
import type { AnswerState } from '../transport/answer.ts'
import type { ChatMessage } from '../types.ts'

/** A run, as far as its answer is put into the stores. */
export interface PublishedRun {
  readonly key: string
  readonly messageKey: string
  readonly start: { readonly userKey: string } | null
  answer: AnswerState
  /** Part of the answer that the stores contain. */
  published: AnswerState
}

/** Puts what is new in a run's answer into the stores: once a frame, and before the run ends. */
export function publishAnswer(stores: EngineStores, run: PublishedRun): void {
  const { key, messageKey, answer, published } = run
  if (answer === published) return
  run.published = answer
  // An answer that is taken up again is replayed: until the replay has caught up, what is shown stays.
  const shownLength = stores.messages.get(messageKey)?.text.length ?? 0
  const isBehind = answer.text.length < shownLength && !answer.ended
  stores.messages.patch(messageKey, {
    ...(isBehind ? {} : { text: answer.text, parts: answer.parts }),
    ...changesOf(answer, published),
  })
  if (answer.products !== published.products) stores.products.add(answer.products)
  if (answer.error !== published.error || answer.status !== published.status) {
    const { error, status } = answer
    if (error !== null) stores.threads.setStatusLine(key, { tone: 'error', text: error.message })
    else stores.threads.setStatusLine(key, status === '' ? null : { tone: 'busy', text: status })
  }
  if (answer.userId !== published.userId) confirm(stores, run)
  if (answer.title !== published.title && answer.title !== null) retitle(stores, key, answer.title)
}

/** Fields of an answer that its message has under the same name; the text, the parts and the run's end have rules of their own. */
type SharedField = Exclude<keyof AnswerState & keyof ChatMessage, 'text' | 'parts' | 'status' | 'error'>

// A record, because TypeScript then requires each field.
const shared: Record<SharedField, true> = {
  metadata: true,
  citations: true,
  products: true,
  outcome: true,
  safety: true,
  approval: true,
  suggestions: true,
}

function isShared(name: string): name is SharedField {
  return Object.hasOwn(shared, name)
}

function changesOf(answer: AnswerState, published: AnswerState): Partial<ChatMessage> {
  const changed = Object.keys(shared)
    .filter(isShared)
    .filter((name) => answer[name] !== published[name])
  return Object.fromEntries(changed.map((name) => [name, answer[name]]))
}

/** The server named its messages, so that it has the question. */
function confirm(stores: EngineStores, { key, messageKey, start, answer }: PublishedRun): void {
  const { userId, assistantId, conversationId } = answer
  stores.messages.patch(messageKey, { id: assistantId, parentId: userId })
  if (start !== null) {
    stores.messages.patch(start.userKey, { id: userId })
    stores.outbox.dispatch(start.userKey, { type: 'delivered' })
  }
  if (conversationId !== null) confirmConversation(stores, key, conversationId)
  stores.signals.changed.emit(key)
}

function confirmConversation(stores: EngineStores, key: string, id: string): void {
  if (!stores.access.isVisitor() && stores.conversations.find(key)?.id === null)
    stores.conversations.confirm(key, id)
}

function retitle(
  stores: EngineStores,
  ownKey: string,
  { conversationId, title }: NonNullable<AnswerState['title']>,
): void {
  const own = stores.conversations.find(ownKey)
  if (conversationId !== null) confirmConversation(stores, ownKey, conversationId)
  const named = stores.conversations.find(conversationId ?? '')
  const target = named ?? (conversationId === null || own?.id === null ? own : undefined)
  if (target === undefined) return
  stores.conversations.patch(target.key, { name: title })
  stores.signals.changed.emit(target.key)
}
