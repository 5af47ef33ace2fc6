import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { products } from '../../db/schema/knowledge.ts'
import { ownedBy } from '../../knowledge/content/owned-content.ts'
import { ProductTagFinder } from '../model/product-tags.ts'

/** A product that a tag names. */
export type TaggedProduct = Pick<
  typeof products.$inferSelect,
  'pk' | 'name' | 'description' | 'unitAmount' | 'currency' | 'url' | 'image'
>

/** The names in the product tags of a text, in lower case. */
function taggedNames(text: string): string[] {
  const finder = new ProductTagFinder()
  const pieces = [...finder.push(text), ...finder.end()]
  return pieces.flatMap((piece) => (piece.type === 'product' ? [piece.name.toLowerCase()] : []))
}

/** Finds the products that the tags of a text name: published, not sold out, and shared or of the client. */
export async function findTaggedProducts(
  db: Db,
  text: string,
  clientId: string | null,
): Promise<TaggedProduct[]> {
  const names = taggedNames(text)
  if (names.length === 0) return []
  const { pk, name, description, unitAmount, currency, url, image } = products
  return db
    .select({ pk, name, description, unitAmount, currency, url, image })
    .from(products)
    .where(
      and(
        ownedBy(products, clientId ?? undefined),
        eq(products.available, true),
        inArray(sql`lower(${name})`, names),
      ),
    )
}
