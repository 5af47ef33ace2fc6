import { parseApproval } from './approval.ts'
import { parseCitations } from './citation-list.ts'
import type {
  AnswerOutcome,
  Approval,
  Citation,
  ProductOption,
  ProductOptions,
  SafetyNotice,
} from './model.ts'
import { parseProductRecord } from './product-options.ts'
import { parseSafetyNotice } from './safety-notice.ts'
import { isRecord, toText } from './unknown-values.ts'

/** Parsed tool context of a stored message. */
export interface ToolContext {
  readonly citations: readonly Citation[]
  readonly products: ProductOptions
  /** Null when the message was stored without one. */
  readonly outcome: AnswerOutcome | null
  /** Questions to ask next. */
  readonly suggestions: readonly string[]
  /** Help for a danger; null where the conversation speaks of none. */
  readonly safety: SafetyNotice | null
  /** The review of an approved answer; null for other answers. */
  readonly approval: Approval | null
}

const outcomes: readonly AnswerOutcome[] = [
  'answered',
  'partial',
  'uncovered',
  'refused',
  'safety',
  'approved',
]
const none: ToolContext = {
  citations: [],
  products: {},
  outcome: null,
  suggestions: [],
  safety: null,
  approval: null,
}

/**
 * Reads a message's `tool_context` in both of its shapes: an object with `products` (`{name | label,
 * results}`), `citations`, `outcome`, `suggestions`, `safety` and `approval`, or a bare list of citation entries. Either may come as JSON text.
 * Whatever does not fit is left out.
 */
export function parseToolContext(value: unknown): ToolContext {
  const context = typeof value === 'string' ? parseJson(value) : value
  if (Array.isArray(context)) return { ...none, citations: parseCitations(context) }
  if (!isRecord(context)) return none
  return {
    citations: parseCitations(context['citations']),
    products: parseProducts(context['products']),
    outcome: outcomes.find((outcome) => outcome === context['outcome']) ?? null,
    suggestions: parseSuggestions(context['suggestions']),
    safety: parseSafetyNotice(context['safety']) ?? null,
    approval: parseApproval(context['approval']) ?? null,
  }
}

function parseSuggestions(list: unknown): string[] {
  return Array.isArray(list) ? list.flatMap((entry) => (typeof entry === 'string' ? entry : [])) : []
}

function parseProducts(list: unknown): ProductOptions {
  if (!Array.isArray(list)) return {}
  const entries: readonly unknown[] = list
  const byName = new Map<string, ProductOption[]>()
  for (const entry of entries) {
    if (!isRecord(entry)) continue
    const name = toText(entry['name']) ?? toText(entry['label'])
    if (name === undefined) continue
    const results: readonly unknown[] = Array.isArray(entry['results']) ? entry['results'] : []
    const options = results.flatMap((result) => parseProductRecord(result) ?? [])
    byName.set(name, [...(byName.get(name) ?? []), ...options])
  }
  // Defines own properties whatever their names, `__proto__` included.
  return Object.fromEntries(byName)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
