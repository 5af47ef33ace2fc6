import {
  type ApprovedCitation,
  type ApprovedDraft,
  type ApprovedDraftQuery,
  approvedLanguageSchema,
  approvedLimits,
} from '@org/api-client/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { citedSources } from '../chat/approved/cited-sources.ts'
import { citedNumbers } from '../chat/model/citation-markers.ts'
import { quoteOf } from '../chat/model/quotes.ts'
import type { Db } from '../db/database.ts'
import { gapQuestions, gaps } from '../db/schema/gaps.ts'
import { articles } from '../db/schema/knowledge.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { ownedBy } from '../knowledge/content/owned-content.ts'
import { searchPassages } from '../knowledge/search/knowledge.search.ts'
import { notFound } from '../platform/http/http-error.ts'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import { visibleTo } from '../review/review.store.ts'

const empty: ApprovedDraft = {
  client_id: null,
  language: 'en',
  question: '',
  variants: [],
  answer: '',
  citations: [],
}

/**
 * What a new approved answer begins with: the question, answer and sources of a reviewed answer, or the questions of a gap.
 *
 * @throws {HttpError} 404 for a record or gap that the person may not see
 */
export async function draftApproved(
  db: Db,
  user: SessionUser,
  { review, gap }: ApprovedDraftQuery,
): Promise<ApprovedDraft> {
  if (review !== undefined) return fromReview(db, user, review)
  if (gap !== undefined) return fromGap(db, user, gap)
  return empty
}

async function fromReview(db: Db, user: SessionUser, id: string): Promise<ApprovedDraft> {
  const [record] = await db
    .select()
    .from(answerOutcomes)
    .where(and(visibleTo(user), eq(answerOutcomes.id, id)))
  if (record === undefined) throw notFound('Answer not found.')
  const { question, answer, citations, clientId, language } = record
  const cited = citations.toSorted((left, right) => left.number - right.number)
  const sources = await resolve(db, cited, clientId)
  // The numbers of sources that are gone are taken out; the others keep theirs only when none is.
  const isWhole = sources.length === cited.length && cited.every(({ number }, at) => number === at + 1)
  return {
    ...toStart(language, question === null ? [] : [question]),
    client_id: clientId,
    answer: (answer ?? '').slice(0, approvedLimits.answerCharacters),
    citations: isWhole && citedNumbers(answer ?? '').length > 0 ? sources : [],
  }
}

interface Recorded {
  title: string
  url: string
  quote: string
}

/** Finds the articles of recorded citations by address and title. */
async function resolve(
  db: Db,
  cited: readonly Recorded[],
  clientId: string | null,
): Promise<ApprovedCitation[]> {
  const titles = [...new Set(cited.map(({ title }) => title))]
  if (titles.length === 0) return []
  const rows = await db
    .select({ id: articles.id, title: articles.title, url: articles.url })
    .from(articles)
    .where(and(ownedBy(articles, clientId ?? undefined), inArray(articles.title, titles)))
  const known = cited.flatMap(({ title, url, quote }) => {
    const article = rows.find((row) => row.title === title && row.url === url)
    return article === undefined ? [] : [{ article_id: article.id, quote }]
  })
  const sources = await citedSources(db, known, clientId)
  return sources.filter(({ found }) => found)
}

async function fromGap(db: Db, user: SessionUser, id: string): Promise<ApprovedDraft> {
  const clientId = clientOf(user)
  const [gap] = await db
    .select()
    .from(gaps)
    .where(and(clientId === null ? undefined : eq(gaps.clientId, clientId), eq(gaps.id, id)))
  if (gap === undefined) throw notFound('Gap not found.')
  const rows = await db
    .select({ question: answerOutcomes.question })
    .from(gapQuestions)
    .innerJoin(answerOutcomes, eq(answerOutcomes.id, gapQuestions.answerId))
    .where(eq(gapQuestions.gapId, gap.id))
    .orderBy(asc(gapQuestions.rank))
    .limit(approvedLimits.variants)
  return {
    ...toStart(
      gap.language,
      rows.flatMap(({ question }) => question ?? []),
    ),
    client_id: gap.clientId,
  }
}

function toStart(language: string, questions: readonly string[]): ApprovedDraft {
  const [question = '', ...variants] = [
    ...new Set(questions.map((text) => text.slice(0, approvedLimits.questionCharacters).trim())),
  ]
  return { ...empty, language: approvedLanguageSchema.safeParse(language).data ?? 'en', question, variants }
}

/** Passages of one search for sources. */
const shownSources = 8

/** Finds passages that an answer of an owner may cite, best first. */
export async function searchSources(
  db: Db,
  query: string,
  clientId: string | undefined,
): Promise<ApprovedCitation[]> {
  const { passages } = await searchPassages(db, query, {
    limit: shownSources,
    leastShareOfBest: 0,
    ...(clientId === undefined ? {} : { clientId }),
  })
  return passages.flatMap(({ articleId, title, heading, url, author, language, text }) => {
    const quote = quoteOf(text, query)
    return quote === ''
      ? []
      : [{ article_id: articleId, quote, title, heading, url, publisher: author, language, found: true }]
  })
}
