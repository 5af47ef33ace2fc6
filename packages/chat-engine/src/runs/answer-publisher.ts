import type { Access } from '../stores/access.ts'
import type { AnswerState } from '../transport/answer.ts'
import type { ConversationStore } from '../stores/conversation-store.ts'
import type { EngineContext } from '../context.ts'
import type { MessageStore } from '../stores/messages.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { ProductStore } from '../stores/products.ts'
import type { ThreadStore } from '../stores/threads.ts'
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

export interface PublisherParts {
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  products: ProductStore
  access: Access
  outbox: Outbox
  /** A conversation is to be kept as it is now. */
  onChange: (key: string) => void
}

/** Puts what is new in a run's answer into the stores: once a frame, and before the run ends. */
export function createAnswerPublisher(
  context: EngineContext,
  { conversations, threads, messages, products, access, outbox, onChange }: PublisherParts,
) {
  return function publish(run: PublishedRun) {
    const { key, messageKey, answer, published } = run
    if (answer === published) return
    run.published = answer
    messages.patch(messageKey, changesOf(run, published))
    if (answer.products !== published.products) products.add(answer.products)
    if (answer.error !== published.error || answer.status !== published.status) {
      const { error, status } = answer
      if (error !== null) threads.setStatusLine(key, { kind: 'error', text: error.message })
      else threads.setStatusLine(key, status === '' ? null : { kind: 'status', text: status })
    }
    if (answer.userId !== published.userId) confirm(run)
    if (answer.title !== published.title && answer.title !== null) retitle(key, answer.title)
  }

  function changesOf({ messageKey, answer }: PublishedRun, published: AnswerState): Partial<ChatMessage> {
    // An answer that is taken up again is replayed: until the replay has caught up, what is shown stays.
    const shownLength = messages.get(messageKey)?.text.length ?? 0
    const isBehind = answer.text.length < shownLength && !answer.ended
    return {
      ...(isBehind ? {} : { text: answer.text }),
      ...(answer.citations === published.citations ? {} : { citations: answer.citations }),
      ...(answer.products === published.products ? {} : { products: answer.products }),
      ...(answer.outcome === published.outcome ? {} : { outcome: answer.outcome }),
      ...(answer.safety === published.safety ? {} : { safety: answer.safety }),
      ...(answer.suggestions === published.suggestions ? {} : { suggestions: answer.suggestions }),
    }
  }

  function confirm({ key, messageKey, start, answer }: PublishedRun) {
    const { userId, assistantId, conversationId } = answer
    messages.patch(messageKey, { id: assistantId, parentId: userId })
    if (start !== null) {
      messages.patch(start.userKey, { id: userId })
      outbox.dispatch(start.userKey, { type: 'delivered' })
    }
    if (conversationId !== null) confirmConversation(key, conversationId)
    onChange(key)
  }

  function confirmConversation(key: string, id: string) {
    if (!access.isVisitor() && conversations.find(key)?.id === null) conversations.confirm(key, id)
  }

  function retitle(ownKey: string, { conversationId, title }: NonNullable<AnswerState['title']>) {
    const own = conversations.find(ownKey)
    if (conversationId !== null) confirmConversation(ownKey, conversationId)
    const named = conversationId === null ? undefined : conversations.find(conversationId)
    const target = named ?? (conversationId === null || own?.id === null ? own : undefined)
    if (target === undefined) return
    conversations.patch(target.key, { title: title.trim() || context.labels.untitled })
    onChange(target.key)
  }
}
