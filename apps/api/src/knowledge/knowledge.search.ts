import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { splitClauses } from './clauses.ts'
import { type ClauseTerms, questionTerms } from './question-terms.ts'

/** A passage that answers a question, best first. */
export interface FoundPassage {
  id: string
  articleId: string
  slug: string
  title: string
  heading: string
  author: string
  url: string
  topic: string
  text: string
  /** BCP 47 language of the passage, such as `en`. */
  language: string
  score: number
  /** Index of the question's clause that the passage answers. */
  clause: number
  /** Words of the question that the passage contains. */
  matched: string[]
}

/** A product that fits a question. */
export interface FoundProduct {
  pk: string
  name: string
  description: string
  unitAmount: number
  currency: string
  url: string
  image: string | null
  score: number
}

/** Filters and limits of a search. */
export interface SearchOptions {
  /** Only passages of these authors; all when empty or left out. */
  authors?: readonly string[]
  /** @default 8 */
  limit?: number
  /** Preferred language of the content (BCP 47); passages in other languages are still found. */
  language?: string
  /** Adds the content of this client to the shared content. */
  clientId?: string
}

/** Passages found, best first, and the decision that they answer the question. */
export interface PassageResult {
  /** The nearest passages even when `covered` is false. */
  passages: FoundPassage[]
  /** True when the passages are likely to answer the question. */
  covered: boolean
  /** Probability from 0 to 1 behind `covered`. */
  coverage: number
}

/** Result of {@link search}. */
export interface SearchResult extends PassageResult {
  products: FoundProduct[]
}

// A passage must cover this share of the weight of the question's subject.
const leastCoverage = 0.75
// Less will do where the passage's own heading or title names what the question is about.
const leastCoverageOfHeading = 0.34
const leastCoverageOfProduct = 0.5
// A passage far below the best one of its clause adds noise, not an answer.
const leastShareOfBest = 0.45
const candidatesPerClause = 12

/** Finds the passages and products that answer a message; each of its questions is searched for on its own. */
export async function search(db: Db, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  const [found, products] = [
    await searchPassages(db, query, options),
    await searchProducts(db, query, options),
  ]
  return { ...found, products }
}

/** Finds the passages that answer a message. */
export async function searchPassages(
  db: Db,
  query: string,
  options: SearchOptions = {},
): Promise<PassageResult> {
  const terms = await subjectTerms(db, query)
  if (terms.length === 0) return { passages: [], covered: false, coverage: 0 }
  return rankPassages(db, terms, options)
}

/** Finds the products that a message asks for or that fit its subject. */
export async function searchProducts(
  db: Db,
  query: string,
  options: SearchOptions = {},
): Promise<FoundProduct[]> {
  const terms = await subjectTerms(db, query)
  if (terms.length === 0) return []
  const { passages, covered } = await rankPassages(db, terms, { ...options, authors: [] })
  if (!covered) return []
  return rankProducts(db, terms, [...new Set(passages.slice(0, 3).map((passage) => passage.topic))])
}

async function subjectTerms(db: Db, query: string): Promise<ClauseTerms[]> {
  const terms = await questionTerms(db, splitClauses(query))
  return terms.filter((clause) => clause.terms.some((term) => term.subject))
}

// A type alias, because only type aliases have the index signature that rows need.
type Match = {
  clause: number
  score: number
  coverage: number
  named: boolean
  matched: string[] | null
}

const nearestShown = 3

function relevant(match: Match): boolean {
  return match.coverage >= (match.named ? leastCoverageOfHeading : leastCoverage)
}

async function rankPassages(
  db: Db,
  clauses: readonly ClauseTerms[],
  { authors = [], limit = 8 }: SearchOptions,
): Promise<PassageResult> {
  const { rows } = await db.execute<
    Match & Omit<FoundPassage, 'score' | 'clause' | 'matched' | 'language'>
  >(sql`
    with ${termTables(clauses)}
    select clauses.clause, found.*, article.slug, article.author, article.url, article.topic
    from clauses cross join lateral (
      select p.id, p.article_id as "articleId", p.title, p.heading, p.body as text, matched.coverage, matched.named,
        matched.matched,
        (matched.score + 0.6 * ts_rank_cd('{0.2, 0.5, 0.6, 1}', p.search, clauses.either, 1)
          + 2 * ts_rank_cd('{1, 1, 1, 1}', ts_filter(p.search, '{a}'), clauses.every)
          + 1.5 * matched.in_heading / greatest(length(ts_filter(p.search, '{a}')), 2))::float8 as score
      from passages p
      join articles a on a.id = p.article_id
      cross join lateral (${matchOf(sql`p.search`)}) matched
      where p.search @@ clauses.either
        and (${authors.length === 0} or a.author = any(${sql.param([...authors])}::text[]))
      order by score desc, p.id
      limit ${candidatesPerClause}
    ) found
    join articles article on article.id = found."articleId"
    order by clauses.clause, found.score desc
  `)
  const byClause = clauses.map((_, clause) => {
    const matches = rows.filter((row) => row.clause === clause && relevant(row))
    const best = matches[0]?.score ?? 0
    return matches.filter((row) => row.score >= best * leastShareOfBest)
  })
  const covered = byClause.some((matches) => matches.length > 0)
  const shown = covered ? byClause : clauses.map((_, clause) => rows.filter((row) => row.clause === clause))
  const passages = interleave(shown, covered ? limit : Math.min(limit, nearestShown), (row) => row.id).map(
    ({ coverage: _coverage, named: _named, matched, ...passage }) =>
      Object.assign(passage, { language: 'en', matched: matched ?? [] }),
  )
  return { passages, covered, coverage: Math.max(0, ...rows.map((row) => row.coverage)) }
}

// Only products of the passages' topics: iron in food has nothing to do with a cast-iron kettlebell.
async function rankProducts(
  db: Db,
  clauses: readonly ClauseTerms[],
  topics: readonly string[],
  limit = 4,
): Promise<FoundProduct[]> {
  const { rows } = await db.execute<Match & Omit<FoundProduct, 'score'>>(sql`
    with ${termTables(clauses)}
    select clauses.clause, found.*
    from clauses cross join lateral (
      select p.pk, p.name, p.description, p.unit_amount as "unitAmount", p.currency, p.url, p.image,
        matched.coverage, matched.named, matched.matched,
        (matched.score + 0.4 * ts_rank_cd('{0.1, 0.2, 0.6, 1}', p.search, clauses.either, 1))::float8 as score
      from products p cross join lateral (${matchOf(sql`p.search`)}) matched
      where p.search @@ clauses.either and p.topics && ${sql.param([...topics])}::text[]
      order by score desc, p.pk
      limit ${limit}
    ) found
    order by clauses.clause, found.score desc
  `)
  const byClause = clauses.map((_, clause) =>
    rows.filter((row) => row.clause === clause && row.named && row.coverage >= leastCoverageOfProduct),
  )
  return interleave(byClause, limit, (row) => row.pk).map(
    ({ coverage: _coverage, named: _named, clause: _clause, matched: _matched, ...product }) => product,
  )
}

/** `terms`: a row a term of a clause. `clauses`: a row a clause, with the queries that one and all of its terms meet. */
function termTables(clauses: readonly ClauseTerms[]) {
  const terms = clauses.flatMap(({ terms }, clause) => terms.map((term) => ({ ...term, clause })))
  return sql`
    terms as materialized (
      select clause, word, query::tsquery as query, weight, subject from unnest(
        ${sql.param(terms.map((term) => term.clause))}::int[], ${sql.param(terms.map((term) => term.word))}::text[],
        ${sql.param(terms.map((term) => term.query))}::text[],
        ${sql.param(terms.map((term) => term.weight))}::float8[], ${sql.param(terms.map((term) => term.subject))}::boolean[]
      ) as given (clause, word, query, weight, subject)
    ),
    clauses as materialized (
      select clause, string_agg('(' || query::text || ')', ' | ')::tsquery as either,
        string_agg('(' || query::text || ')', ' & ')::tsquery as every,
        sum(weight) filter (where subject) as subject_weight
      from terms group by clause
    )`
}

// A word in the heading (or a product's name) counts twice, one in the title (or a product's terms) half as much more.
function matchOf(vector: ReturnType<typeof sql>) {
  return sql`
    select
      coalesce(sum(t.weight * (case when t.subject then 1 else 0.35 end) * (1
        + case when ts_filter(${vector}, '{a}') @@ t.query then 1
          when ts_filter(${vector}, '{b}') @@ t.query then 0.5 else 0 end)), 0) as score,
      coalesce(sum(t.weight) filter (where t.subject), 0) / clauses.subject_weight as coverage,
      count(*) filter (where ts_filter(${vector}, '{a}') @@ t.query) as in_heading,
      array_agg(t.word) as matched,
      coalesce(bool_or(t.subject and ts_filter(${vector}, '{a,b}') @@ t.query), false) as named
    from terms t
    where t.clause = clauses.clause and ${vector} @@ t.query`
}

/** Takes the lists' first items in turn, then their second ones, each item once. */
function interleave<Item>(
  lists: readonly (readonly Item[])[],
  limit: number,
  keyOf: (item: Item) => string,
): Item[] {
  const taken = new Map<string, Item>()
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let place = 0; place < longest; place++) {
    for (const list of lists) {
      const item = list[place]
      if (item !== undefined && !taken.has(keyOf(item)) && taken.size < limit) taken.set(keyOf(item), item)
    }
  }
  return [...taken.values()]
}
