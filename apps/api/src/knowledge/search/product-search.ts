import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { products } from '../../db/schema/knowledge.ts'
import { brandVocabulary } from '../vocabulary/brand-vocabulary.ts'
import type { PhraseVocabulary } from '../vocabulary/vocabulary.ts'
import { findCandidates } from './candidates.ts'
import { splitClauses } from '../text/clauses.ts'
import { withIndex } from '../index/current-index.ts'
import type { MemoryIndex } from '../index/memory-index.ts'
import { ownedBy } from '../content/owned-content.ts'
import { type QuestionTerm, readQuestion } from './question.ts'
import { type RankedDocument, rankDocuments } from './ranking.ts'
import { TermLookup } from '../index/term-lookup.ts'
import { readProductQuery, readWish, type Wish } from './wish.ts'
import { findWished } from './wish-search.ts'
import type { ProductRow } from './wishable-products.ts'

/** A product that fits a question. */
export interface FoundProduct {
  pk: string
  name: string
  description: string
  unitAmount: number
  currency: string
  url: string
  image: string | null
  score: number
}

const mostProducts = 4

// Share of the question's weight that a product must cover: a question of health must name much of the product.
const leastCoverage = 0.4
// A product far below the best one fits another question.
const leastShareOfBest = 0.55

/**
 * Finds the products that a message wishes for; of a question of health without a wish, those that it names. Sold-out
 * products are left out. A message that names a condition, nutrient, remedy or medicine which no product has finds nothing.
 */
export async function findProducts(
  db: Db,
  question: string,
  { clientId, vocabulary }: { clientId?: string | undefined; vocabulary: PhraseVocabulary },
): Promise<FoundProduct[]> {
  const wish = readWish(question)
  if (wish !== undefined) {
    const { products: fitting } = await findWishedProducts(db, wish, clientId)
    if (fitting.length > 0 || wish.level === 'asks') return fitting
  }
  return findNamed(db, question, { clientId, vocabulary })
}

/** Finds what a query of the product tool names, whatever its form. */
export async function findQueried(db: Db, query: string, clientId?: string): Promise<FoundProduct[]> {
  const { products: fitting } = await findWishedProducts(db, readProductQuery(query), clientId)
  if (fitting.length > 0) return fitting
  return findNamed(db, query, { clientId, vocabulary: await brandVocabulary(db, clientId) })
}

/** Products that fit a wish. */
export interface WishedProducts {
  /** Best first, or by price where the wish asks for it. */
  products: FoundProduct[]
  /** True when the wish names a thing with its properties, and neither a remedy nor a condition. */
  isGoods: boolean
}

/** Finds the products that fit a wish. */
export async function findWishedProducts(db: Db, wish: Wish, clientId?: string): Promise<WishedProducts> {
  const { fitting, isGoods } = await findWished(db, wish, clientId)
  return { products: fitting.slice(0, mostProducts).map(({ row, score }) => toFound(row, score)), isGoods }
}

/** Words that ask for help with something: they name no product. */
const asksForHelp =
  /\b(?:what|which things?|qué|was|qu['’]est-ce qui|o que)\s(?:can |could |might |would |may |else |really |puede |kann |peut |pode )?(?:helps?|works?|ayudar?|hilft|helfen|aider?|ajudar?)\b/giu

/** The products that a question of health names. */
async function findNamed(
  db: Db,
  question: string,
  { clientId, vocabulary }: { clientId?: string | undefined; vocabulary: PhraseVocabulary },
): Promise<FoundProduct[]> {
  const scores = new Map<string, number>()
  await withIndex(db, async (index) => {
    const scope = { lookup: new TermLookup(index, { kind: 'product', clientId }), vocabulary }
    for (const { text } of splitClauses(question)) {
      const terms = await readQuestion(text.replace(asksForHelp, ' '), scope)
      for (const { candidate, score } of await rankFitting(index, terms)) {
        scores.set(candidate.ref, Math.max(scores.get(candidate.ref) ?? 0, score))
      }
    }
  })
  if (scores.size === 0) return []
  const rows = await db
    .select()
    .from(products)
    .where(
      and(
        ownedBy(products, clientId),
        eq(products.available, true),
        inArray(products.pk, [...scores.keys()]),
      ),
    )
  return rows
    .map((row) => toFound(row, scores.get(row.pk) ?? 0))
    .toSorted((left, right) => right.score - left.score || (left.pk < right.pk ? -1 : 1))
    .slice(0, mostProducts)
}

async function rankFitting(index: MemoryIndex, terms: readonly QuestionTerm[]): Promise<RankedDocument[]> {
  if (terms.some(({ isTopic, known }) => isTopic && !known)) return []
  const ranked = await rankDocuments(terms, await findCandidates(index, terms))
  const fitting = ranked.filter((document) => fits(document, terms))
  const best = fitting[0]?.score ?? 0
  return fitting.filter(({ score }) => score >= best * leastShareOfBest)
}

function fits(ranked: RankedDocument, terms: readonly QuestionTerm[]): boolean {
  if (ranked.named === 0) return false
  const known = terms.filter((term) => term.known)
  const weight = (list: readonly QuestionTerm[]) =>
    list.reduce((sum, term) => sum + term.weight * term.factor, 0)
  // Of the words that no product has, each counts like a common one: 'hate', 'mornings'.
  const total = weight(known) + terms.length - known.length
  const held = known.filter(({ asked }) => ranked.matched.includes(asked))
  // The product has the nutrient, remedy or condition of the question in its name or keywords.
  if (held.some(({ isTopic, literal }) => isTopic && literal)) return true
  return weight(held) / total >= leastCoverage
}

function toFound(
  { pk, name, description, unitAmount, currency, url, image }: ProductRow,
  score: number,
): FoundProduct {
  return { pk, name, description, unitAmount, currency, url, image, score }
}
