import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { articles, passages } from '../../db/schema/knowledge.ts'
import { isQuestion } from '../text/clauses.ts'
import { brandVocabulary } from '../vocabulary/brand-vocabulary.ts'
import { coverageOf, coveredFrom } from './coverage.ts'
import { withIndex } from '../index/current-index.ts'
import { findCandidates } from './candidates.ts'
import { findProducts, type FoundProduct } from './product-search.ts'
import { ownedBy } from '../content/owned-content.ts'
import { distinctClauses, type QuestionTerm, readQuestion } from './question.ts'
import { type RankedDocument, rankDocuments } from './ranking.ts'
import { TermLookup } from '../index/term-lookup.ts'

export type { FoundProduct } from './product-search.ts'

/** A passage that answers a question, best first. */
export interface FoundPassage {
  id: string
  articleId: string
  slug: string
  title: string
  heading: string
  author: string
  url: string
  topic: string
  text: string
  /** BCP 47 language of the passage, such as `en`. */
  language: string
  score: number
  /** Index of the question's clause that the passage answers. */
  clause: number
  /** Words and phrases of the question that the passage expresses. */
  matched: string[]
}

/** Filters and limits of a search. */
export interface SearchOptions {
  /** Only passages of these authors; all when empty or left out. */
  authors?: readonly string[]
  /** @default 8 */
  limit?: number
  /** Drops passages with less than this share of the best score or coverage of their clause. @default 0.5 */
  leastShareOfBest?: number
  /** Preferred language of the content (BCP 47); passages in other languages are still found. */
  language?: string
  /** Only passages in these languages; all when left out. */
  languages?: readonly string[]
  /** Adds the content of this client to the shared content. */
  clientId?: string
}

/** A word or phrase of the question as the search understood it. */
export interface SearchTerm {
  /** As it was written, folded to lower case. */
  asked: string
  /** Words and phrases of the content that it was expanded or corrected to, itself included. */
  alternatives: string[]
  /** Inverse document frequency. */
  weight: number
  /** True when a passage contains one of the alternatives. */
  known: boolean
  clause: number
}

/** Passages found, best first, and the decision that they answer the question. */
export interface PassageResult {
  /** The nearest passages even when `covered` is false. */
  passages: FoundPassage[]
  terms: SearchTerm[]
  /** True when the passages are likely to answer the question. */
  covered: boolean
  /** Probability from 0 to 1 behind `covered`. */
  coverage: number
}

/** Result of {@link search}. */
export interface SearchResult extends PassageResult {
  products: FoundProduct[]
}

// Longer is a pasted text; the search needs no more of it.
const maxCharacters = 4000

/** Finds the passages and products that answer a message. */
export async function search(db: Db, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  const found = await searchPassages(db, query, options)
  return { ...found, products: await searchProducts(db, query, options) }
}

/** Finds the passages that answer a message; of several short questions each gets its share of the list. */
export async function searchPassages(
  db: Db,
  query: string,
  options: SearchOptions = {},
): Promise<PassageResult> {
  const { terms, clauses, ranked } = await rankPassages(db, query, options)
  const coverage = Math.max(0, ...clauses.map((own, clause) => coverageOf(own, ranked[clause] ?? [])))
  return {
    passages: await readPassages(
      db,
      interleave(nearBest(ranked, options.leastShareOfBest ?? 0.5), options.limit ?? 8),
      options.clientId,
    ),
    terms: terms.map(toSearchTerm),
    covered: coveredFrom(coverage),
    coverage,
  }
}

// A passage far below the best one of its clause, or about a smaller part of the question, adds noise.
function nearBest(ranked: readonly RankedDocument[][], leastShare: number): RankedDocument[][] {
  return ranked.map((list) => {
    const best = list[0]?.score ?? 0
    const coverage = Math.max(0, ...list.slice(0, 3).map((document) => document.coverage))
    return list.filter(
      (document) =>
        document.score >= best * leastShare && document.coverage >= coverage * Math.min(1, leastShare * 1.2),
    )
  })
}

async function rankPassages(db: Db, query: string, options: SearchOptions) {
  const { authors = [], clientId, languages, language } = options
  const vocabulary = await brandVocabulary(db, clientId)
  const message = query.slice(0, maxCharacters)
  return withIndex(db, async (index) => {
    const lookup = new TermLookup(index, { kind: 'passage', clientId, languages })
    const terms = await readQuestion(message, { lookup, vocabulary })
    const candidates = await findCandidates(index, terms, authors)
    const clauses = clauseTerms(terms, distinctClauses(message).every(isQuestion))
    const ranked: RankedDocument[][] = []
    for (const own of clauses) ranked.push(await rankDocuments(own, candidates, language))
    return { terms, clauses, ranked }
  })
}

/** Finds the products that a message asks for. */
export async function searchProducts(
  db: Db,
  query: string,
  options: SearchOptions = {},
): Promise<FoundProduct[]> {
  return findProducts(db, query.slice(0, maxCharacters), options)
}

// Messages of more clauses than this are one description, not a list of questions.
const mostClauses = 3

/** A message that only asks has one list a question; what a message states belongs to its question. */
function clauseTerms(terms: readonly QuestionTerm[], isOnlyQuestions: boolean): QuestionTerm[][] {
  const byClause = [...Map.groupBy(terms, ({ clause }) => clause)].sort(([left], [right]) => left - right)
  const withContent = byClause.filter(([, own]) => own.some(({ known }) => known))
  return withContent.length > mostClauses || withContent.length < 2 || !isOnlyQuestions
    ? [distinctTerms(terms)]
    : withContent.map(([, own]) => own)
}

/** Each term once, with its highest factor: the context of one clause is the text of another. */
function distinctTerms(terms: readonly QuestionTerm[]): QuestionTerm[] {
  const distinct = new Map<string, QuestionTerm>()
  for (const term of terms) {
    const known = distinct.get(term.asked)
    if (known === undefined || known.factor < term.factor) distinct.set(term.asked, term)
  }
  return [...distinct.values()]
}

function toSearchTerm({ asked, alternatives, weight, known, clause }: QuestionTerm): SearchTerm {
  const texts = [...new Set([asked, ...alternatives.map(({ text }) => text)])]
  return { asked, alternatives: texts, weight, known, clause }
}

interface Chosen {
  ranked: RankedDocument
  clause: number
}

/** Takes the first documents of each clause in turn, then the second ones, each document once. */
function interleave(lists: readonly (readonly RankedDocument[])[], limit: number): Chosen[] {
  const taken = new Map<number, Chosen>()
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let position = 0; position < longest && taken.size < limit; position++) {
    for (const [clause, list] of lists.entries()) {
      const ranked = list[position]
      if (
        ranked !== undefined &&
        ranked.score > 0 &&
        !taken.has(ranked.candidate.doc) &&
        taken.size < limit
      ) {
        taken.set(ranked.candidate.doc, { ranked, clause: clause })
      }
    }
  }
  return [...taken.values()]
}

async function readPassages(
  db: Db,
  chosen: readonly Chosen[],
  clientId: string | undefined,
): Promise<FoundPassage[]> {
  const ids = chosen.map(({ ranked }) => ranked.candidate.ref)
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: passages.id,
      articleId: passages.articleId,
      slug: articles.slug,
      title: passages.title,
      heading: passages.heading,
      author: articles.author,
      url: articles.url,
      topic: articles.topic,
      text: passages.body,
      language: articles.language,
    })
    .from(passages)
    .innerJoin(articles, eq(articles.id, passages.articleId))
    .where(and(ownedBy(articles, clientId), inArray(passages.id, ids)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return chosen.flatMap(({ ranked, clause }) => {
    const row = byId.get(ranked.candidate.ref)
    if (row === undefined) return []
    return [Object.assign(row, { score: ranked.score, clause, matched: ranked.matched })]
  })
}
