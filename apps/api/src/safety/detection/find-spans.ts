import type { Lexicon } from './lexicon.ts'
import { addMeasures } from './measures.ts'
import { type Span, SpanIndex } from './spans.ts'
import type { Token } from './tokens.ts'
import type { Steps } from '../../platform/process/steps.ts'

/** Concepts that frame a sentence. They stay in a sentence about the past or in a story. */
const frames = new Set([
  'info',
  'state',
  'past',
  'ended',
  'fiction',
  'without',
  'now',
  'present',
  'pet',
  'permission',
  'overNow',
  'asksFacts',
  'mildness',
  'shopTalk',
])

/**
 * Finds the concepts of tokens, without those that a figure of speech, the past, a story or a negation takes away.
 *
 * @param reads whether a token is in the language of the lexicon @default every token
 */
export function* findSpans(
  tokens: readonly Token[],
  lexicon: Lexicon,
  negatable: ReadonlySet<string>,
  reads: (token: Token) => boolean = () => true,
): Steps<SpanIndex> {
  const index = new SpanIndex(tokens)
  const matches = lexicon.match(tokens.map((token) => (reads(token) ? token.word : '')))
  yield
  const masked = new Set<number>()
  for (const { concept, start, end } of matches) {
    if (concept === 'idiom') for (let i = start; i <= end; i += 1) masked.add(i)
  }
  for (const { concept, start, end } of matches) {
    if (concept === 'idiom') continue
    let isMasked = false
    for (let i = start; i <= end && !isMasked && masked.size > 0; i += 1) isMasked = masked.has(i)
    if (!isMasked && inOneTurn(tokens, start, end)) index.add(concept, { start, end })
  }
  yield
  yield* addMeasures(index, lexicon)
  const distant = distantSentences(index)
  for (const concept of index.concepts()) {
    if (frames.has(concept)) continue
    index.filter(concept, (span) => !distant.has(index.sentence(span)))
    if (negatable.has(concept)) index.filter(concept, (span) => !isNegated(index, span))
    yield
  }
  return index
}

function inOneTurn(tokens: readonly Token[], start: number, end: number): boolean {
  return tokens[start]?.turn === tokens[end]?.turn
}

/** Sentences about something that is over or made up, with no word of the present. */
function distantSentences(index: SpanIndex): Set<number> {
  const present = index.sentencesOf('present')
  const distant = new Set(index.sentencesOf('fiction'))
  for (const sentence of index.sentencesOf('past')) {
    if (!present.has(sentence)) distant.add(sentence)
  }
  return distant
}

function isNegated(index: SpanIndex, span: Span): boolean {
  return index.hasNear('without', span, 1, (negation) => negation.end < span.start)
}
