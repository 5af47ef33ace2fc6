import { and, eq, inArray } from 'drizzle-orm'
import { hasQuote } from '../../chat/approved/cited-sources.ts'
import { citedNumbers, claimsOf } from '../../chat/model/citation-markers.ts'
import type { Db } from '../../db/database.ts'
import { articles, passages } from '../../db/schema/knowledge.ts'
import { ownedBy } from '../../knowledge/content/owned-content.ts'
import type { AnswerToCheck } from './answer-to-check.ts'

/** The published articles behind the addresses of citations: their ids and the bodies of their passages. */
export type CitedPassages = ReadonlyMap<string, { ids: ReadonlySet<string>; bodies: readonly string[] }>

/** Reads the passages of cited addresses. An article that is not published has none. */
export async function readCitedPassages(
  db: Db,
  urls: readonly string[],
  clientId: string | null,
): Promise<CitedPassages> {
  const found = new Map<string, { ids: Set<string>; bodies: string[] }>()
  if (urls.length === 0) return found
  const rows = await db
    .select({ url: articles.url, id: articles.id, body: passages.body })
    .from(passages)
    .innerJoin(articles, eq(articles.id, passages.articleId))
    .where(and(inArray(articles.url, [...new Set(urls)]), ownedBy(articles, clientId ?? undefined)))
  for (const { url, id, body } of rows) {
    const known = found.get(url) ?? { ids: new Set(), bodies: [] }
    known.ids.add(id)
    known.bodies.push(body)
    found.set(url, known)
  }
  return found
}

/**
 * Finds the first flaw of the citations of an answer: a number without a source, a source that is not published, a quote
 * that its article does not have, or a figure in a cited claim that none of the cited articles has.
 *
 * @returns undefined when they are sound
 */
export function citationFlaw(
  { text, citations, outcome, products }: AnswerToCheck,
  cited: CitedPassages,
): string | undefined {
  const numbers = new Set(citations.map(({ number }) => number))
  const unknown = citedNumbers(text).find((number) => !numbers.has(number))
  if (unknown !== undefined) return `[${unknown}]`
  for (const { number, title, url, quote } of citations) {
    const bodies = cited.get(url)?.bodies ?? []
    if (quote === '' || !bodies.some((body) => hasQuote(body, quote))) return `[${number}] ${title}`
  }
  // An answer of the shop rests on its products.
  if (outcome === 'answered' && citations.length === 0 && products.length === 0) return '0'
  const bodies = citations.flatMap(({ url }) => cited.get(url)?.bodies ?? [])
  const known = new Set(bodies.flatMap((body) => figuresOf(body)))
  for (const [number, claim] of claimsOf(text)) {
    const figure = figuresOf(claim).find((each) => !known.has(each))
    if (figure !== undefined) return `[${number}] ${figure}`
  }
  return undefined
}

/** Figures of a text in one form: `1,500` and `1.500` are `1500`, `2,5` is `2.5`. Markers of citations are none. */
function figuresOf(text: string): string[] {
  const plain = text.replaceAll(/\[[\d\s,–-]+\]/gu, ' ')
  return (plain.match(/\d+(?:[.,]\d+)*/gu) ?? []).map((figure) =>
    figure.replaceAll(/[.,](?=\d{3}(?!\d))/gu, '').replaceAll(',', '.'),
  )
}
