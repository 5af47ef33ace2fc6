import type { ChatEngine, ChatMessage, ConversationSummary } from '@org/chat-engine'
import type { MessageBubbleLabels } from '../../chat/messages/message-bubble.tsx'
import { formatDay } from '../format-day.ts'
import { citedSources, plainAnswer, withReferences } from '../actions/answer-content.ts'

/** Time in ms until the address of a download is revoked. */
const revokeMs = 60_000

/** Headings of a downloaded conversation. */
export interface DownloadHeadings extends MessageBubbleLabels {
  sources: string
  /** Above an approved answer. */
  reviewed: (reviewer: string, day: string) => string
}

/**
 * Saves a conversation as a file on the person's own machine; nothing is uploaded.
 *
 * @throws {Error} when older messages cannot be loaded
 */
export async function downloadConversation(
  engine: ChatEngine,
  { key, title }: ConversationSummary,
  { format, headings }: { format: 'markdown' | 'json'; headings: DownloadHeadings },
): Promise<void> {
  const messages = await loadWhole(engine, key)
  const isMarkdown = format === 'markdown'
  const contents = isMarkdown ? toMarkdown(title, messages, headings) : toJson(title, messages)
  const type = isMarkdown ? 'text/markdown' : 'application/json'
  const address = URL.createObjectURL(new Blob([contents], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${fileName(title)}.${isMarkdown ? 'md' : 'json'}`
  link.click()
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), revokeMs)
}

/**
 * Returns every message of a conversation as displayed, after loading the older ones.
 *
 * @throws {Error} when older messages cannot be loaded
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

function toMarkdown(
  title: string,
  messages: readonly ChatMessage[],
  { user, assistant, sources, reviewed }: DownloadHeadings,
): string {
  const parts = messages.map((message) => {
    const { role, text, approval } = message
    if (role === 'user') return `## ${user}\n\n${text}`
    const references = { cited: citedSources(message), heading: sources }
    const review =
      approval === null ? '' : `*${reviewed(approval.reviewer, formatDay(approval.reviewedAt))}*\n\n`
    return `## ${assistant}\n\n${review}${withReferences(plainAnswer(text), references, '\n\n')}`
  })
  return `# ${title}\n\n${parts.join('\n\n')}\n`
}

function toJson(title: string, messages: readonly ChatMessage[]): string {
  const entries = messages.map(({ id, role, text, citations, products, approval, images, createdAt }) => ({
    id,
    role,
    content: text,
    created_at: createdAt,
    ...(citations !== null && citations.length > 0 && { citations }),
    ...(Object.keys(products).length > 0 && { products }),
    ...(approval !== null && { approval }),
    ...(images.length > 0 && { images: images.map(({ name, mimeType }) => ({ name, mime_type: mimeType })) }),
  }))
  return `${JSON.stringify({ title, exported_at: new Date().toISOString(), messages: entries }, null, 2)}\n`
}

/** Returns a title without the characters that file systems refuse. */
function fileName(title: string): string {
  const clean = title
    .replaceAll(/[\p{Cc}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return clean.slice(0, 80) || 'conversation'
}
