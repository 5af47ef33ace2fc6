import type { ChatInput } from '@org/api-client'
import type { Access } from '../stores/access.ts'
import type { MessageTree, Parent } from '../stores/message-tree.ts'
import type { ConversationStore } from '../stores/conversation-store.ts'
import type { EngineContext } from '../context.ts'
import type { Disclaimer } from '../stores/disclaimer.ts'
import { readImages } from '../drafts/drafts.ts'
import type { DraftStore } from '../drafts/drafts.ts'
import type { ConversationList } from '../conversations/conversation-list.ts'
import type { MessageStore } from '../stores/messages.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { isActive } from '../runs/run-state.ts'
import type { RunStart, Runs } from '../runs/runs.ts'
import type { ThreadStore } from '../stores/threads.ts'
import type { ChatEngine, ChatMessage, PendingPrompt, SendInput, SendOutcome } from '../types.ts'

/** Asking, and asking again. */
export interface Questions extends Pick<
  ChatEngine,
  'send' | 'edit' | 'regenerate' | 'retry' | 'sendPendingPrompt' | 'dismissPendingPrompt'
> {
  /** Called when the server answers 401: removes the question and its pending answer. */
  refuse: (start: RunStart) => void
  /** A question was not asked, since another one is being answered: back into the composer with it. */
  withdraw: (start: RunStart) => void
  /** Puts back what the server may not have. */
  restore: () => Promise<void>
  reset: () => void
}

interface QuestionParts {
  conversations: ConversationStore
  threads: ThreadStore
  messages: MessageStore
  branches: MessageTree
  drafts: DraftStore
  access: Access
  disclaimer: Disclaimer
  outbox: Outbox
  /** Asked for at each use: runs and listing are made after the questions they are about. */
  runs: () => Runs
  listing: () => ConversationList
  onChange: (key: string) => void
}

export function createQuestions(context: EngineContext, parts: QuestionParts): Questions {
  const { conversations, threads, messages, branches, drafts, access, disclaimer } = parts
  const { outbox, runs, listing, onChange } = parts
  /** Prompts by the key of their answer, for a retry. */
  const prompts = new Map<string, PendingPrompt>()
  let pendingKey: string | null = null

  /** Returns the reason why a question cannot be sent, and shows its status line. */
  function refusalOf(key: string, { text, images = [] }: SendInput): SendOutcome | null {
    const { limits, labels } = context
    const complain = (outcome: SendOutcome, line: string, max = 0) => {
      threads.setStatusLine(key, { kind: 'error', text: line.replace('{max}', `${max}`) })
      return outcome
    }
    if (text.trim() === '') return 'empty'
    if (conversations.find(key) === undefined || isActive(threads.get(key).run)) return 'busy'
    if (!disclaimer.isOpen()) return 'disclaimer'
    // As a person counts them: code points, not UTF-16 units.
    if (Array.from(text.trim()).length > limits.textCharacters) {
      return complain('too_long', labels.textTooLong, limits.textCharacters)
    }
    if (images.length > limits.images) {
      return complain('too_many_images', labels.tooManyImages, limits.images)
    }
    const { status } = access.state.get()
    // A visitor may ask in a conversation of their own, not in one of the account that they were signed in to.
    const isAccounts = status === 'guest' && typeof conversations.find(key)?.id === 'string'
    if (status === 'needsAuth' || isAccounts) return complain('login_required', labels.loginRequired)
    return null
  }

  function send(key: string, input: SendInput): SendOutcome {
    return ask(key, input, threads.get(key).messageKeys)
  }

  function edit(userKey: string, input: SendInput): SendOutcome {
    const key = branches.threadOf(userKey)
    if (key === undefined || messages.get(userKey)?.role !== 'user') return 'empty'
    const parent = branches.parentOf(userKey)
    const outcome = ask(key, input, pathTo(key, parent), parent)
    // An unsent question must not reappear in place of its replacement.
    if (outcome === 'sent') outbox.dispatch(userKey, { type: 'withdrawn' })
    return outcome
  }

  /** Asks a question after the messages of a path. */
  function ask(
    key: string,
    input: SendInput,
    path: readonly string[],
    parent: Parent = path.at(-1) ?? null,
  ): SendOutcome {
    const refusal = refusalOf(key, input)
    const prompt = toPrompt(input)
    if (refusal === 'login_required') keep(key, prompt)
    if (refusal !== null) return refusal
    const userKey = context.newId()
    const createdAt = context.timestamp()
    const earlier = earlierItems(path)
    const place = placeAfter(key, parent)
    const images = prompt.images.map((image) => ({ ...image, url: null }))
    messages.put({ key: userKey, role: 'user', status: 'complete', text: prompt.text, images, createdAt })
    const messageKey = putPending()
    branches.append(key, parent, [userKey, messageKey])
    conversations.touch(key)
    clearDraft(key, prompt)
    listing().post(key)
    store(key, userKey, prompt, createdAt)
    start({ key, userKey, messageKey, prompt, added: [userKey, messageKey] }, () => ({
      ...toInput(key, userKey, prompt, earlier),
      ...place(),
    }))
    return 'sent'
  }

  /**
   * Returns the parent of a question that does not continue from the newest message. Evaluated when the
   * question is sent: by then its parent has an id.
   */
  function placeAfter(key: string, parent: Parent): () => Pick<ChatInput, 'parentId'> {
    const newest = [...branches.all(key).keys()].at(-1) ?? null
    return () => {
      if (newest === (parent ?? null) || access.isVisitor() || conversations.find(key)?.id === null) return {}
      if (typeof parent !== 'string') return { parentId: null }
      const id = messages.get(parent)?.id
      return typeof id === 'string' ? { parentId: id } : {}
    }
  }

  function putPending(key = context.newId()): string {
    const createdAt = context.timestamp()
    messages.put({ key, role: 'assistant', status: 'pending', createdAt })
    return key
  }

  function start(start: Omit<RunStart, 'input'>, input: RunStart['input']) {
    prompts.set(start.messageKey, start.prompt)
    runs().start({ ...start, input })
    onChange(start.key)
  }

  function toInput(key: string, userKey: string, prompt: PendingPrompt, earlier: Earlier): ChatInput {
    const { text, images, authors, tools } = prompt
    const id = access.isVisitor() ? null : (conversations.find(key)?.id ?? null)
    return {
      text,
      clientMessageId: userKey,
      ...(id === null ? earlier.length > 0 && { conversation: earlier } : { conversationId: id }),
      ...(authors.length > 0 && { authors }),
      ...(tools.length > 0 && { tools }),
      ...(images.length > 0 && { images }),
    }
  }

  /** Returns the earlier messages that a guest's question carries. */
  function earlierItems(keys: readonly string[]): Earlier {
    return keys
      .flatMap((key) => messages.get(key) ?? [])
      .filter(({ text }) => text !== '')
      .slice(-context.limits.historyItems)
      .map(({ role, text }) => ({ role, content: text }))
  }

  /** The messages on screen up to one of them; none where it is not among them. */
  function pathTo(key: string, messageKey: Parent): readonly string[] {
    const { messageKeys } = threads.get(key)
    return messageKeys.slice(0, messageKeys.indexOf(messageKey ?? '') + 1)
  }

  function retry(key: string): SendOutcome {
    const { messageKeys, run } = threads.get(key)
    const answer = messages.get(messageKeys.at(-1) ?? '')
    if (answer?.role !== 'assistant') return 'empty'
    if (isActive(run)) return 'busy'
    if (answer.status === 'complete') return 'empty'
    // A partial answer stays as a sibling of the next one.
    return again(answer, answer.id !== null && answer.text !== '')
  }

  function regenerate(answerKey: string): SendOutcome {
    const answer = messages.get(answerKey)
    return answer?.role === 'assistant' ? again(answer, true) : 'empty'
  }

  /** Asks for an answer again: for one beside it, or for one in its place. */
  function again(answer: ChatMessage, isBeside: boolean): SendOutcome {
    const key = branches.threadOf(answer.key)
    const user = messages.get(branches.parentOf(answer.key) ?? '')
    if (key === undefined || user?.role !== 'user') return 'empty'
    const prompt = prompts.get(answer.key) ?? toPrompt({ text: user.text })
    const refusal = refusalOf(key, prompt)
    if (refusal !== null) return refusal
    const path = pathTo(key, user.key)
    const earlier = earlierItems(path.slice(0, -1))
    const place = placeAfter(key, branches.parentOf(user.key))
    const messageKey = putPending(isBeside ? undefined : answer.key)
    if (isBeside) branches.append(key, user.key, [messageKey])
    else branches.show(key, messageKey)
    const parentId = access.isVisitor() ? null : user.id
    start({ key, userKey: user.key, messageKey, prompt, added: isBeside ? [messageKey] : [] }, () => {
      const input = toInput(key, user.key, prompt, earlier)
      if (user.id === null) return { ...input, ...place() }
      const clientMessageId = context.newId()
      // Under its old UUID a guest's question would get the answer that it got.
      if (parentId === null) return { ...input, clientMessageId }
      // The server has the question: it is answered again (an empty text under its id), not asked again.
      return { ...input, text: '', parentId, images: [], clientMessageId }
    })
    return 'sent'
  }

  /** A guest's questions are stored with their conversation instead. */
  function store(key: string, userKey: string, prompt: PendingPrompt, createdAt: string) {
    if (access.isVisitor()) return
    const { conversationId } = threads.get(key)
    outbox.dispatch(userKey, { type: 'sent', question: { ...prompt, key, conversationId, createdAt } })
  }

  function takeBack({ key, messageKey, added }: RunStart) {
    for (const one of added) outbox.dispatch(one, { type: 'withdrawn' })
    branches.remove(key, added)
    prompts.delete(messageKey)
  }

  /** Returns whether the server has stored the question, so that only its answer is missing. */
  function isKnown({ userKey, added }: RunStart) {
    return !added.includes(userKey) && typeof messages.get(userKey)?.id === 'string'
  }

  function keep(key: string, prompt: PendingPrompt) {
    pendingKey = key
    access.setPendingPrompt(prompt)
  }

  function clearDraft(key: string, { text }: PendingPrompt) {
    if (drafts.store(key).get().text.trim() === text) drafts.set(key, { text: '', images: [] })
    // At once: the next blank conversation begins with what is kept of this one.
    drafts.save()
  }

  return {
    send,
    edit,
    regenerate,
    retry,
    refuse: (start) => {
      const { key, userKey, messageKey, prompt } = start
      if (isKnown(start)) takeBack(start)
      else {
        takeBack({ ...start, added: [userKey, messageKey] })
        const draft = drafts.store(key).get()
        if (draft.text === '') drafts.set(key, { text: prompt.text, images: prompt.images })
        keep(key, prompt)
      }
      onChange(key)
      void access.loginRequired()
    },
    withdraw: (start) => {
      const { key, messageKey, prompt, added } = start
      // The server has it, and was only to answer it again.
      if (added.length === 0) {
        return messages.patch(messageKey, { status: 'interrupted', error: context.labels.streamingFailed })
      }
      takeBack(start)
      if (isKnown(start)) return
      drafts.prepend(key, prompt)
    },
    sendPendingPrompt: () => {
      const prompt = access.state.get().pendingPrompt
      if (prompt === null) return null
      const item = conversations.find(pendingKey ?? '')
      const key = item === undefined ? listing().create() : listing().select(item.key)
      const outcome = send(key, prompt)
      if (outcome === 'sent') access.setPendingPrompt(null)
      return outcome
    },
    dismissPendingPrompt: () => access.setPendingPrompt(null),
    restore: async () => {
      if (outbox.isEmpty()) return
      await context.attempt('restore', async () => {
        const { createUnsentQuestions } = await import('../outbox/unsent.ts')
        const onShown = (messageKey: string, prompt: PendingPrompt) => prompts.set(messageKey, prompt)
        outbox.restore(createUnsentQuestions(context, { ...parts, readImages, onShown }))
      })
    },
    reset: () => {
      pendingKey = null
      prompts.clear()
    },
  }
}

type Earlier = { role: 'user' | 'assistant'; content: string }[]

function toPrompt({ text, images = [], authors = [], tools = [] }: SendInput): PendingPrompt {
  return { text: text.trim(), images, authors, tools }
}
