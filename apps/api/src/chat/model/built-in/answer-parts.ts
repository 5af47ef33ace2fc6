import { type Clause, subjectWords } from '../../../knowledge/text/clauses.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import type { AnswerTexts } from './answer-texts.ts'
import type { Passage, Sentence } from './sentence-score.ts'
import type { SearchedClause } from './uncounted.ts'

/** A part of an answer: one question, and the sentences that decide it. */
export interface Section {
  clause: SearchedClause
  title: string
  lead: Sentence[]
  points: Sentence[]
}

const maxProducts = 2

/** Paragraphs and list of a section; its title where sections have titles and the one before has another. */
export function sectionParts(
  { clause, title, lead, points }: Section,
  { before, isTitled, texts }: { before: Section | undefined; isTitled: boolean; texts: AnswerTexts },
): string[] {
  const parts: string[] = []
  const { uncounted } = clause
  if (uncounted !== undefined) parts.push(texts.noNumberOf(uncounted))
  if (isTitled && title !== '' && before?.title !== title) parts.push(`### ${title}`)
  parts.push(cited(lead))
  if (points.length > 0) parts.push(points.map((point) => `- ${cited([point])}`).join('\n'))
  return parts
}

/** States which questions the sources do not cover. */
export function missingParts(missing: readonly Clause[], language: string, texts: AnswerTexts): string {
  if (language !== 'en') return texts.uncovered
  return `The knowledge base does not cover ${listOf(
    missing.map(({ text }) => `“${text}”`),
    'or',
  )}.`
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

/** Names two more sections; empty when there are none. */
export function furtherReading(passages: readonly Passage[]): string {
  const rest = passages.filter(({ section }) => section !== '').slice(0, 2)
  if (rest.length === 0) return ''
  return `Related in the sources: ${listOf(
    rest.map(({ section, citation }) => `${section} [${citation}]`),
    'and',
  )}.`
}

/** The products that the question names by a word of its subject. */
export function relevantProducts(
  question: string,
  products: SearchToolOutput['products'],
): SearchToolOutput['products'] {
  const asked = subjectWords(question)
  return products
    .filter(({ name }) =>
      asked.some((word) =>
        name
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .includes(word),
      ),
    )
    .slice(0, maxProducts)
}

/** Names products, each as a product pill. */
export function productLine(products: SearchToolOutput['products']): string {
  const tags = products.map(({ name }) => `<product>${name}</product>`)
  return `From the shop: ${listOf(tags, 'and')}.`
}

/** Joins items as an English list: 'a, b and c'. */
export function listOf(items: readonly string[], joint: 'and' | 'or'): string {
  return new Intl.ListFormat('en', { type: joint === 'and' ? 'conjunction' : 'disjunction' }).format(items)
}
