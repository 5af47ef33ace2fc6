import { type Gap, type GapList, type GapPatch, type GapQuery, gapWeeks } from '@org/api-client/contract'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type DayRange, dayRange, toDay } from '../analytics/days.ts'
import type { Db } from '../db/database.ts'
import { gaps } from '../db/schema/gaps.ts'
import { articles } from '../db/schema/knowledge.ts'
import { organisations } from '../db/schema/organisations.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import { isUuid } from '../platform/process/ids.ts'
import { gapOutcomes } from './uncovered-questions.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** Typical questions of a gap that are shown. */
const shownExamples = 5
/** Questions of a gap among which they are looked for: repeated ones are shown once. */
const readExamples = 25

/** Gaps whose questions one statement reads: 25 of 4,000 characters each, and the embedded database holds up the event loop. */
const gapsAtOnce = 5

/** Limits gaps to those that a person may see: an administrator all, a client those of their own widgets. */
function visibleTo(user: SessionUser): SQL | undefined {
  const clientId = clientOf(user)
  return clientId === null ? undefined : eq(gaps.clientId, clientId)
}

/** Days of a list: those asked for, or the last seven. */
function daysOf({ from, to }: Pick<GapQuery, 'from' | 'to'>, now: Date): DayRange {
  const isGiven = from !== undefined || to !== undefined
  return dayRange({ from: isGiven ? from : toDay(now.getTime() - 6 * dayMs), to }, now)
}

/**
 * Lists the gaps that were asked about in a range of days, the one with the most questions first.
 *
 * @throws {HttpError} 400 for a cursor that is none of ours, 422 for a range that is too long
 */
export async function listGaps(
  db: Db,
  user: SessionUser,
  { query, now, keepsText }: { query: GapQuery; now: Date; keepsText: boolean },
): Promise<GapList> {
  const { status, language, client_id: client, limit, cursor } = query
  const range = daysOf(query, now)
  const filter = and(
    visibleTo(user),
    status === undefined ? undefined : eq(gaps.status, status),
    language === undefined ? undefined : eq(gaps.language, language),
    clientFilter(client),
  )
  const counts = await countQuestions(db, { range, filter, after: readCursor(cursor), limit: limit + 1 })
  const page = counts.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await readGaps(db, page, now),
    next_cursor: counts.length > limit && last !== undefined ? `${last.count}.${last.id}` : null,
    keeps_text: keepsText,
    waiting: await countWaiting(db, user, range),
  }
}

function clientFilter(client: string | undefined): SQL | undefined {
  if (client === undefined) return undefined
  if (client === 'none') return isNull(gaps.clientId)
  return isUuid(client) ? eq(gaps.clientId, client) : sql`false`
}

/**
 * Dismisses a gap, or opens it again.
 *
 * @throws {HttpError} 404 for a gap that the person may not see
 */
export async function saveGap(
  db: Db,
  user: SessionUser,
  { id, patch, now }: { id: string; patch: GapPatch; now: Date },
): Promise<Gap> {
  const own = isUuid(id) ? and(eq(gaps.id, id), visibleTo(user)) : sql`false`
  await db
    .update(gaps)
    .set({ status: patch.status, closedAt: null, articleId: null, checked: 0, answered: 0 })
    .where(own)
  const counts = await countQuestions(db, { range: daysOf({}, now), filter: own, isListed: false, limit: 1 })
  const [gap] = await readGaps(db, counts, now)
  if (gap === undefined) throw notFound('Gap not found.')
  return gap
}

interface GapCursor {
  count: number
  id: string
}

/** @throws {HttpError} 400 for a cursor that is none of ours */
function readCursor(cursor: string | undefined): GapCursor | undefined {
  if (cursor === undefined) return undefined
  const [, count = '', id = ''] = /^(\d{1,9})\.([0-9a-f-]{36})$/u.exec(cursor) ?? []
  if (!isUuid(id)) throw new HttpError('malformed', 'This cursor is not one of ours.')
  return { count: Number(count), id }
}

// A type alias, because only type aliases have the index signature that rows need.
type Counted = { id: string; count: number; before: number }

interface CountOptions {
  range: DayRange
  filter: SQL | undefined
  after?: GapCursor | undefined
  limit: number
  /** False for gaps that nobody asked about in the range, too. @default true */
  isListed?: boolean
}

/** Counts the questions of gaps in a range, and in as many days before it. */
async function countQuestions(
  db: Db,
  { range, filter, after, limit, isListed = true }: CountOptions,
): Promise<Counted[]> {
  const start = Date.parse(range.from)
  const end = Date.parse(range.to) + dayMs
  const [first, from, to] = [2 * start - end, start, end].map((time) => moment(time))
  const { rows } = await db.execute<Counted>(sql`
    select * from (
      select ${gaps.id} as id,
        (count(*) filter (where answer.at >= ${from} and answer.at < ${to}))::int as count,
        (count(*) filter (where answer.at >= ${first} and answer.at < ${from}))::int as before
      from ${gaps} join gap_questions as asked on asked.gap_id = ${gaps.id}
      join answer_outcomes as answer on answer.id = asked.answer_id
      where ${filter ?? sql`true`}
      group by ${gaps.id} having count(answer.question) > 0
    ) as counted
    where ${isListed ? sql`count > 0` : sql`true`}
      ${after === undefined ? sql`` : sql`and (count, id) < (${after.count}, ${after.id}::uuid)`}
    order by count desc, id desc limit ${limit}
  `)
  return rows
}

function moment(time: number): SQL {
  return sql`${new Date(time).toISOString()}::timestamptz`
}

async function readGaps(db: Db, counted: readonly Counted[], now: Date): Promise<Gap[]> {
  if (counted.length === 0) return []
  const ids = counted.map(({ id }) => id)
  const rows = await db
    .select({ gap: gaps, client: organisations.name, article: articles.title })
    .from(gaps)
    .leftJoin(organisations, eq(organisations.id, gaps.clientId))
    .leftJoin(articles, eq(articles.id, gaps.articleId))
    .where(inArray(gaps.id, ids))
  const byId = new Map(rows.map((row) => [row.gap.id, row]))
  const asked = await readAsked(db, ids, now)
  return counted.flatMap(({ id, count, before }) => {
    const row = byId.get(id)
    const own = asked.get(id)
    if (row === undefined || own === undefined) return []
    const { gap, client, article } = row
    return [
      {
        id,
        title: own.examples[0] ?? '',
        count,
        trend: count - before,
        weeks: own.weeks,
        examples: own.examples,
        language: gap.language,
        status: gap.status,
        closed_at: gap.closedAt?.toISOString() ?? null,
        checked: gap.checked,
        answered: gap.answered,
        article_id: gap.articleId,
        article_title: article,
        client_id: gap.clientId,
        client,
        last_asked_at: own.lastAskedAt.toISOString(),
      },
    ]
  })
}

interface Asked {
  examples: string[]
  weeks: number[]
  lastAskedAt: Date
}

/** The typical questions of gaps, and how many there were in each of the last weeks. */
async function readAsked(db: Db, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, Asked>> {
  const listOf = (part: readonly string[]) =>
    sql.join(
      part.map((id) => sql`${id}::uuid`),
      sql`, `,
    )
  const texts: { gap: string; question: string }[] = []
  for (let start = 0; start < ids.length; start += gapsAtOnce) {
    const { rows } = await db.execute<{ gap: string; question: string }>(sql`
      select asked.gap_id as gap, answer.question from gap_questions as asked
      join answer_outcomes as answer on answer.id = asked.answer_id
      where asked.gap_id in (${listOf(ids.slice(start, start + gapsAtOnce))}) and asked.rank < ${readExamples}
        and answer.question is not null
      order by asked.rank, answer.id
    `)
    texts.push(...rows)
  }
  const weeks = await db.execute<{ gap: string; week: number; count: number; last: string | Date }>(sql`
    select asked.gap_id as gap, floor(extract(epoch from ${moment(now.getTime())} - answer.at) * 1000 / ${weekMs})::int as week,
      count(*)::int as count, max(answer.at) as last
    from gap_questions as asked join answer_outcomes as answer on answer.id = asked.answer_id
    where asked.gap_id in (${listOf(ids)}) group by 1, 2
  `)
  const textsOf = Map.groupBy(texts, ({ gap }) => gap)
  const weeksOf = Map.groupBy(weeks.rows, ({ gap }) => gap)
  return new Map(
    ids.map((id) => {
      const own = weeksOf.get(id) ?? []
      // A clock that is behind gives the current week -1.
      const countOf = (week: number) =>
        own.reduce((sum, row) => (Math.max(0, row.week) === week ? sum + row.count : sum), 0)
      const asked: Asked = {
        examples: [...new Set((textsOf.get(id) ?? []).map(({ question }) => question))].slice(
          0,
          shownExamples,
        ),
        weeks: Array.from({ length: gapWeeks }, (_, at) => countOf(gapWeeks - 1 - at)),
        lastAskedAt: new Date(Math.max(0, ...own.map(({ last }) => new Date(last).getTime()))),
      }
      return [id, asked]
    }),
  )
}

/** Counting stops here. */
const mostWaiting = 1000

/** Counts the questions of a range that no clustering has seen. */
async function countWaiting(db: Db, user: SessionUser, { from, to }: DayRange): Promise<number> {
  const outcomes = sql.join(
    gapOutcomes.map((outcome) => sql`${outcome}`),
    sql`, `,
  )
  const clientId = clientOf(user)
  const owner = clientId === null ? sql`true` : sql`answer.client_id = ${clientId}`
  const end = Date.parse(to) + dayMs
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select from answer_outcomes as answer
      where ${owner} and answer.outcome in (${outcomes}) and answer.question is not null
        and answer.at >= ${moment(Date.parse(from))} and answer.at < ${moment(end)}
        and answer.id > coalesce((select newest_answer from gap_runs where id = 1), '00000000-0000-0000-0000-000000000000')
      limit ${mostWaiting}
    ) as unseen
  `)
  return rows[0]?.waiting ?? 0
}
