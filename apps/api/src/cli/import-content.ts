import { resolve } from 'node:path'
import { ConfigError, readConfig } from '../config.ts'
import { DirectoryLockedError } from '../db/directory-lock.ts'
import { ArticleFormatError } from '../knowledge/content/article-file.ts'
import { ContentError, readContent } from '../knowledge/content/content-folder.ts'
import { type ImportCount, importArticles, importProducts } from '../knowledge/content/knowledge.import.ts'
import { yieldToServers } from '../platform/process/answer-count.ts'
import { openMigrated } from '../platform/process/open-migrated.ts'
import { StartError } from '../platform/process/start-error.ts'

const expected = [ArticleFormatError, ConfigError, ContentError, DirectoryLockedError, StartError]

try {
  await main(process.argv.slice(2))
} catch (error) {
  const plain = expected.some((kind) => error instanceof kind) && error instanceof Error
  process.stderr.write(`${plain ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}

/** Brings a folder's articles and products into the database that the environment names. */
async function main([folder, ...others]: string[]): Promise<void> {
  if (folder === undefined || others.length > 0 || folder.startsWith('-')) {
    throw new ContentError(
      'Usage: node import-content.js <folder>   (a folder with articles/*.md and products.json)',
    )
  }
  const config = readConfig(process.env)
  // Of an embedded database no server can be running.
  if ('url' in config.database) yieldToServers()
  const { articles, products } = await readContent(resolve(folder))
  say(`Read ${articles.length} articles and ${products.length} products.`)
  const database = await openMigrated(config.database)
  try {
    const written = await importArticles(database.db, articles, {
      onProgress: (done, total) => say(`Articles: ${done} of ${total}`),
    })
    say(`Articles: ${summary(written)}`)
    say(`Products: ${summary(await importProducts(database.db, products))}`)
  } finally {
    await database.close()
  }
}

function summary({ written, unchanged }: ImportCount): string {
  return `${written} written, ${unchanged} unchanged.`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
