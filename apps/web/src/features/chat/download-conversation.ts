import type { ChatEngine, ChatMessage, ConversationSummary } from '@org/chat-engine'
import { citedSources, plainAnswer, withReferences } from './answer-content.ts'
import { threadTexts } from './thread.texts.ts'

/** A conversation as a file on the person's own machine; it goes nowhere else. */
export async function downloadConversation(
  engine: ChatEngine,
  { key, title }: ConversationSummary,
  format: 'markdown' | 'json',
): Promise<void> {
  const messages = await loadWhole(engine, key)
  const isMarkdown = format === 'markdown'
  const contents = isMarkdown ? toMarkdown(title, messages) : toJson(title, messages)
  const type = isMarkdown ? 'text/markdown' : 'application/json'
  const address = URL.createObjectURL(new Blob([contents], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${fileName(title)}.${isMarkdown ? 'md' : 'json'}`
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, 60_000)
}

/**
 * Every message of a conversation as it is on screen, older ones loaded first.
 *
 * @throws {Error} when they cannot all be had
 */
export async function loadWhole(engine: ChatEngine, key: string): Promise<ChatMessage[]> {
  const thread = engine.thread(key)
  while (thread.get().hasOlder) {
    const before = thread.get().messageKeys.length
    await engine.loadOlder(key)
    if (thread.get().messageKeys.length === before) throw new Error('Older messages could not be loaded.')
  }
  return thread.get().messageKeys.flatMap((messageKey) => engine.message(messageKey).get() ?? [])
}

function toMarkdown(title: string, messages: readonly ChatMessage[]): string {
  const parts = messages.map((message) => {
    const { role, text } = message
    if (role === 'user') return `## ${threadTexts.user}\n\n${text}`
    return `## ${threadTexts.assistant}\n\n${withReferences(plainAnswer(text), citedSources(message), '\n\n')}`
  })
  return `# ${title}\n\n${parts.join('\n\n')}\n`
}

function toJson(title: string, messages: readonly ChatMessage[]): string {
  const entries = messages.map(({ id, role, text, citations, products, images, createdAt }) => ({
    id,
    role,
    content: text,
    created_at: createdAt,
    ...(citations !== null && citations.length > 0 && { citations }),
    ...(Object.keys(products).length > 0 && { products }),
    ...(images.length > 0 && { images: images.map(({ name, mimeType }) => ({ name, mime_type: mimeType })) }),
  }))
  return `${JSON.stringify({ title, exported_at: new Date().toISOString(), messages: entries }, null, 2)}\n`
}

/** A title without what file systems do not take. */
function fileName(title: string): string {
  const clean = title
    .replaceAll(/[\p{Cc}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return clean.slice(0, 80) || 'conversation'
}
