import type {
  ReviewFilter,
  ReviewItem,
  ReviewList,
  ReviewPatch,
  ReviewQuery,
  ReviewSummary,
} from '@org/api-client/contract'
import {
  handoverStatusSchema,
  reviewLimits,
  safetyCategorySchema,
  safetySeveritySchema,
} from '@org/api-client/contract'
import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { listWidgets } from '../analytics/widgets.store.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
import { handovers } from '../db/schema/handover.ts'
import { answerOutcomes, attentionOf } from '../db/schema/outcomes.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import { isUuid } from '../platform/process/ids.ts'
import { isMember, listMembersWho } from '../organisations/organisations.store.ts'

/** Selects the records that a reviewer may see: an administrator all, a client those of their own widgets. */
export function visibleTo(user: SessionUser): SQL | undefined {
  const clientId = clientOf(user)
  return clientId === null ? undefined : eq(answerOutcomes.clientId, clientId)
}

/**
 * Records that each statement of one page of a search reads, 12,000 together. The first ones are enough for a frequent
 * text. None may hold up the embedded database: 6,000 take it 13 ms.
 */
const readsOfPage = [1500, 4500, 6000]

/**
 * Lists records of answers, the newest first. A page of a search may have fewer items than its limit, and others may
 * follow it all the same.
 *
 * @throws {HttpError} 400 for a cursor that is none of ours
 */
export async function listReviews(db: Db, user: SessionUser, query: ReviewQuery): Promise<ReviewList> {
  const { limit, cursor, q } = query
  if (cursor !== undefined && !isUuid(cursor)) {
    throw new HttpError('malformed', 'This cursor is not one of ours.')
  }
  const before = cursor === undefined ? undefined : lt(answerOutcomes.id, cursor)
  const fits = and(filterOf(query, user), before)
  const found = q === undefined ? undefined : await search(db, user, { text: q, fits, limit: limit + 1 })
  const rows = await selectItems(db, user)
    .where(and(visibleTo(user), fits, found?.isMatch))
    .orderBy(desc(answerOutcomes.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    items: page.map((row) => toItem(row)),
    next_cursor: rows.length > limit ? (page.at(-1)?.record.id ?? null) : (found?.resumeAt ?? null),
  }
}

interface Search {
  text: string
  /** Condition of the other filters. */
  fits: SQL | undefined
  limit: number
}

interface Matches {
  isMatch: SQL
  /** Cursor after the records that were read; null at the end. */
  resumeAt: string | null
}

/**
 * Finds the matches of one page: reads records, the newest first, until the page is full or the statements of
 * {@link readsOfPage} were sent. An index of texts would find rare words at once, but take longest for frequent ones,
 * and hold the records of every client.
 */
async function search(db: Db, user: SessionUser, { text, fits, limit }: Search): Promise<Matches> {
  const pattern = `%${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const { id, question } = answerOutcomes
  const { own, order } = ownRecords(user)
  const matches: { id: string }[] = []
  let resumeAt: string | null = null
  for (const records of readsOfPage) {
    const range: SQL = and(own, fits, resumeAt === null ? undefined : lt(id, resumeAt)) ?? sql`true`
    const { rows } = await db.execute<{ id: string; is_match: boolean }>(sql`
      with newest as (
        select ${id}, ${question} from ${answerOutcomes} where ${range} order by ${order} limit ${records}
      )
      (select id, true as is_match from newest where question ilike ${pattern} order by id desc limit ${limit})
      union all (select id, false from newest order by id desc offset ${records - 1})
    `)
    matches.push(...rows.filter((row) => row.is_match))
    const last = rows.find((row) => !row.is_match)
    if (last === undefined) return { isMatch: isOneOf(matches), resumeAt: null }
    resumeAt = last.id
    if (matches.length >= limit) break
  }
  return { isMatch: isOneOf(matches), resumeAt }
}

/**
 * The records that a search reads, the newest first. The order and `any` leave PostgreSQL no index but those that begin
 * with the client: with `=` it reads the records of everybody, and drops those of other clients.
 */
function ownRecords(user: SessionUser): { own: SQL | undefined; order: SQL } {
  const { clientId, id } = answerOutcomes
  const client = clientOf(user)
  if (client === null) return { own: undefined, order: sql`${id} desc` }
  return { own: sql`${clientId} = any(array[${client}]::uuid[])`, order: sql`${clientId} desc, ${id} desc` }
}

/** One parameter, whatever the number of ids. */
function isOneOf(rows: readonly { id: string }[]): SQL {
  const ids = JSON.stringify(rows.map((row) => row.id))
  return sql`${answerOutcomes.id} = any(array(select jsonb_array_elements_text(${ids}::jsonb)::uuid))`
}

/**
 * Changes the review of an answer.
 *
 * @throws {HttpError} 404 for a record that the reviewer may not see, 422 for an account that it cannot be assigned to
 */
export async function saveReview(
  db: Db,
  user: SessionUser,
  { id, patch }: { id: string; patch: ReviewPatch },
): Promise<ReviewItem> {
  if (!isUuid(id)) throw notFound('Answer not found.')
  const { assignee } = patch
  if (typeof assignee === 'string') {
    const accounts = await listAssignees(db, user)
    if (!accounts.some((account) => account.id === assignee)) {
      throw invalid([{ path: 'assignee', message: 'A review cannot be assigned to this account.' }])
    }
  }
  const own = and(eq(answerOutcomes.id, id), visibleTo(user))
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  if (given.length > 0) await db.update(answerOutcomes).set(Object.fromEntries(given)).where(own)
  const [row] = await selectItems(db, user).where(own)
  if (row === undefined) throw notFound('Answer not found.')
  return toItem(row)
}

/** The counts of the navigation and the choices of the filters. */
export async function summarise(db: Db, user: SessionUser, keepsText: boolean): Promise<ReviewSummary> {
  const clientId = clientOf(user)
  const count = async (fits: SQL | undefined) => {
    const some = db
      .select({ one: sql`1`.as('one') })
      .from(answerOutcomes)
      .where(and(visibleTo(user), fits))
      .limit(reviewLimits.counted)
      .as('some')
    const [row] = await db.select({ n: sql`count(*)`.mapWith(Number) }).from(some)
    return row?.n ?? 0
  }
  return {
    attention: await count(attentionOf(answerOutcomes)),
    mine: await count(and(eq(answerOutcomes.assignee, user.id), eq(answerOutcomes.status, 'open'))),
    assignees: await listAssignees(db, user),
    widgets: await listWidgets(db, clientId ?? undefined),
    keeps_text: keepsText,
  }
}

/** Administrators assign to each other, members to those of their organisation who may review. */
async function listAssignees(db: Db, user: SessionUser): Promise<{ id: string; email: string }[]> {
  const clientId = clientOf(user)
  if (clientId !== null) return listMembersWho(db, clientId, 'review')
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.email))
}

function filterOf(filter: ReviewFilter, user: SessionUser): SQL | undefined {
  const { outcome, feedback, safety, widget, language, assignee, status, handover } = filter
  const record = answerOutcomes
  return and(
    outcome === undefined ? undefined : eq(record.outcome, outcome),
    feedback === undefined ? undefined : eq(record.rating, feedback),
    safetyFilter(safety),
    idFilter(record.widgetId, widget),
    language === undefined ? undefined : eq(record.language, language),
    idFilter(record.assignee, assignee === 'me' ? user.id : assignee),
    status === undefined ? undefined : eq(record.status, status),
    handover === undefined ? undefined : hasHandover,
  )
}

function safetyFilter(safety: ReviewFilter['safety']): SQL | undefined {
  if (safety === undefined) return undefined
  const { safetyCategory } = answerOutcomes
  return safety === 'any' ? isNotNull(safetyCategory) : eq(safetyCategory, safety)
}

function idFilter(
  column: typeof answerOutcomes.widgetId | typeof answerOutcomes.assignee,
  value: string | undefined,
): SQL | undefined {
  if (value === undefined) return undefined
  if (value === 'none') return isNull(column)
  return isUuid(value) ? eq(column, value) : sql`false`
}

/** A semi-join, which begins with the requests where they are few: a subquery for each record would read all records. */
const hasHandover = sql`exists (
  select from ${handovers} where ${handovers.answerId} = ${answerOutcomes.id}
    and ${handovers.clientId} is not distinct from ${answerOutcomes.clientId}
)`

/** A column of the newest request for a person after an answer, within the same owner. */
function newestHandover(column: 'reference' | 'status' | 'createdAt'): SQL {
  return sql`(
    select ${handovers[column]} from ${handovers}
    where ${handovers.answerId} = ${answerOutcomes.id}
      and ${handovers.clientId} is not distinct from ${answerOutcomes.clientId}
    order by ${handovers.createdAt} desc limit 1
  )`
}

function selectItems(db: Db, user: SessionUser) {
  const { clientOwner } = configurators
  const clientId = clientOf(user)
  return db
    .select({
      record: answerOutcomes,
      widgetName: configurators.name,
      // A client does not see who among the administrators works on a review.
      assigneeEmail:
        clientId === null
          ? users.email
          : sql<
              string | null
            >`case when ${isMember(clientId, answerOutcomes.assignee)} then ${users.email} end`,
      handoverReference: sql<string | null>`${newestHandover('reference')}`,
      handoverStatus: sql<string | null>`${newestHandover('status')}`,
      handoverAt: sql<Date | null>`${newestHandover('createdAt')}`.mapWith(handovers.createdAt),
    })
    .from(answerOutcomes)
    .leftJoin(
      configurators,
      and(
        eq(configurators.id, answerOutcomes.widgetId),
        // A widget that went to another client has the name that this one gives it.
        clientId === null ? undefined : eq(clientOwner, clientId),
      ),
    )
    .leftJoin(users, eq(users.id, answerOutcomes.assignee))
    .$dynamic()
}

interface Row {
  record: typeof answerOutcomes.$inferSelect
  widgetName: string | null
  assigneeEmail: string | null
  handoverReference: string | null
  handoverStatus: string | null
  handoverAt: Date | null
}

function toHandover({
  handoverReference: reference,
  handoverStatus,
  handoverAt: at,
}: Pick<Row, 'handoverReference' | 'handoverStatus' | 'handoverAt'>): ReviewItem['handover'] {
  const status = handoverStatusSchema.safeParse(handoverStatus).data
  if (reference === null || status === undefined || at === null) return null
  return { reference, status, at: at.toISOString() }
}

function toItem({ record, widgetName, assigneeEmail, ...row }: Row): ReviewItem {
  const category = safetyCategorySchema.safeParse(record.safetyCategory).data
  const severity = safetySeveritySchema.safeParse(record.safetySeverity).data
  return {
    id: record.id,
    at: record.at.toISOString(),
    question: record.question,
    answer: record.answer,
    outcome: record.outcome,
    ending: record.ending,
    language: record.language,
    widget: record.widgetId === null ? null : { id: record.widgetId, name: widgetName },
    client_id: record.clientId,
    citations: record.citations.map((citation) =>
      Object.assign(citation, { opened: record.citationsOpened.includes(citation.number) }),
    ),
    approved_answer_id: record.approvedAnswerId,
    products: record.products.map((name) => ({ name, clicked: record.productsClicked.includes(name) })),
    searches: record.searches,
    feedback: record.rating,
    reason: record.ratingReason,
    safety: category === undefined || severity === undefined ? null : { category, severity },
    model: record.model,
    tokens: record.tokens,
    cost_micros: record.costMicros,
    first_text_ms: record.firstTextMs,
    total_ms: record.totalMs,
    status: record.status,
    assignee: record.assignee === null ? null : { id: record.assignee, email: assigneeEmail },
    labels: record.labels,
    note: record.note,
    handover: toHandover(row),
  }
}
