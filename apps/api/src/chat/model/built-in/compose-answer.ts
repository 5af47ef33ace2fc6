import { type Clause, isQuestion, splitClauses, subjectWords } from '../../../knowledge/clauses.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import {
  type Passage,
  passageSentences,
  type Score,
  type Sentence,
  sentenceScorer,
} from './sentence-score.ts'
import { mayAnswer, type SearchedClause, withoutUncounted } from './uncounted.ts'
import { overlap } from './sentences.ts'

interface Section {
  clause: SearchedClause
  lead: Sentence[]
  points: Sentence[]
}

const maxLeadSentences = 3
const maxProducts = 2

/**
 * Writes an answer from what a search found: for each part of the question its best sentences, word for word,
 * each with the number of its source, then the products that fit. What was not found is said to be missing.
 *
 * @param said what earlier answers have said already, when the person asks for more
 */
export function composeAnswer(question: string, found: SearchToolOutput, said = ''): string {
  if (found.passages.length === 0) return nothingFound(found.only_authors ?? [])
  const all = found.passages.flatMap(passageSentences)
  const clauses = splitClauses(question).map((clause) => withoutUncounted(clause, all))
  const passages = found.passages.filter((passage) => mayAnswer(passage, clauses))
  const sentences = all.filter(({ passage }) => passages.includes(passage))
  const fresh = sentences.filter(({ text }) => !said.includes(text.replace(/[.!?]$/u, '')))
  if (fresh.length === 0) return said === '' ? nothingFound(found.only_authors ?? []) : nothingMore
  const used = new Set<Sentence>()
  const sections: Section[] = []
  const missing: Clause[] = []
  for (const clause of clauses) {
    const section =
      clause.text === '' ? undefined : composeSection(clause, fresh, used, clauses.length > 1 ? 2 : 3)
    if (section !== undefined && section.lead.length > 0) sections.push(section)
    else if (
      section === undefined &&
      isQuestion(clause.asked) &&
      subjectWords(clause.asked.text).length > 0
    ) {
      missing.push(clause.asked)
    }
  }
  if (sections.length === 0) return said === '' ? nothingFound(found.only_authors ?? []) : nothingMore
  const parts = sections.flatMap((section, index) =>
    sectionParts(section, sections[index - 1], sections.length > 1),
  )
  if (missing.length > 0) {
    parts.push(
      `The knowledge base does not cover ${listOf(
        missing.map(({ text }) => `“${text}”`),
        'or',
      )}.`,
    )
  }
  const more = furtherReading(passages, used)
  if (more !== '') parts.push(more)
  if (found.products.length > 0 && said === '') parts.push(productLine(found.products))
  return parts.join('\n\n')
}

const nothingMore = 'The knowledge base says no more about this than what I have quoted.'

function nothingFound(authors: readonly string[]): string {
  return authors.length === 0
    ? 'The knowledge base does not cover this question, so I do not know the answer.'
    : `I found nothing about this in what ${listOf(authors, 'or')} ${authors.length === 1 ? 'has' : 'have'} published here, so I do not know the answer. With more authors chosen there may be one.`
}

/** Without a lead, what is above answers the clause already; undefined when nothing answers it. */
function composeSection(
  clause: SearchedClause,
  sentences: readonly Sentence[],
  used: Set<Sentence>,
  maxPoints: number,
): Section | undefined {
  const score = sentenceScorer(clause, sentences)
  const scored = sentences
    .map((sentence) => ({ sentence, ...score(sentence) }))
    .filter((item) => item.score > 0)
    .sort((left, right) => right.score - left.score)
  const ranked = scored.filter((item) => !used.has(item.sentence))
  const best = ranked.find((item) => item.score >= (scored[0]?.score ?? 0) * 0.75)
  if (scored.length === 0) return undefined
  if (best === undefined) return { clause, lead: [], points: [] }
  const [first, ...others] = ranked
    .filter((item) => item.sentence.passage === best.sentence.passage && item.score >= best.score * 0.6)
    .slice(0, maxLeadSentences)
    .map((item) => item.sentence)
  if (first === undefined) return undefined
  const lead = [first, ...others.sort((left, right) => left.place - right.place)]
  const points = newPoints(
    ranked.filter(
      (item) =>
        item.onSubject && item.sentence.passage !== best.sentence.passage && item.score >= best.score * 0.6,
    ),
    lead,
    maxPoints,
  )
  for (const sentence of [...lead, ...points]) used.add(sentence)
  return { clause, lead, points }
}

interface Scored extends Score {
  sentence: Sentence
}

// One sentence a passage. Sources repeat one another; a sentence that says what is already there is left out.
function newPoints(items: readonly Scored[], lead: readonly Sentence[], maxPoints: number): Sentence[] {
  const points: Sentence[] = []
  for (const { sentence } of items) {
    if (points.length === maxPoints) break
    const known = [...lead, ...points]
    const repeats = known.some(
      (other) => other.passage === sentence.passage || overlap(other.stems, sentence.stems) > 0.65,
    )
    if (!repeats) points.push(sentence)
  }
  return points
}

function sectionParts(
  { clause, lead, points }: Section,
  before: Section | undefined,
  titled: boolean,
): string[] {
  const heading = lead[0]?.passage.section ?? ''
  const parts: string[] = []
  const { uncounted } = clause
  if (uncounted !== undefined)
    parts.push(`The knowledge base gives no number of ${uncounted}. What comes nearest:`)
  if (titled && heading !== '' && before?.lead[0]?.passage.section !== heading) parts.push(`### ${heading}`)
  parts.push(cited(lead))
  if (points.length > 0) parts.push(points.map((point) => `- ${cited([point])}`).join('\n'))
  return parts
}

/** Sentences one after another; a number stands where its source's run of sentences ends. */
function cited(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ text, passage }, index) => {
      const next = sentences[index + 1]
      return next?.passage.citation === passage.citation ? text : withCitation(text, passage.citation)
    })
    .join(' ')
}

function withCitation(sentence: string, citation: number): string {
  return sentence.replace(/[.!?]?$/u, (end) => ` [${citation}]${end}`)
}

function furtherReading(passages: readonly Passage[], used: ReadonlySet<Sentence>): string {
  const shown = new Set([...used].map((sentence) => sentence.passage))
  const rest = passages.filter((passage) => !shown.has(passage) && passage.section !== '').slice(0, 2)
  if (rest.length === 0) return ''
  return `Related in the sources: ${listOf(
    rest.map(({ section, citation }) => `${section} [${citation}]`),
    'and',
  )}.`
}

function productLine(products: SearchToolOutput['products']): string {
  const tags = products.slice(0, maxProducts).map(({ name }) => `<product>${name}</product>`)
  return `From the shop: ${listOf(tags, 'and')}.`
}

function listOf(items: readonly string[], joint: 'and' | 'or'): string {
  return new Intl.ListFormat('en', { type: joint === 'and' ? 'conjunction' : 'disjunction' }).format(items)
}
