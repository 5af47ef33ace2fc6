import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import type { QuestionTerm } from './question.ts'
import type { Candidate } from './ranking.ts'

// Postings read of each term, best first: 1,000 keep 97 % of the exact ten best of 50,000 passages.
const postingsATerm = 1000
// Of the weaker terms fewer are read; they change the order of documents that stronger terms have found.
const postingsAWeakTerm = 250
const strongTerms = 8
const mostTerms = 32
// Documents whose score is computed exactly.
const rescored = 100

// A type alias, because only type aliases have the index signature that rows need.
type CandidateRow = Omit<Candidate, 'language'> & { space: string }

/** Finds the documents with the highest sum of impacts. `authors` limits the documents before the lists are cut. */
export async function findCandidates(
  db: Db,
  terms: readonly QuestionTerm[],
  authors: readonly string[] = [],
): Promise<Candidate[]> {
  const weights = new Map<number, number>()
  for (const term of terms) {
    for (const alternative of term.alternatives) {
      const weight = (term.factor * alternative.gain) / alternative.parts.length
      for (const { ids } of alternative.parts) {
        for (const id of ids) weights.set(id, Math.max(weights.get(id) ?? 0, weight))
      }
    }
  }
  const list = [...weights]
    .sort((left, right) => right[1] - left[1] || left[0] - right[0])
    .slice(0, mostTerms)
  if (list.length === 0) return []
  const filter = authors.length === 0 ? sql`` : sql`and (doc in (select doc from allowed)) is true`
  const allowed =
    authors.length === 0
      ? sql``
      : sql`allowed as materialized (select doc from search_documents where author = any(${sql.param([...authors])}::text[])),`
  const { rows } = await db.execute<CandidateRow>(sql`
    with ${allowed}
    best as materialized (
      select found.doc, sum(found.gain) as score from (
        ${readPostings(list.slice(0, strongTerms), postingsATerm, filter)}
        union all
        ${readPostings(list.slice(strongTerms), postingsAWeakTerm, filter)}
      ) found
      group by found.doc order by score desc, found.doc limit ${rescored}
    )
    select d.doc, d.passage_id as "passageId", d.product_pk as "productPk", d.space, d.length, d.tokens,
      s.average_length as "averageLength"
    from best
    cross join lateral (select * from search_documents where doc = best.doc limit 1) d
    cross join lateral (select average_length from search_spaces where space = d.space limit 1) s`)
  return rows.map((row) => Object.assign(row, { language: row.space.split(':')[2] ?? '' }))
}

function readPostings(terms: readonly (readonly [number, number])[], limit: number, filter: SQL): SQL {
  return sql`
    select p.doc, q.weight * p.impact as gain
    from unnest(${sql.param(terms.map(([id]) => id))}::int[], ${sql.param(terms.map(([, weight]) => weight))}::float8[]) as q (term, weight)
    cross join lateral (
      select doc, impact from search_postings where term = q.term ${filter} order by impact desc, doc limit ${limit}
    ) p`
}
