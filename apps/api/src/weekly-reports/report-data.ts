import type { OutcomeCounts } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { dayRange } from '../analytics/days.ts'
import { readOperationSettings } from '../costs/operation-settings.store.ts'
import type { Db } from '../db/database.ts'
import { listGaps } from '../gaps/gaps.store.ts'
import { readOutcomes } from '../outcomes/outcome-stats.ts'
import { type ReportWeek, weekBefore } from './report-week.ts'

/** Content of a weekly e-mail. */
export interface ReportData {
  week: Pick<ReportWeek, 'firstDay' | 'lastDay'>
  counts: OutcomeCounts
  /** Those of the week before. */
  before: OutcomeCounts
  currency: string
  /** Redacted; empty when the deployment stores no texts. */
  questions: CountedText[]
  gaps: CountedText[]
  products: CountedText[]
}

/** A text and how often it occurred. */
export interface CountedText {
  text: string
  count: number
}

/** Entries of each list. */
const listed = 5

/** Longest question of an e-mail, in UTF-16 units. */
const questionLength = 200

/** Reads the week of a client's widgets. */
export async function readReport(
  db: Db,
  clientId: string,
  { week, keepsText, now }: { week: ReportData['week']; keepsText: boolean; now: Date },
): Promise<ReportData> {
  const scope = { clientId, widgets: null }
  const { currency } = await readOperationSettings(db)
  const read = (range: { from: string; to: string }) =>
    readOutcomes(db, scope, { range: dayRange(range, now), filter: {}, currency })
  const current = await read({ from: week.firstDay, to: week.lastDay })
  const before = await read(weekBefore(week))
  return {
    week,
    counts: current.total,
    before: before.total,
    currency,
    questions: keepsText ? await topQuestions(db, clientId, week) : [],
    gaps: keepsText ? await topGaps(db, clientId, week, now) : [],
    products: await topProducts(db, clientId, week),
  }
}

const ofWeek = (clientId: string, { firstDay, lastDay }: ReportData['week']) => sql`
  client_id = ${clientId}::uuid and at >= ${firstDay}::date::timestamp at time zone 'UTC'
    and at < (${lastDay}::date + 1)::timestamp at time zone 'UTC'`

async function topQuestions(db: Db, clientId: string, week: ReportData['week']): Promise<CountedText[]> {
  // Words of a danger belong in no e-mail.
  const { rows } = await db.execute<{ text: string; count: number }>(sql`
    select min(left(question, ${questionLength})) as text, count(*)::int as count from answer_outcomes
    where ${ofWeek(clientId, week)} and question is not null and btrim(question) <> '' and safety_category is null
    group by btrim(lower(regexp_replace(question, '[\\s[:punct:]]+', ' ', 'g'))) order by 2 desc, 1 limit ${listed}`)
  return rows.map(({ text, count }) => ({ text: oneLine(text), count }))
}

async function topGaps(
  db: Db,
  clientId: string,
  { firstDay: from, lastDay: to }: ReportData['week'],
  now: Date,
): Promise<CountedText[]> {
  const client = {
    id: '',
    role: 'client',
    email: '',
    organisation: { id: clientId, role: 'viewer' },
  } as const
  const { items } = await listGaps(db, client, {
    query: { from, to, status: 'open', limit: listed },
    now,
    keepsText: true,
  })
  return items.map(({ title, count }) => ({ text: oneLine(title).slice(0, questionLength), count }))
}

async function topProducts(db: Db, clientId: string, week: ReportData['week']): Promise<CountedText[]> {
  const { rows } = await db.execute<{ text: string; count: number }>(sql`
    select name as text, count(*)::int as count from answer_outcomes, unnest(products_clicked) as name
    where ${ofWeek(clientId, week)} group by 1 order by 2 desc, 1 limit ${listed}`)
  return rows.map(({ text, count }) => ({ text: oneLine(text), count }))
}

/** Hosts and e-mail addresses: mail programs turn them into links. */
const linked = /[\p{L}\p{N}][.。．｡]\p{L}{2}|:\/\//u

/**
 * One line of a visitor's text. A visitor chooses these words and can repeat them until they are in the e-mail of the
 * brand: addresses are left out, so that none of them is a link, and so are characters that turn the direction of text.
 */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .split(/\s+/u)
    .map((word) => (linked.test(word) ? '[…]' : word))
    .join(' ')
    .trim()
}
