import type { ChatMessage } from '@org/chat-engine'

/**
 * The text of an answer that its safety card does not show already: all of it without a card, none where the answer is the
 * card's notice in words, which servers write for readers that show no card.
 */
export function textBesideCard({ text, safety }: Pick<ChatMessage, 'text' | 'safety'>): string {
  if (safety === null) return text
  const notice = `**${safety.title}**\n\n${safety.text}`
  return safety.severity === 'emergency' || text.startsWith(notice) ? '' : text
}
