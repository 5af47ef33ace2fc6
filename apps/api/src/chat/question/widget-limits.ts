import { allows } from '../../settings/allowed-names.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { ConfiguratorRow } from '../../widgets/configurators.store.ts'
import type { ChatBody, LimitedQuestion } from './question.ts'

const notOffered = {
  author: "This chat does not offer the author '{0}'.",
  tool: "This chat does not offer the tool '{0}'.",
}

/**
 * Holds a question to what its widget allows: authors and tools of its lists alone, no pictures where attachments
 * are off; and tells how the widget's owner wants it answered.
 *
 * @throws {HttpError} 403 for what the widget does not offer
 */
export function limitToWidget(body: ChatBody, widget: ConfiguratorRow): LimitedQuestion {
  if (!widget.allowAttachments && (body.images ?? []).length > 0) {
    throw new HttpError('forbidden', 'This chat does not take attachments.')
  }
  return {
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
