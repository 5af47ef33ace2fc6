import { fieldsOf } from '../context.ts'
import type { EngineContext } from '../context.ts'
import type { MessageStore } from '../stores/messages.ts'
import { type OutboxEffect, type OutboxEvent, transition } from './outbox-machine.ts'
import type { ConversationSummary, PendingPrompt } from '../types.ts'

/** Questions that the server may not have, stored until it has them: one that failed is there after a reload. */
export interface Outbox {
  /** Performs the transition of one question; `userKey` is the key of its message. */
  dispatch: (userKey: string, event: OutboxEvent) => void
  /** Withdraws the questions of a conversation that was removed. */
  withdrawAll: (conversation: Pick<ConversationSummary, 'key' | 'id'>) => void
  isEmpty: () => boolean
  /** Returns whether a conversation that the server does not have holds a question of a named account. */
  isOfAccount: (conversationKey: string) => boolean
  /**
   * Shows the stored questions that are in no thread. Those of another account stay stored: its session may have ended
   * without a sign-out.
   */
  restore: (unsent: UnsentQuestions, accountId: string | null) => void
  /** Erases the questions of this account, and those of none; null for those of every account. */
  clear: (accountId: string | null) => void
}

/** A question that the server may not have. */
export interface UnsentQuestion extends PendingPrompt {
  readonly key: string
  /** The server's id of its conversation. */
  readonly conversationId: string | null
  /** The account that asked it; null where the server does not name accounts. */
  readonly accountId: string | null
  readonly createdAt: string
}

/** Reads and shows stored questions; loaded when there are some. */
export interface UnsentQuestions {
  /** Decodes a stored entry; null when it is not a question. */
  read: (stored: unknown) => UnsentQuestion | null
  show: (userKey: string, question: UnsentQuestion) => void
}

export function createOutbox(context: EngineContext, messages: MessageStore): Outbox {
  const storageKey = context.storageKey('outbox')
  const read = () => context.readStored(storageKey)

  function write(entries: Record<string, unknown>) {
    if (Object.keys(entries).length === 0) context.storage.removeItem(storageKey)
    else context.storage.setItem(storageKey, JSON.stringify(entries))
  }

  function stateOf(userKey: string) {
    if (read()[userKey] === undefined) return 'absent'
    return messages.get(userKey) === undefined ? 'stored' : 'shown'
  }

  function dispatch(userKey: string, event: OutboxEvent, unsent?: UnsentQuestions) {
    const { effects } = transition(stateOf(userKey), event)
    for (const effect of effects) perform(userKey, effect, unsent)
  }

  function perform(userKey: string, effect: OutboxEffect, unsent?: UnsentQuestions) {
    const { [userKey]: _, ...others } = read()
    if (effect.type === 'show') return unsent?.show(userKey, effect.question)
    if (effect.type === 'write') {
      const { question } = effect
      const toJson = (own: UnsentQuestion) => () => JSON.stringify({ ...others, [userKey]: own })
      return context.store(storageKey, [toJson(question), toJson({ ...question, images: [] })])
    }
    write(others)
  }

  return {
    dispatch,
    clear: (accountId) => {
      const isOfAnother = ([, stored]: [string, unknown]) => {
        const { accountId: owner } = fieldsOf(stored)
        return accountId !== null && typeof owner === 'string' && owner !== accountId
      }
      write(Object.fromEntries(Object.entries(read()).filter(isOfAnother)))
    },
    isEmpty: () => Object.keys(read()).length === 0,
    isOfAccount: (conversationKey) =>
      Object.values(read()).some((stored) => {
        const { key, conversationId, accountId } = fieldsOf(stored)
        return key === conversationKey && conversationId === null && typeof accountId === 'string'
      }),
    withdrawAll: ({ key, id }) => {
      for (const [userKey, stored] of Object.entries(read())) {
        const { key: ownKey, conversationId } = fieldsOf(stored)
        if (ownKey === key || (id !== null && conversationId === id)) dispatch(userKey, { type: 'withdrawn' })
      }
    },
    restore: (unsent, accountId) => {
      for (const [userKey, stored] of Object.entries(read())) {
        const question = unsent.read(stored)
        const owner = question?.accountId ?? accountId
        if (owner !== accountId && accountId !== null) continue
        dispatch(userKey, question === null ? { type: 'unreadable' } : { type: 'restored', question }, unsent)
      }
    },
  }
}
