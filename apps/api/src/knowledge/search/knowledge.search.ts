import type { Db } from '../../db/database.ts'
import { inSpan } from '../../platform/process/spans.ts'
import { isQuestion } from '../text/clauses.ts'
import { brandVocabulary } from '../vocabulary/brand-vocabulary.ts'
import type { PhraseVocabulary } from '../vocabulary/vocabulary.ts'
import { coverageOf, isCovered } from './coverage.ts'
import { embedQuestion } from '../embeddings/question-embeddings.ts'
import { withIndex } from '../index/current-index.ts'
import type { IndexedDocument } from '../index/memory-index.ts'
import { findCandidates } from './candidates.ts'
import { type FusedDocument, fuseRanks } from './rank-fusion.ts'
import { selectPassages } from './select-passages.ts'
import {
  findProducts,
  findQueried,
  findWishedProducts,
  type FoundProduct,
  type WishedProducts,
} from './product-search.ts'
import { readWish } from './wish.ts'
import { distinctClauses, type QuestionTerm, readQuestion } from './question.ts'
import { type RankedDocument, rankDocuments } from './ranking.ts'
import { spacesIn, TermLookup } from '../index/term-lookup.ts'

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
  /** The question of the passage that is closest to the clause; left out when none is near. */
  askedAs?: string
  /** Place in the list of the words, from 1; null for a passage that embeddings alone found. */
  wordRank: number | null
  /** Place in the list of the embeddings, from 1; null for a passage that is not in it. */
  vectorRank: number | null
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
  /** `unavailable`: a model was chosen, and its provider failed or was too slow. */
  embeddings: 'off' | 'used' | 'unavailable'
}

/** Result of {@link search}. */
export interface SearchResult extends PassageResult {
  products: FoundProduct[]
}

// Longer is a pasted text; the search needs no more of it.
const maxCharacters = 4000

/** Finds the passages and products that answer a message. */
export async function search(db: Db, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  return inSpan('search knowledge', {}, async (span) => {
    const result = await searchAll(db, query, options)
    const { passages, products, covered } = result
    span.set({ 'app.passages': passages.length, 'app.products': products.length, 'app.covered': covered })
    return result
  })
}

async function searchAll(db: Db, query: string, options: SearchOptions): Promise<SearchResult> {
  const vocabulary = await brandVocabulary(db, options.clientId)
  // Together: both share one read of what was committed since the last search.
  const [found, products] = await Promise.all([
    findPassages(db, query, { ...options, vocabulary }),
    findProducts(db, query.slice(0, maxCharacters), { ...options, vocabulary }),
  ])
  return { ...found, products }
}

/** Finds the passages that answer a message; of several short questions each gets its share of the list. */
export async function searchPassages(
  db: Db,
  query: string,
  options: SearchOptions = {},
): Promise<PassageResult> {
  return findPassages(db, query, { ...options, vocabulary: await brandVocabulary(db, options.clientId) })
}

interface PassageSearch extends SearchOptions {
  vocabulary: PhraseVocabulary
}

async function findPassages(db: Db, query: string, options: PassageSearch): Promise<PassageResult> {
  const { terms, clauses, ranked, nearest, embeddings, isSmall } = await rankPassages(db, query, options)
  // By the words alone: the similarities of each embedding model have a scale of their own.
  const coverages = clauses.map((own, clause) => coverageOf(own, ranked[clause] ?? [], isSmall))
  const coverage = Math.max(0, ...coverages)
  const lists = nearBest(ranked, options.leastShareOfBest ?? 0.5).map((kept, clause) =>
    fuseRanks(kept, ranked[clause] ?? [], nearest[clause] ?? []),
  )
  return {
    passages: await readPassages(db, interleave(lists, options.limit ?? 8), options.clientId),
    terms: terms.map(toSearchTerm),
    covered: isCovered(coverage),
    coverage,
    embeddings,
  }
}

// A passage far below the best one of its clause, or about a smaller part of the question, adds noise.
function nearBest(ranked: readonly RankedDocument[][], leastShare: number): RankedDocument[][] {
  return ranked.map((list) => {
    const best = list[0]?.score ?? 0
    const coverage = Math.max(0, ...list.slice(0, 3).map((document) => document.coverage))
    return list.filter(
      (document) =>
        document.score >= best * leastShare && document.coverage >= coverage * Math.min(1, leastShare * 0.9),
    )
  })
}

// Nearest documents of which the ranks count.
const mostNearest = 50

/** Ranks the passages for each part of a message: its terms and all candidates, best first. */
export async function rankPassages(db: Db, query: string, options: PassageSearch) {
  const { authors = [], clientId, languages, language, vocabulary } = options
  const message = query.slice(0, maxCharacters)
  const texts = distinctClauses(message)
  const isOnlyQuestions = texts.every(isQuestion)
  const vectors = await embedQuestion(db, [
    message,
    ...(isOnlyQuestions && texts.length <= mostClauses ? texts.map(({ text }) => text) : []),
  ])
  return withIndex(db, async (index) => {
    const scope = { kind: 'passage', clientId, languages } as const
    const lookup = new TermLookup(index, scope)
    const terms = await readQuestion(message, { lookup, vocabulary })
    const candidates = await findCandidates(index, terms, authors)
    const clauses = clauseTerms(terms, isOnlyQuestions)
    const spaces = spacesIn(index, scope)
    const isInScope = ({ space, author }: IndexedDocument) =>
      spaces.has(space) && (authors.length === 0 || authors.includes(author))
    const ranked: RankedDocument[][] = []
    const nearest: IndexedDocument[][] = []
    for (const own of clauses) {
      ranked.push(await rankDocuments(own, candidates, language))
      const text = clauses.length === 1 ? message : (texts[own[0]?.clause ?? 0]?.text ?? message)
      const unit = typeof vectors === 'string' ? undefined : vectors.get(text)
      nearest.push(unit === undefined ? [] : await index.nearest(unit, mostNearest, isInScope))
    }
    const embeddings = typeof vectors === 'string' ? vectors : ('used' as const)
    return { terms, clauses, ranked, nearest, embeddings, isSmall: lookup.isSmall }
  })
}

/** Finds the products that a message asks for. */
export async function searchProducts(
  db: Db,
  query: string,
  options: SearchOptions = {},
): Promise<FoundProduct[]> {
  const vocabulary = await brandVocabulary(db, options.clientId)
  return findProducts(db, query.slice(0, maxCharacters), { ...options, vocabulary })
}

/** Finds what a query names, as a model writes it for its product tool. */
export function searchQueriedProducts(db: Db, query: string, clientId?: string): Promise<FoundProduct[]> {
  return findQueried(db, query.slice(0, maxCharacters), clientId)
}

/** Finds what a message wishes for; undefined for a message that wishes for no product. */
export async function searchWished(
  db: Db,
  message: string,
  clientId?: string,
): Promise<WishedProducts | undefined> {
  const wish = readWish(message.slice(0, maxCharacters))
  return wish === undefined ? undefined : findWishedProducts(db, wish, clientId)
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

// From half of the terms on, both ask about the same.
const leastAgreement = 0.5

interface Chosen {
  ranked: FusedDocument
  clause: number
}

/** Takes the first documents of each clause in turn, then the second ones, each document once. */
function interleave(lists: readonly (readonly FusedDocument[])[], limit: number): Chosen[] {
  const taken = new Map<number, Chosen>()
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let position = 0; position < longest && taken.size < limit; position++) {
    for (const [clause, list] of lists.entries()) {
      const ranked = list[position]
      if (
        ranked !== undefined &&
        (ranked.score > 0 || ranked.vectorRank !== null) &&
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
  const rows = await selectPassages(db, ids, clientId)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return chosen.flatMap(({ ranked, clause }) => {
    const row = byId.get(ranked.candidate.ref)
    if (row === undefined) return []
    const { score, matched, wordRank, vectorRank, asked, askedAt } = ranked
    const { questions, ...passage } = row
    const askedAs = asked >= leastAgreement ? questions[askedAt ?? -1] : undefined
    const found = Object.assign(passage, { score, clause, matched, wordRank, vectorRank })
    return [askedAs === undefined ? found : Object.assign(found, { askedAs })]
  })
}
