import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { type Clause, words } from './clauses.ts'
import { nearestWord } from './spelling.ts'
import { questionFurniture, synonyms, turnsOfPhrase } from './synonyms.ts'

/** What one word of a question looks for. */
export interface Term {
  word: string
  /** A `tsquery` in text form: the word and its synonyms. */
  query: string
  /** How telling the word is in this body of text (inverse document frequency). */
  weight: number
  /** Words of the subject must be found for a passage to be relevant; the others only help to rank. */
  subject: boolean
}

/** The terms of one clause. */
export interface ClauseTerms {
  text: string
  terms: Term[]
}

interface Candidate {
  clause: number
  word: string
  alternatives: string[]
  subject: boolean
  /** Less than 1 for what an earlier clause brings in. */
  factor: number
}

/** A word that no passage has counts as if one passage in a hundred had it. */
const unknownShare = 0.01

/** Of a question longer than this the rest tells a search nothing new. */
const mostWords = 80

/** A turn of phrase ranks like a word of the subject, although it proves no relevance. */
const phraseFactor = 2

/** What a pronoun points back to matters, and less than what is asked about it. */
const contextFactor = 0.35

/** A short word without a vowel. */
const shorthand = /^[^aeiouy]{1,3}$/iu

/** Turns clauses into weighted search terms; words that no passage knows are tried as typing errors. */
export async function questionTerms(db: Db, clauses: readonly Clause[]): Promise<ClauseTerms[]> {
  const candidates = clauses.flatMap((clause, index) => {
    const own = clauseCandidates(clause.text, index)
    if (clause.context === undefined) return own
    const before = clauseCandidates(clause.context, index)
    const factor = own.some((found) => found.subject) ? contextFactor : 1
    return [
      ...own,
      ...before.filter((found) => found.subject).map((found) => Object.assign(found, { factor })),
    ]
  })
  let counted = await countPassages(db, candidates)
  const unknown = counted.filter((found) => found.subject && found.passages === 0 && found.query !== '')
  const corrections = await nearestWords(db, unknown)
  if (corrections.size > 0) {
    const corrected = candidates.map((candidate) => respelt(candidate, corrections.get(candidate.word)))
    counted = await countPassages(db, corrected)
  }
  return clauses.map(({ text }, index) => ({ text, terms: toTerms(counted, index) }))
}

function respelt(candidate: Candidate, word: string | undefined): Candidate {
  if (word === undefined) return candidate
  return { ...candidate, alternatives: [word, ...(synonyms.get(word) ?? [])], subject: isSubject(word) }
}

interface Counted extends Candidate {
  query: string
  passages: number
  total: number
}

function toTerms(counted: readonly Counted[], clause: number): Term[] {
  const seen = new Set<string>()
  const terms: Term[] = []
  const own = counted.filter((found) => found.clause === clause && found.subject)
  const hasKnown = own.some(({ passages }) => passages > 0)
  for (const { clause: of, word, query, passages, total, subject, factor } of counted) {
    if (of !== clause || query === '' || seen.has(query)) continue
    seen.add(query)
    // 'mch', 'pls': beside a word that is known, no proof that something else is meant. 'tax' and 'car' are.
    const proves = subject && !(hasKnown && passages === 0 && shorthand.test(word))
    const share = passages === 0 ? unknownShare * total : passages
    terms.push({
      word,
      query,
      subject: proves,
      weight: factor * Math.log(1 + (total - share + 0.5) / (share + 0.5)),
    })
  }
  return terms
}

function clauseCandidates(text: string, clause: number): Candidate[] {
  const all = words(text).slice(0, mostWords)
  const phrases = turnsOfPhrase
    .filter(({ asked }) => asked.test(text))
    .map(({ alternatives: [first = '', ...others] }) => ({
      clause,
      word: first,
      alternatives: [first, ...others],
      subject: false,
      factor: phraseFactor,
    }))
  const single = all.flatMap((word, index): Candidate[] => {
    const bare = word.replace(/'s?$/u, '').replaceAll("'", '')
    // 'vitamin C': the letter means nothing alone, the pair is one subject.
    if (bare.length === 1 && all[index - 1] === 'vitamin' && /\p{L}/u.test(bare)) {
      return [
        { clause, word: `vitamin ${bare}`, alternatives: [`vitamin ${bare}`], subject: true, factor: 1 },
      ]
    }
    const letter = all[index + 1]?.replace(/'s?$/u, '') ?? ''
    if (bare.length < 2 || (bare === 'vitamin' && /^\p{L}$/u.test(letter))) return []
    const number = /^\d+$/u.test(bare)
    return [
      {
        clause,
        word: bare,
        alternatives: [bare, ...(synonyms.get(bare) ?? [])],
        subject: !number && isSubject(bare),
        factor: 1,
      },
    ]
  })
  return [...single, ...phrases]
}

function isSubject(word: string): boolean {
  return !questionFurniture.has(word)
}

async function countPassages(db: Db, candidates: readonly Candidate[]): Promise<Counted[]> {
  if (candidates.length === 0) return []
  const alternatives = candidates.map((candidate) => JSON.stringify(candidate.alternatives))
  const { rows } = await db.execute<{ query: string | null; passages: number; total: number }>(sql`
    with asked as (
      select ordinality as place, (
        select string_agg('(' || query::text || ')', ' | ')
        from jsonb_array_elements_text(alternatives::jsonb) phrase, phraseto_tsquery('english', phrase) query
        where numnode(query) > 0
      ) as query
      from unnest(${sql.param(alternatives)}::text[]) with ordinality as given (alternatives, ordinality)
    )
    select query, (select count(*)::int from passages) as total,
      case when query is null then 0
        else (select count(*)::int from passages where search @@ query::tsquery) end as passages
    from asked order by place
  `)
  return candidates.map((candidate, index) => {
    const row = rows[index]
    return { ...candidate, query: row?.query ?? '', passages: row?.passages ?? 0, total: row?.total ?? 0 }
  })
}

// A typing error away from a shorter word there is nearly always another one.
const shortestCorrected = 4

// More unknown words than this are another language, or noise.
const mostCorrected = 12

async function nearestWords(db: Db, unknown: readonly Counted[]): Promise<Map<string, string>> {
  const corrections = new Map<string, string>()
  const asked = [
    ...new Set(unknown.filter(({ word }) => word.length >= shortestCorrected).map(({ word }) => word)),
  ].slice(0, mostCorrected)
  if (asked.length === 0) return corrections
  const { rows } = await db.execute<{ asked: string; words: string[] }>(sql`
    select asked, array(
      select word from vocabulary
      where word % asked order by similarity(word, asked) desc, passages desc limit 8
    ) as words
    from unnest(${sql.param(asked)}::text[]) as asked
  `)
  for (const row of rows) {
    const nearest = nearestWord(row.asked, row.words)
    if (nearest !== undefined) corrections.set(row.asked, nearest)
  }
  return corrections
}
