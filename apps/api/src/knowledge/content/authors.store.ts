import type { Author } from '@org/api-client/contract'
import { count, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { articles, passages } from '../../db/schema/knowledge.ts'
import { ownedBy } from './owned-content.ts'

/**
 * The authors of the content that answers use, with the number of passages by them, in the order of the alphabet.
 *
 * @param clientId adds the authors of this client's own content; null adds those of every client
 */
export async function listAuthors(db: Db, clientId?: string | null): Promise<Author[]> {
  const authors = await db
    .select({ name: articles.author, count: count() })
    .from(articles)
    .innerJoin(passages, eq(passages.articleId, articles.id))
    .where(clientId === null ? undefined : ownedBy(articles, clientId))
    .groupBy(articles.author)
  // Databases sort by the rules of the machine that they were set up on.
  return authors.sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
