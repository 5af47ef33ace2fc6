import type { DebugQuestion } from '@org/api-client'

type Message = NonNullable<DebugQuestion['conversation']>[number]

/**
 * A conversation as it is typed: a message begins with 'User:' or 'Assistant:' and goes on until the next one does.
 * Lines before the first are a user's.
 */
export function parseConversation(text: string): Message[] {
  const messages: Message[] = []
  for (const line of text.split('\n')) {
    const [, role, content = ''] = /^\s*(user|assistant)\s*:\s?(.*)$/iu.exec(line) ?? []
    const last = messages.at(-1)
    if (role !== undefined) {
      messages.push({ role: role.toLowerCase() === 'user' ? 'user' : 'assistant', content })
    } else if (last !== undefined) {
      messages[messages.length - 1] = { ...last, content: `${last.content}\n${line}` }
    } else if (line.trim() !== '') {
      messages.push({ role: 'user', content: line })
    }
  }
  return messages
    .map(({ role, content }) => ({ role, content: content.trim() }))
    .filter(({ content }) => content !== '')
}
