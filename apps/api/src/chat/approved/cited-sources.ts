import type { ApprovedCitation } from '@org/api-client/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { articles, passages } from '../../db/schema/knowledge.ts'
import { ownedBy } from '../../knowledge/content/owned-content.ts'

export type { ApprovedCitation } from '@org/api-client/contract'

/** A passage that is cited: its article and the sentences that the answer rests on. */
export interface CitedQuote {
  article_id: string
  quote: string
}

/**
 * Reads the articles of citations. A citation is found while its article is published, shared or of the client, and a
 * passage of it has the sentences of the quote.
 *
 * @param clientId null: shared content alone
 */
export async function citedSources(
  db: Db | Transaction,
  cited: readonly CitedQuote[],
  clientId: string | null,
): Promise<ApprovedCitation[]> {
  if (cited.length === 0) return []
  const ids = [...new Set(cited.map((citation) => citation.article_id))]
  const { id, title, url, author, language } = articles
  const rows = await db
    .select({ id, title, url, author, language, heading: passages.heading, body: passages.body })
    .from(passages)
    .innerJoin(articles, eq(articles.id, passages.articleId))
    .where(and(inArray(passages.articleId, ids), ownedBy(articles, clientId ?? undefined)))
  return cited.map(({ article_id: articleId, quote }) => {
    const own = rows.filter((row) => row.id === articleId)
    const passage = own.find(({ body }) => hasQuote(body, quote))
    const shown = passage ?? own[0]
    return {
      article_id: articleId,
      quote,
      title: shown?.title ?? '',
      heading: passage?.heading ?? '',
      url: shown?.url ?? '',
      publisher: shown?.author ?? '',
      language: shown?.language ?? '',
      found: passage !== undefined,
    }
  })
}

/** Quotes are sentences in a row, joined by one space, as `quoteOf` makes them. */
export function hasQuote(body: string, quote: string): boolean {
  return body.replaceAll(/\s+/gu, ' ').includes(quote)
}
