import { findSpans } from './find-spans.ts'
import type { Lexicon } from './lexicon.ts'
import { derive, type RuleSet } from './rules.ts'
import type { Span, SpanIndex } from './spans.ts'
import type { Token } from './tokens.ts'
import type { Steps } from '../../platform/process/steps.ts'

/**
 * Finds the concepts of a conversation in one language, those that others make up included.
 *
 * @param turns the indexes of the messages that are in the language of the lexicon
 */
export function* readConcepts(
  tokens: readonly Token[],
  turns: ReadonlySet<number>,
  lexicon: Lexicon,
  rules: RuleSet,
): Steps<SpanIndex> {
  const index = yield* findSpans(tokens, lexicon, rules.negatable, ({ turn }) => turns.has(turn))
  addSecondDrug(index)
  // "Blood thinner" names a medicine and no blood.
  index.filter('blood', (span) => !index.hasNear('thinner', span, 1))
  yield* derive(index, rules.derived)
  return index
}

/** Marks a second substance: two medicines, or a medicine and something else that acts. */
function addSecondDrug(index: SpanIndex): void {
  const first = index.of('med')[0] ?? index.of('medClass')[0]
  if (first === undefined) return
  const wordAt = (span: Span) => index.tokens[span.start]?.word
  for (const concept of ['med', 'medClass', 'herb', 'recDrug', 'grapefruit', 'supplement', 'alcohol']) {
    for (const span of index.of(concept)) {
      if (span.start > first.end && wordAt(span) !== wordAt(first)) index.add('drugNamed2', span)
      else if (span.end < first.start && wordAt(span) !== wordAt(first)) index.add('drugNamed2', span)
    }
  }
}

/** The index of the last message that ends the danger before it, or -1. */
export function lastEnd(index: SpanIndex): number {
  const ended = index.of('ended').findLast((span) => !isDenied(index, span))
  return ended === undefined ? -1 : index.turn(ended)
}

/** Returns whether a word of negation stands in a span or right before it. */
function isDenied(index: SpanIndex, { start, end }: Span): boolean {
  return ['no', 'without'].some((concept) => index.between(concept, start - 1, end).length > 0)
}
