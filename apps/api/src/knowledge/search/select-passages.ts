import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { articles, passages } from '../../db/schema/knowledge.ts'
import { ownedBy } from '../content/owned-content.ts'

/**
 * Selects passages with their articles.
 *
 * The articles are looked up one by one: `limit` keeps the planner from reading all of them. The embedded database has no
 * statistics of tables that nothing has analysed, and takes them for small.
 *
 * @param clientId adds the content of this client to the shared content
 */
export function selectPassages(db: Db, ids: readonly string[], clientId: string | undefined) {
  const article = db
    .select({
      slug: articles.slug,
      author: articles.author,
      url: articles.url,
      topic: articles.topic,
      language: articles.language,
    })
    .from(articles)
    .where(and(eq(articles.id, passages.articleId), ownedBy(articles, clientId)))
    .limit(1)
    .as('article')
  return db
    .select({
      id: passages.id,
      articleId: passages.articleId,
      slug: article.slug,
      title: passages.title,
      heading: passages.heading,
      author: article.author,
      url: article.url,
      topic: article.topic,
      text: passages.body,
      questions: passages.questions,
      language: article.language,
    })
    .from(passages)
    .innerJoinLateral(article, sql`true`)
    .where(inArray(passages.id, [...ids]))
}
