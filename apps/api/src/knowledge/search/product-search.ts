import { and, asc, eq, gte, inArray, lte, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { products } from '../../db/schema/knowledge.ts'
import { brandVocabulary } from '../vocabulary/brand-vocabulary.ts'
import { findCandidates } from './candidates.ts'
import { splitClauses } from '../text/clauses.ts'
import { withIndex } from '../index/current-index.ts'
import type { MemoryIndex } from '../index/memory-index.ts'
import { ownedBy } from '../content/owned-content.ts'
import { type QuestionTerm, readQuestion } from './question.ts'
import { type RankedDocument, rankDocuments } from './ranking.ts'
import { readShopRequest, type ShopRequest } from './shop-request.ts'
import { TermLookup } from '../index/term-lookup.ts'

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

// Share of the question's weight that a product must cover; a question of health must name more of the product.
const leastCoverage = 0.34
const leastCoverageUnasked = 0.4
// A product far below the best one fits another question.
const leastShareOfBest = 0.55

/**
 * Finds products by name, purpose, ingredient and price; sold-out products are left out. A question that names a
 * condition, nutrient, remedy or medicine which no product has finds nothing: it is not sold.
 */
export async function findProducts(
  db: Db,
  question: string,
  { clientId }: { clientId?: string | undefined } = {},
): Promise<FoundProduct[]> {
  const request = readShopRequest(question)
  const vocabulary = await brandVocabulary(db, clientId)
  const scores = new Map<string, number>()
  const order: string[][] = []
  let isSubjectNamed = false
  const subjects = splitClauses(question).flatMap(({ text }) => readShopRequest(text).subject.split(choice))
  await withIndex(db, async (index) => {
    const scope = { lookup: new TermLookup(index, { kind: 'product', clientId }), vocabulary }
    for (const subject of subjects) {
      const terms = await readQuestion(subject, scope)
      isSubjectNamed ||= terms.length > 0
      const fitting = await rankFitting(index, terms, request)
      for (const { candidate, score } of fitting) {
        const pk = candidate.ref
        scores.set(pk, Math.max(scores.get(pk) ?? 0, score))
      }
      order.push(fitting.map(({ candidate }) => candidate.ref))
    }
  })
  if (!isSubjectNamed) return request.isShopping ? listProducts(db, request, clientId) : []
  if (scores.size === 0) return []
  const rows = await readProducts(db, request, clientId, inArray(products.pk, [...scores.keys()]))
  const found = rows.map((row) => toFound(row, scores.get(row.pk) ?? 0))
  // The best product of each part of the question first.
  const placeOf = (pk: string) =>
    Math.min(...order.map((list) => list.indexOf(pk)).filter((place) => place >= 0))
  const partOf = (pk: string) => order.findIndex((list) => list.includes(pk))
  found.sort((left, right) => placeOf(left.pk) - placeOf(right.pk) || partOf(left.pk) - partOf(right.pk))
  const chosen = found.slice(0, mostProducts)
  return request.cheapestFirst ? chosen.sort((left, right) => left.unitAmount - right.unitAmount) : chosen
}

// "Zinc lozenges or vitamin D drops": each side is searched for on its own.
const choice = /\s(?:or|vs\.?|versus|oder|ou|o)\s/iu

async function rankFitting(
  index: MemoryIndex,
  terms: readonly QuestionTerm[],
  request: ShopRequest,
): Promise<RankedDocument[]> {
  if (terms.some(({ isTopic, known }) => isTopic && !known)) return []
  const ranked = await rankDocuments(terms, await findCandidates(index, terms))
  const fitting = ranked.filter((document) => fits(document, terms, request))
  const best = fitting[0]?.score ?? 0
  return fitting.filter(({ score }) => score >= best * leastShareOfBest)
}

function fits(ranked: RankedDocument, terms: readonly QuestionTerm[], { isShopping }: ShopRequest): boolean {
  if (ranked.named === 0) return false
  const known = terms.filter((term) => term.known)
  const weight = (list: readonly QuestionTerm[]) =>
    list.reduce((sum, term) => sum + term.weight * term.factor, 0)
  // Of the words that no product has, each counts like a common one: 'hate', 'mornings'.
  const total = weight(known) + terms.length - known.length
  const held = known.filter(({ asked }) => ranked.matched.includes(asked))
  // The product has the nutrient, remedy or condition of the question in its name or keywords.
  if (held.some(({ isTopic, literal }) => isTopic && literal)) return true
  const covered = weight(held)
  return covered / total >= (isShopping ? leastCoverage : leastCoverageUnasked)
}

type ProductRow = typeof products.$inferSelect

function readProducts(db: Db, { least, most }: ShopRequest, clientId: string | undefined, condition?: SQL) {
  return db
    .select()
    .from(products)
    .where(
      and(
        ownedBy(products, clientId),
        condition,
        eq(products.available, true),
        least === undefined ? undefined : gte(products.unitAmount, Math.round(least * 100)),
        most === undefined ? undefined : lte(products.unitAmount, Math.round(most * 100)),
      ),
    )
    .orderBy(asc(products.unitAmount), asc(products.pk))
}

/** What is sold, cheapest first, for a question that names no product. */
async function listProducts(
  db: Db,
  request: ShopRequest,
  clientId: string | undefined,
): Promise<FoundProduct[]> {
  if (request.most === undefined && request.least === undefined && !request.cheapestFirst) return []
  const rows = await readProducts(db, request, clientId)
  return rows.slice(0, mostProducts).map((row) => toFound(row, 0))
}

function toFound(
  { pk, name, description, unitAmount, currency, url, image }: ProductRow,
  score: number,
): FoundProduct {
  return { pk, name, description, unitAmount, currency, url, image, score }
}
