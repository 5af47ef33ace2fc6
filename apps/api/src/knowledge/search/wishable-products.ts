import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { products } from '../../db/schema/knowledge.ts'
import { ownedBy } from '../content/owned-content.ts'
import { minorDigits } from './price.ts'
import { stemsOf } from './product-fields.ts'
import type { Wish } from './wish.ts'

export type ProductRow = typeof products.$inferSelect

/** Products that a wish may mean. */
export interface WishableProducts extends Pick<Wish, 'least' | 'most' | 'order'> {
  /** A topic or keyword that the products have, such as "supplement". */
  kind: string | undefined
  /** The candidates of the index; undefined for the whole shop. */
  pks: readonly string[] | undefined
}

// Products of one wish that are compared. The index gives at most 100 candidates; a wish that names no thing reads the
// shop by price, so that the cut leaves out what is furthest from the end that was asked for.
const mostCompared = 500

/**
 * Selects the products in stock that a wish may mean, the cheapest first, or the most expensive first where the wish asks for
 * them; at most 500. Prices and kind limit the products before the cut.
 *
 * @param clientId adds the products of this client to the shared ones
 */
export function readWishable(
  db: Db,
  clientId: string | undefined,
  { kind, pks, least, most, order }: WishableProducts,
): Promise<ProductRow[]> {
  const { unitAmount, pk } = products
  return db
    .select()
    .from(products)
    .where(
      and(
        ownedBy(products, clientId),
        eq(products.available, true),
        pks === undefined ? undefined : inArray(pk, [...pks]),
        least === undefined ? undefined : sql`${unitAmount} >= ${least}::numeric * ${minorUnits}`,
        most === undefined ? undefined : sql`${unitAmount} <= ${most}::numeric * ${minorUnits}`,
        kind === undefined ? undefined : mayBeOfKind(kind),
      ),
    )
    .orderBy(order === 'highest' ? desc(unitAmount) : asc(unitAmount), asc(pk))
    .limit(mostCompared)
}

/** True for a product with the kind among its topics and keywords, in any form of the word. */
export function isOfKind({ topics, keywords }: ProductRow, kind: string | undefined): boolean {
  if (kind === undefined) return true
  const wanted = stemsOf(kind).join(' ')
  return [...topics, ...keywords].some((word) => stemsOf(word).join(' ') === wanted)
}

/** Leaves few products for {@link isOfKind}: forms of a word begin with its stem. */
function mayBeOfKind(kind: string): SQL {
  const [stem = ''] = stemsOf(kind)
  return sql`exists (
    select from unnest(${products.topics} || ${products.keywords}) as word where starts_with(lower(word), ${stem}))`
}

/** Minor units in one unit of a product's currency: 1 of the yen, 1,000 of the Kuwaiti dinar, 100 of most others. */
const minorUnits = createMinorUnits()

function createMinorUnits(): SQL {
  const byDigits = Map.groupBy(Intl.supportedValuesOf('currency'), minorDigits)
  byDigits.delete(2)
  const cases = [...byDigits].map(
    ([digits, currencies]) => sql`when ${inArray(products.currency, currencies)} then ${10 ** digits}::int`,
  )
  return sql`case ${sql.join(cases, sql` `)} else 100 end`
}
