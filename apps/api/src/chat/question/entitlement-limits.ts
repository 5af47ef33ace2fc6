import { allows } from '../../settings/allowed-names.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { EntitlementLists } from '../../settings/entitlements.store.ts'
import type { ChatBody, Question } from './question.ts'

const notAllowed = {
  author: "Your account may not use the author '{0}'.",
  tool: "Your account may not use the tool '{0}'.",
}
const noneLeft = {
  author: 'Your account may use no author of this chat.',
  tool: 'Your account may use no tool of this chat.',
}

/** Limits of a person besides those of the widget. */
export interface EntitlementLimits {
  entitlements: EntitlementLists
  /** The master settings' model, or the configured model when they name none. */
  masterModel: string
  /** Replaces the question's system prompt; undefined when the person may use that one. */
  systemPrompt: string | undefined
}

/**
 * Narrows a question to the person's entitlements. Authors and tools that the person chose must be allowed. A model
 * that is not allowed is replaced by the first of their list, and so is a system prompt (`findEntitledPrompt`).
 *
 * @param chosen the body as it was sent, before the limits of its widget
 * @throws {HttpError} 403 for a chosen name that is not allowed, or when no name is left
 */
export function limitToEntitlements(
  question: Question,
  chosen: ChatBody,
  { entitlements, masterModel, systemPrompt }: EntitlementLimits,
): Question {
  const { body, settings } = question
  const { allowedAuthors, allowedTools, allowedModels } = entitlements
  const model = oneOf(settings.model ?? masterModel, allowedModels)
  return {
    ...question,
    body: {
      ...body,
      authors: narrow(body.authors ?? [], chosen.authors ?? [], allowedAuthors, 'author'),
      tools: narrow(body.tools ?? [], chosen.tools ?? [], allowedTools, 'tool'),
    },
    settings: {
      ...settings,
      ...(model === undefined ? {} : { model }),
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
    },
  }
}

/** Returns the replacement of a value that is not in the list; undefined when it is, or without a list. */
function oneOf(used: string, allowed: readonly string[]): string | undefined {
  return allowed.includes(used) ? undefined : allowed[0]
}

/** Names within the list; an empty one of either kind means all. */
function narrow(
  names: readonly string[],
  chosen: readonly string[],
  allowed: readonly string[],
  kind: 'author' | 'tool',
): string[] {
  if (allowed.length === 0) return [...names]
  const refused = chosen.find((name) => !allows(allowed, name))
  if (refused !== undefined) {
    throw new HttpError('forbidden', notAllowed[kind], { values: [refused] })
  }
  const left = names.length === 0 ? [...allowed] : names.filter((name) => allows(allowed, name))
  if (left.length > 0) return left
  throw new HttpError('forbidden', noneLeft[kind])
}
