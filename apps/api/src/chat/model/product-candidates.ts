import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { products } from '../../db/schema/knowledge.ts'
import type { FoundProduct } from '../../knowledge/search/knowledge.search.ts'
import { ownedBy } from '../../knowledge/content/owned-content.ts'

/** A product with the purposes and synonyms that its brand gives it. */
export type ProductCandidate = Omit<FoundProduct, 'score'> & { keywords: string[] }

const columns = {
  pk: products.pk,
  name: products.name,
  description: products.description,
  unitAmount: products.unitAmount,
  currency: products.currency,
  url: products.url,
  image: products.image,
  keywords: products.keywords,
}

// A catalogue of one brand fits; of a larger one, these are compared.
const mostCandidates = 60

const offered = (clientId: string | undefined) =>
  and(ownedBy(products, clientId), eq(products.available, true))

/**
 * Returns the available products whose name, description or keywords contain one of the words, by name.
 *
 * @param clientId adds the products of this client to the shared ones
 */
export async function productsWith(
  db: Db,
  words: readonly string[],
  clientId?: string,
): Promise<ProductCandidate[]> {
  const wanted = words.filter((word) => /^[\p{L}\p{N}]{3,40}$/u.test(word)).slice(0, 40)
  if (wanted.length === 0) return []
  const shape = String.raw`\m(?:${wanted.join('|')})`
  const text = sql`lower(${products.name} || ' ' || ${products.description} || ' ' || array_to_string(${products.keywords}, ' '))`
  return db
    .select(columns)
    .from(products)
    .where(and(offered(clientId), sql`${text} ~ ${shape}`))
    .orderBy(products.name)
    .limit(mostCandidates)
}

/**
 * Returns the available products of the given names.
 *
 * @param clientId adds the products of this client to the shared ones
 */
export async function productsNamed(
  db: Db,
  names: readonly string[],
  clientId?: string,
): Promise<ProductCandidate[]> {
  if (names.length === 0) return []
  return db
    .select(columns)
    .from(products)
    .where(and(offered(clientId), inArray(products.name, names.slice(0, 20))))
}
