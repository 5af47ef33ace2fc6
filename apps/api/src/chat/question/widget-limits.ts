import { allows } from '../../settings/allowed-names.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { ConfiguratorRow } from '../../widgets/configurators.store.ts'
import type { Question } from './question.ts'

const notOffered = {
  author: "This chat does not offer the author '{0}'.",
  tool: "This chat does not offer the tool '{0}'.",
}

/**
 * Narrows a question to the authors and tools of its widget, and applies the widget's settings.
 *
 * @throws {HttpError} 403 for an author, a tool or an attachment that the widget does not offer
 */
export function limitToWidget(question: Question, widget: ConfiguratorRow): Question {
  const { body } = question
  if (!widget.allowAttachments && (body.images ?? []).length > 0) {
    throw new HttpError('forbidden', 'This chat does not take attachments.')
  }
  return {
    ...question,
    body: {
      ...body,
      authors: narrow(body.authors ?? [], widget.allowedAuthors, 'author'),
      tools: narrow(body.tools ?? [], widget.allowedTools, 'tool'),
    },
    settings: {
      ...(widget.model === null ? {} : { model: widget.model }),
      ...(widget.temperature === null ? {} : { temperature: widget.temperature }),
      ...(widget.systemPrompt === null ? {} : { systemPrompt: widget.systemPrompt }),
      ...(widget.affiliateCode === null ? {} : { affiliateCode: widget.affiliateCode }),
      ...(widget.clientOwner === null ? {} : { clientId: widget.clientOwner }),
      mustSearch: widget.forceToolCalls,
    },
  }
}

// Choosing nothing means everything that the widget offers; a widget without a list offers everything.
function narrow(chosen: readonly string[], allowed: readonly string[], kind: 'author' | 'tool'): string[] {
  const refused = chosen.find((name) => !allows(allowed, name))
  if (refused !== undefined) {
    throw new HttpError('forbidden', notOffered[kind], { values: [refused] })
  }
  return chosen.length === 0 ? [...allowed] : [...chosen]
}
