import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { contentImportItems, type contentSources } from '../../db/schema/imports.ts'
import { articles, products } from '../../db/schema/knowledge.ts'
import { readArticle, updateArticle } from '../articles.store.ts'
import { readProduct, updateProduct } from '../products.store.ts'
import type { ImportRow } from './import-items.ts'
import type { ImportContext } from './write-article.ts'

interface Missing {
  row: ImportRow
  source: typeof contentSources.$inferSelect
  /** Names of the products that were read in this run. */
  productNames: ReadonlySet<string>
  context: () => Promise<ImportContext>
}

/**
 * Retires the articles and products that a source has no more. A page that could not be read stays.
 *
 * @returns their number; a preview only counts them
 */
export async function retireMissing(
  db: Db,
  { row, source, productNames, context }: Missing,
): Promise<number> {
  const items = await db
    .select({ address: contentImportItems.address, reason: contentImportItems.reason })
    .from(contentImportItems)
    .where(eq(contentImportItems.importId, row.id))
  const present = new Set(items.flatMap(({ address, reason }) => (reason === 'gone' ? [] : [address])))
  const missing =
    source.kind === 'feed'
      ? await missingProducts(db, source.id, productNames)
      : await missingArticles(db, source.id, present)
  if (missing.length === 0 || row.kind === 'preview') return missing.length
  const { user, edit } = await context()
  for (const id of missing) {
    if (source.kind === 'feed') {
      const {
        version,
        id: _pk,
        client_id: _owner,
        client: _name,
        updated_at: _at,
        updated_by: _by,
        ...fields
      } = await readProduct(db, user, id)
      await updateProduct(db, user, id, { version, fields: { ...fields, status: 'retired' } }, edit)
    } else {
      const { version, title, author, url, topic, language, review_by, body } = await readArticle(
        db,
        user,
        id,
      )
      const fields = { title, author, url, topic, language, review_by, body, status: 'retired' as const }
      await updateArticle(db, user, id, { version, fields }, edit)
    }
  }
  return missing.length
}

async function missingArticles(db: Db, sourceId: string, present: ReadonlySet<string>): Promise<string[]> {
  const rows = await db
    .select({ id: articles.id, importedFrom: articles.importedFrom })
    .from(articles)
    .where(and(eq(articles.sourceId, sourceId), ne(articles.status, 'retired')))
  // Later parts of a long text have a number behind their address.
  return rows
    .filter(({ importedFrom }) => !present.has((importedFrom ?? '').replace(/#\d{1,9}$/u, '')))
    .map(({ id }) => id)
}

/** A feed that was not read in this run, or by another one before a restart, has no names: nothing is missing then. */
async function missingProducts(db: Db, sourceId: string, names: ReadonlySet<string>): Promise<string[]> {
  if (names.size === 0) return []
  const rows = await db
    .select({ pk: products.pk, name: products.name })
    .from(products)
    .where(and(eq(products.sourceId, sourceId), ne(products.status, 'retired')))
  return rows.filter(({ name }) => !names.has(name)).map(({ pk }) => pk)
}
