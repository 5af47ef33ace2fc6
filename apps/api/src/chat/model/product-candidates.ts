import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { products } from '../../db/schema/knowledge.ts'
import type { FoundProduct } from '../../knowledge/knowledge.search.ts'

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

/** The products whose name, description or keywords have one of the words, by name. */
export async function productsWith(db: Db, words: readonly string[]): Promise<ProductCandidate[]> {
  const wanted = words.filter((word) => /^[\p{L}\p{N}]{3,40}$/u.test(word)).slice(0, 40)
  if (wanted.length === 0) return []
  const shape = String.raw`\m(?:${wanted.join('|')})`
  const text = sql`lower(${products.name} || ' ' || ${products.description} || ' ' || array_to_string(${products.keywords}, ' '))`
  return db
    .select(columns)
    .from(products)
    .where(sql`${text} ~ ${shape}`)
    .orderBy(products.name)
    .limit(mostCandidates)
}

/** The products of the given names. */
export async function productsNamed(db: Db, names: readonly string[]): Promise<ProductCandidate[]> {
  if (names.length === 0) return []
  return db
    .select(columns)
    .from(products)
    .where(inArray(products.name, names.slice(0, 20)))
}
