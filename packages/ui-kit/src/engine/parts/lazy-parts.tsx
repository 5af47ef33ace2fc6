import type { MessagePart } from '@org/chat-engine'
import { lazyPart } from '../../loading/lazy-part.tsx'

const load = () => import('./message-parts.ts')

/** Reasoning and tool calls above the text of an answer. */
export const LazyAnswerSteps = /* @__PURE__ */ lazyPart(async () => (await load()).AnswerSteps)

/** Sources, files and requests for approval below the text of an answer. */
export const LazyAnswerExtras = /* @__PURE__ */ lazyPart(async () => (await load()).AnswerExtras)

/** Returns whether a message has parts that are shown beside its text. */
export function hasShownParts(parts: readonly MessagePart[]): boolean {
  return parts.some(({ type }) => type !== 'text' && type !== 'data')
}
