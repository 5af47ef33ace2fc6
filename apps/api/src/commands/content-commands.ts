import { resolve } from 'node:path'
import { and, asc, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Change, recordChanges } from '../audit/audit.store.ts'
import type { Db } from '../db/database.ts'
import { articles, products } from '../db/schema/knowledge.ts'
import { ContentError, readContent } from '../knowledge/content/content-folder.ts'
import { type ImportCount, importArticles, importProducts } from '../knowledge/content/knowledge.import.ts'
import { writeIndex } from '../knowledge/index/index-writes.ts'

/** Work on the shared content that the command line starts. */
export const contentCommandSchema = z.discriminatedUnion('name', [
  /** Imports a folder with `articles/*.md` and `products.json`. */
  z.object({ name: z.literal('import'), folder: z.string() }),
  z.object({ name: z.literal('list') }),
  /** Removes articles by their slugs and products by their names. */
  z.object({ name: z.literal('remove'), names: z.array(z.string()).min(1) }),
])

/** Work on the shared content that the command line starts. */
export type ContentCommand = z.infer<typeof contentCommandSchema>

/** Receives a line of a command's output. */
export type Print = (line: string) => void

const usage = `Usage: node import-content.js <folder>             imports a folder with articles/*.md and products.json
       node import-content.js --list               lists the shared articles and products
       node import-content.js --remove <name>…     removes articles by slug and products by name`

/**
 * Reads the arguments of `import-content`.
 *
 * @throws {ContentError} with the usage
 */
export function readContentCommand([first, ...others]: readonly string[]): ContentCommand {
  if (first === '--list' && others.length === 0) return { name: 'list' }
  if (first === '--remove' && others.length > 0) return { name: 'remove', names: others }
  if (first === undefined || others.length > 0 || first.startsWith('-')) throw new ContentError(usage)
  return { name: 'import', folder: resolve(first) }
}

/**
 * Runs a command.
 *
 * @param print receives the lines of its output
 * @throws {ContentError} for a folder that cannot be imported, and names that no content has
 */
export async function runContentCommand(db: Db, command: ContentCommand, print: Print): Promise<void> {
  if (command.name === 'import') await importFolder(db, command.folder, print)
  else if (command.name === 'list') await listContent(db, print)
  else print(await removeContent(db, command.names))
}

async function importFolder(db: Db, folder: string, print: Print): Promise<void> {
  const content = await readContent(folder)
  print(`Read ${content.articles.length} articles and ${content.products.length} products.`)
  const written = await importArticles(db, content.articles, {
    onProgress: (done, total) => print(`Articles: ${done} of ${total}`),
  })
  print(`Articles: ${summary(written)}`)
  print(`Products: ${summary(await importProducts(db, content.products))}`)
}

function summary({ written, unchanged }: ImportCount): string {
  return `${written} written, ${unchanged} unchanged.`
}

async function listContent(db: Db, print: Print): Promise<void> {
  const { slug, status, title } = articles
  for (const article of await db
    .select({ slug, status, title })
    .from(articles)
    .where(isNull(articles.clientId))
    .orderBy(asc(slug)))
    print(`article\t${article.slug}\t${article.status}\t${article.title}`)
  for (const product of await db
    .select({ name: products.name, status: products.status })
    .from(products)
    .where(isNull(products.clientId))
    .orderBy(asc(products.name)))
    print(`product\t${product.name}\t${product.status}`)
}

/** Removes all of the named content or, when a name is unknown, nothing. */
async function removeContent(db: Db, names: readonly string[]): Promise<string> {
  const named = [...names]
  return writeIndex(db, async (tx) => {
    const removedArticles = await tx
      .delete(articles)
      .where(and(isNull(articles.clientId), inArray(articles.slug, named)))
      .returning({ name: articles.slug, subject: articles.title })
    const removedProducts = await tx
      .delete(products)
      .where(and(isNull(products.clientId), inArray(products.name, named)))
      .returning({ name: products.name, subject: products.name })
    const removed = new Set([...removedArticles, ...removedProducts].map(({ name }) => name))
    const unknown = named.filter((name) => !removed.has(name))
    if (unknown.length > 0) {
      throw new ContentError(`Nothing was removed. There is no shared content named: ${unknown.join(', ')}`)
    }
    const removals = [
      ...removedArticles.map(({ subject }) => removalOf('article', subject)),
      ...removedProducts.map(({ subject }) => removalOf('product', subject)),
    ]
    await recordChanges(tx, removals, { actorId: null, at: new Date() })
    return `Removed ${removedArticles.length} articles and ${removedProducts.length} products.`
  })
}

function removalOf(kind: 'article' | 'product', subject: string): Change {
  const changes = [{ field: 'command', before: null, after: 'import-content --remove' }]
  return { action: 'delete', kind, subject, organisationId: null, changes }
}
