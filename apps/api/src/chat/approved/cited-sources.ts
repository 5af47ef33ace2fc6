import type { ApprovedCitation } from '@org/api-client/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { articles, passages } from '../../db/schema/knowledge.ts'
import { ownedBy } from '../../knowledge/content/owned-content.ts'
import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'

export type { ApprovedCitation } from '@org/api-client/contract'

/** A passage that is cited: its article and the sentences that the answer rests on. */
export interface CitedQuote {
  article_id: string
  quote: string
}

/**
 * Articles whose passages one statement reads: each may have 100,000 characters, and the embedded database holds up the event
 * loop while it reads.
 */
const articlesAtOnce = 3

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
  const [sources = []] = await citedSourcesOf(db, [cited], clientId)
  return sources
}

/**
 * Reads the articles of the citations of several answers as {@link citedSources} does: each article once, however many
 * answers cite it, and with turns of the event loop in between.
 */
export async function citedSourcesOf(
  db: Db | Transaction,
  answers: readonly (readonly CitedQuote[])[],
  clientId: string | null,
): Promise<ApprovedCitation[][]> {
  const citations = Map.groupBy(answers.flat(), (citation) => citation.article_id)
  const sources = new Map<CitedQuote, ApprovedCitation>()
  const ids = [...citations.keys()]
  for (let start = 0; start < ids.length; start += articlesAtOnce) {
    const part = ids.slice(start, start + articlesAtOnce)
    const rows = Map.groupBy(await readPassages(db, part, clientId), (row) => row.id)
    for (const articleId of part) {
      await pauseWhenDue()
      const own = (rows.get(articleId) ?? []).map((row) => Object.assign(row, { body: inOneLine(row.body) }))
      for (const citation of citations.get(articleId) ?? []) {
        await pauseWhenDue()
        sources.set(citation, toSource(citation, own))
      }
    }
  }
  return answers.map((cited) => cited.map((citation) => sources.get(citation) ?? toSource(citation, [])))
}

function readPassages(db: Db | Transaction, articleIds: readonly string[], clientId: string | null) {
  const { id, title, url, author, language } = articles
  return db
    .select({ id, title, url, author, language, heading: passages.heading, body: passages.body })
    .from(passages)
    .innerJoin(articles, eq(articles.id, passages.articleId))
    .where(and(inArray(passages.articleId, [...articleIds]), ownedBy(articles, clientId ?? undefined)))
}

type PassageRow = Awaited<ReturnType<typeof readPassages>>[number]

function toSource(
  { article_id: articleId, quote }: CitedQuote,
  own: readonly PassageRow[],
): ApprovedCitation {
  const passage = own.find(({ body }) => body.includes(quote))
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
}

/** Returns whether a passage has a quote. */
export function hasQuote(body: string, quote: string): boolean {
  return inOneLine(body).includes(quote)
}

/** Quotes are sentences in a row, joined by one space, as `quoteOf` makes them. */
function inOneLine(body: string): string {
  return body.replaceAll(/\s+/gu, ' ')
}
