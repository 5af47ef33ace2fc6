import type { EngineParts } from '../engine-parts.ts'
import { isRunActive } from '../runs/run-state.ts'
import { emptyAnswer } from '../transport/answer.ts'
import type { ToolPart } from '../transport/parts.ts'
import type { ChatMessage, SendOutcome } from '../types.ts'
import { putPending, startRun } from './asking.ts'
import { earlierMessages, parentAfter, pathTo, toChatInput, toPrompt } from './chat-input.ts'
import { refuse, unknownConversation } from './refusal.ts'

/** Asks the last question again unless it was answered. */
export function retry(parts: EngineParts, key: string): SendOutcome {
  const { messageKeys, run } = parts.threads.get(key)
  const answer = parts.messages.get(messageKeys.at(-1) ?? '')
  if (parts.conversations.find(key) === undefined) return unknownConversation(parts)
  if (answer?.role !== 'assistant') return 'empty'
  if (isRunActive(run)) return 'busy'
  if (answer.status === 'complete') return 'empty'
  // A partial answer stays as a sibling of the next one.
  return again(parts, answer, answer.id !== null && answer.text !== '')
}

/** Asks for another answer to the same question, beside the present one. */
export function regenerate(parts: EngineParts, answerKey: string): SendOutcome {
  const answer = parts.messages.get(answerKey)
  return answer?.role === 'assistant' ? again(parts, answer, true) : 'unknown_message'
}

/** @param isBeside whether the new answer becomes a sibling of this one, or replaces it. */
function again(parts: EngineParts, answer: ChatMessage, isBeside: boolean): SendOutcome {
  const asked = questionOf(parts, answer)
  if (typeof asked === 'string') return asked
  const { key, user, prompt } = asked
  const earlier = earlierMessages(parts, pathTo(parts, key, user.key).slice(0, -1))
  const parentOf = parentAfter(parts, key, parts.branches.parentOf(user.key))
  const messageKey = putPending(parts, isBeside ? undefined : answer.key)
  if (isBeside) parts.branches.append(key, user.key, [messageKey])
  else parts.branches.show(key, messageKey)
  const parentId = parts.access.isVisitor() ? null : user.id
  const toInput = () => {
    const input = toChatInput(parts, key, user.key, prompt, earlier)
    if (user.id === null) return { ...input, ...parentOf() }
    const clientMessageId = parts.context.newId()
    // Under its old UUID a guest's question would get the answer that it got.
    if (parentId === null) return { ...input, clientMessageId }
    // The server has the question: it is answered again (an empty text under its id), not asked again.
    return { ...input, text: '', parentId, images: [], clientMessageId }
  }
  const added = isBeside ? [messageKey] : []
  startRun(parts, { key, userKey: user.key, messageKey, prompt, added, input: toInput })
  return 'sent'
}

/** Returns the question of an answer, or why it cannot be asked now. */
function questionOf(parts: EngineParts, answer: ChatMessage) {
  const key = parts.branches.threadOf(answer.key)
  const user = parts.messages.get(parts.branches.parentOf(answer.key) ?? '')
  if (key === undefined || user?.role !== 'user') return 'unknown_message'
  const prompt = parts.prompts.get(answer.key) ?? toPrompt({ text: user.text, metadata: user.metadata })
  return refuse(parts, key, prompt) ?? { key, user, prompt }
}

/** Continues an answer whose tool calls have been decided on. */
export function continueAnswer(
  parts: EngineParts,
  answer: ChatMessage,
  tools: readonly ToolPart[],
): SendOutcome {
  const asked = questionOf(parts, answer)
  if (typeof asked === 'string') return asked
  const { key, user, prompt } = asked
  const earlier = earlierMessages(parts, pathTo(parts, key, answer.key), answer.key)
  const { text, metadata, citations, products, id: messageId } = answer
  const continued = { ...emptyAnswer, text, parts: answer.parts, metadata, citations, products }
  parts.messages.patch(answer.key, { status: 'streaming', error: null, failure: null })
  startRun(parts, {
    key,
    userKey: user.key,
    messageKey: answer.key,
    prompt,
    added: [],
    continued,
    input: () => {
      const bare = { ...prompt, text: '', images: [] }
      const input = toChatInput(parts, key, parts.context.newId(), bare, earlier)
      return { ...input, continues: { messageId, tools } }
    },
  })
  return 'sent'
}
