import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type ArticleFile, parseArticleFile } from './article-file.ts'
import { parseProductFile, type ProductRecord } from './product-file.ts'

/** Content of a folder. */
export interface Content {
  articles: ArticleFile[]
  products: ProductRecord[]
}

/** A folder that holds no content, or some that cannot be read, with the reason. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

/**
 * Reads `articles/*.md` and `products.json` of a folder; either may be missing.
 *
 * @throws {ContentError} when both are missing, or the products are malformed
 * @throws {ArticleFormatError} when an article is malformed
 */
export async function readContent(folder: string): Promise<Content> {
  const articleFolder = join(folder, 'articles')
  const names = (await orMissing(readdir(articleFolder)))?.filter((name) => name.endsWith('.md')).sort()
  const productText = await orMissing(readFile(join(folder, 'products.json'), 'utf8'))
  if (names === undefined && productText === undefined) {
    throw new ContentError(`${folder} holds neither articles/ nor products.json.`)
  }
  const articles = (names ?? []).map(async (name) =>
    parseArticleFile(name.slice(0, -3), await readFile(join(articleFolder, name), 'utf8')),
  )
  return {
    articles: await Promise.all(articles),
    products: productText === undefined ? [] : parseProducts(productText),
  }
}

function parseProducts(text: string): ProductRecord[] {
  try {
    return parseProductFile(text)
  } catch (error) {
    if (error instanceof z.ZodError) throw new ContentError(`products.json: ${z.prettifyError(error)}`)
    if (error instanceof SyntaxError) throw new ContentError(`products.json: ${error.message}`)
    throw error
  }
}

async function orMissing<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) {
      return undefined
    }
    throw error
  }
}
