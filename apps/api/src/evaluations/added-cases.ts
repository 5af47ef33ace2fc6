import {
  answerOutcomeSchema,
  type EvaluationCase,
  type EvaluationExpectations,
  evaluationLimits,
  safetyCategorySchema,
  safetySeveritySchema,
} from '@org/api-client/contract'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Edit } from '../audit/audit.store.ts'
import { answerTexts } from '../chat/model/built-in/answer-texts.ts'
import { citedNumbers } from '../chat/model/citation-markers.ts'
import type { Db } from '../db/database.ts'
import { evaluationCases } from '../db/schema/evaluations.ts'
import { articles, passages } from '../db/schema/knowledge.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { ownedBy } from '../knowledge/content/owned-content.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { redact } from '../outcomes/redact.ts'
import { findConfigurator } from '../widgets/configurators.store.ts'
import { note, readCasesByKey } from './cases.store.ts'

/** Expectations without any. */
export const noExpectations: EvaluationExpectations = {
  outcome: null,
  must_cite: [],
  must_contain: [],
  must_not_contain: [],
  safety: null,
  severity: null,
  language: null,
  max_grade: null,
}

/**
 * Makes a case from the record of an answer: its question, redacted, and what was right about the answer. An answer that
 * was judged as bad or rated down is not expected again; its danger is. A second call returns the first case.
 *
 * @throws {HttpError} 404 for an unknown record, 409 for one without a stored text
 */
export async function addReviewedCase(db: Db, answerId: string, edit: Edit): Promise<EvaluationCase> {
  const [record] = isUuid(answerId)
    ? await db.select().from(answerOutcomes).where(eq(answerOutcomes.id, answerId))
    : []
  if (record === undefined) throw notFound('Answer not found.')
  if (record.question === null || record.question.trim() === '') {
    throw new HttpError(
      'conflict',
      'The text of this question is not stored, so that it cannot be asked again.',
    )
  }
  const isWrong = record.status === 'bad' || (record.rating === 'down' && record.status !== 'good')
  const category = safetyCategorySchema.safeParse(record.safetyCategory).data ?? 'none'
  const cited = new Set(citedNumbers(record.answer ?? ''))
  const urls = record.citations.filter(({ number }) => cited.has(number)).map(({ url }) => url)
  const outcome = answerOutcomeSchema.safeParse(record.outcome).data ?? null
  const expectations: EvaluationExpectations = {
    ...noExpectations,
    safety: category,
    severity: safetySeveritySchema.safeParse(record.safetySeverity).data ?? null,
    ...(isWrong ? {} : { outcome, must_cite: await articlesAt(db, urls, record.clientId) }),
  }
  return addOne(
    db,
    {
      source: 'review',
      key: `review:${answerId}`,
      question: redact(record.question).slice(0, evaluationLimits.questionCharacters),
      language: record.language,
      // The record outlives the widget.
      widgetId: record.widgetId === null ? null : ((await findConfigurator(db, record.widgetId))?.id ?? null),
      clientId: record.clientId,
      askedBy: record.userId,
      conversationId: record.conversationId,
      expectations,
    },
    edit,
  )
}

/** Questions of one article. */
const mostQuestions = 10

/**
 * Makes a case for each question that answers would suggest for an article: those of its headings, at most ten. Each must
 * cite the article. Cases that exist stay as they are.
 *
 * @throws {HttpError} 404 for an unknown article, 409 for one without headings to ask about
 */
export async function addArticleCases(db: Db, articleId: string, edit: Edit): Promise<EvaluationCase[]> {
  const [article] = isUuid(articleId)
    ? await db
        .select({ id: articles.id, language: articles.language, clientId: articles.clientId })
        .from(articles)
        .where(eq(articles.id, articleId))
    : []
  if (article === undefined) throw notFound('There is no such article.')
  const rows = await db
    .select({ heading: passages.heading })
    .from(passages)
    .where(and(eq(passages.articleId, articleId), ne(passages.heading, '')))
    .orderBy(asc(passages.position))
  const headings = [...new Set(rows.map(({ heading }) => heading))].slice(0, mostQuestions)
  if (headings.length === 0) {
    throw new HttpError('conflict', 'This article is not published, or has no headings to ask about.')
  }
  const [language = 'en'] = article.language.toLowerCase().split('-')
  const keys: string[] = []
  for (const heading of headings) {
    const key = `article:${articleId}:${heading}`
    keys.push(key)
    await addOne(
      db,
      {
        source: 'content',
        key,
        question: answerTexts(language).suggestion(heading),
        language,
        widgetId: null,
        clientId: article.clientId,
        askedBy: null,
        conversationId: null,
        expectations: { ...noExpectations, must_cite: [articleId] },
      },
      edit,
    )
  }
  return readCasesByKey(db, keys)
}

type NewCase = Pick<
  typeof evaluationCases.$inferInsert,
  'source' | 'question' | 'language' | 'widgetId' | 'clientId' | 'askedBy' | 'conversationId' | 'expectations'
> & { key: string }

/** Adds a case unless one has its key. */
async function addOne(db: Db, row: NewCase, edit: Edit): Promise<EvaluationCase> {
  await db.transaction(async (tx) => {
    const times = { createdAt: edit.at, updatedAt: edit.at, updatedBy: edit.actorId }
    const added = await tx
      .insert(evaluationCases)
      .values({ ...row, ...times, id: newId(), history: [], required: true, enabled: true })
      .onConflictDoNothing({ target: evaluationCases.key })
      .returning({ id: evaluationCases.id })
    if (added.length > 0) {
      await note(tx, 'create', [{ field: 'source', before: null, after: row.source }], edit)
    }
  })
  const [found] = await readCasesByKey(db, [row.key])
  if (found === undefined) throw notFound('There is no such case.')
  return found
}

async function articlesAt(db: Db, urls: readonly string[], clientId: string | null): Promise<string[]> {
  if (urls.length === 0) return []
  const rows = await db
    .selectDistinct({ id: articles.id })
    .from(articles)
    .where(and(inArray(articles.url, [...urls]), ownedBy(articles, clientId ?? undefined)))
  return rows.map(({ id }) => id).slice(0, evaluationLimits.listed)
}
