import { type ChatEvent, type ToolContext, toolContextSchema } from '@org/api-client/contract'
import type { TurnMessage } from '../../conversations/messages.store.ts'
import { productLink } from '../model/product-link.ts'
import { ProductTagFinder } from '../model/product-tags.ts'
import { productKey } from '../model/turn-sources.ts'

/** An event of a stored answer. Answers that were stored before passages were kept have citations in one string each. */
export type StoredEvent = ChatEvent | { type: 'citations'; content: ToolContext['citations'] }

/** Errors of answers that are not complete, so that no reader takes them for complete. */
const cutShort = {
  streaming: { code: 'interrupted', message: 'The answer was interrupted. Please ask again.' },
  interrupted: { code: 'interrupted', message: 'The answer was interrupted. Please ask again.' },
  stopped: { code: 'stopped', message: 'The answer was stopped.' },
  failed: { code: 'model_failed', message: 'The assistant could not finish its answer. Please try again.' },
} as const

/** Returns the events of a stored answer in the order of its first stream, its text in one. */
export function storedEvents(answer: TurnMessage & { parentId: string }): StoredEvent[] {
  const { success, data } = toolContextSchema.safeParse(answer.toolContext)
  const { safety, approval, citations, products, outcome, suggestions } = success
    ? evidenceEvents(data, answer.content)
    : noEvidence
  return [
    {
      type: 'message',
      content: { user_id: answer.parentId, assistant_id: answer.id, conversation_id: answer.conversationId },
    },
    ...safety,
    ...approval,
    ...citations,
    { type: 'LLM_Response', content: answer.content },
    ...products,
    ...outcome,
    ...suggestions,
    ...(answer.status === 'complete' ? [] : [{ type: 'error' as const, ...cutShort[answer.status] }]),
  ]
}

/** The events of each field of the evidence. TypeScript requires every field, so that a new one is replayed, too. */
type EvidenceEvents = Record<keyof ToolContext, StoredEvent[]>

const noEvidence: EvidenceEvents = {
  safety: [],
  approval: [],
  citations: [],
  products: [],
  outcome: [],
  suggestions: [],
}

function evidenceEvents(context: ToolContext, text: string): EvidenceEvents {
  const { safety, approval, citations, products, outcome, suggestions = [] } = context
  return {
    safety: safety ? [{ type: 'safety', content: safety }] : [],
    approval: approval ? [{ type: 'approval', content: approval }] : [],
    citations: [{ type: 'citations', content: citations }],
    products: productEvents(products, text),
    outcome: outcome ? [{ type: 'outcome', content: outcome }] : [],
    suggestions: suggestions.length === 0 ? [] : [{ type: 'suggestions', content: suggestions }],
  }
}

/** Resolves each product tag of the text once. */
function productEvents(products: ToolContext['products'], text: string): StoredEvent[] {
  const tags = new Map<string, string>()
  for (const piece of new ProductTagFinder().push(text)) {
    if (piece.type === 'product') tags.set(piece.tag, piece.name)
  }
  return [...tags].flatMap(([tag, name]): StoredEvent[] => {
    const { results = [] } = products.find((product) => productKey(product.name) === productKey(name)) ?? {}
    if (results.length === 0) return []
    return [
      { type: 'product_update', content: { original: tag, replacement: results.map(productLink).join('') } },
    ]
  })
}
