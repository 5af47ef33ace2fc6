import type { OutcomeCounts, OutcomeStats } from '@org/api-client/contract'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { ownSite } from '../analytics/analytics.events.ts'
import { conditionsOf, type Filter } from '../analytics/analytics.source.ts'
import type { DayRange } from '../analytics/days.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'

/** The answers that figures are about. */
export interface OutcomeScope {
  /** The client whose answers they are; null: everybody's, for an administrator. */
  clientId: string | null
  /** Widgets; null: all of them, with the site itself. */
  widgets: readonly string[] | null
}

/** Columns of the figures by their name on the wire, which is also the name of the column. */
const counts = [
  ...(['answers', 'answered', 'approved', 'partial', 'uncovered', 'refused', 'safety', 'failed'] as const),
  ...(['rated_up', 'rated_down', 'cited', 'opened', 'shown', 'clicked', 'clicks'] as const),
  ...(['tokens', 'output_tokens', 'cost_micros', 'unpriced'] as const),
] satisfies (keyof OutcomeCounts)[]

/** Largest number of widgets and of clients that are named. */
const mostNamed = 50

// A type alias, because only type aliases have the index signature that rows need.
type Row = Record<keyof OutcomeCounts, number> & {
  day: string | null
  widget: string | null
  client: string | null
  model: string | null
  /** Bits of the columns that the row sums over: day 8, widget 4, client 2, model 1. */
  level: number
}

const levels = { total: 15, day: 7, widget: 11, client: 13, model: 14 } as const

/**
 * Reads the outcomes of answers from the figures by day, in one pass. With a filter it reads the records of the
 * conversations that match.
 */
export async function readOutcomes(
  db: Db,
  scope: OutcomeScope,
  { range, filter, currency }: { range: DayRange; filter: Filter; currency: string },
): Promise<OutcomeStats> {
  const source = conditionsOf(filter).length === 0 ? figuresOf(scope, range) : recordsOf(scope, range, filter)
  const sums = sql.join(
    counts.map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0)::float8 as ${sql.identifier(name)}`),
    sql`, `,
  )
  const { rows } = await db.execute<Row>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, widget_id as widget, client_id as client, model, ${sums},
      grouping(day, widget_id, client_id, model)::int as level
    from ${source} as figures
    group by grouping sets ((), (day), (widget_id), (client_id), (model))
  `)
  const of = (level: number) => rows.filter((row) => row.level === level)
  const byDay = new Map(of(levels.day).map((row) => [row.day, countsOf(row)]))
  const [total] = of(levels.total)
  return {
    currency,
    total: total === undefined ? nothing() : countsOf(total),
    days: range.days,
    daily: range.days.map((day) => byDay.get(day) ?? nothing()),
    widgets: await named(
      of(levels.widget),
      ({ widget }) => widget,
      (ids) => widgetNames(db, ids),
    ),
    clients:
      scope.clientId === null
        ? await named(
            of(levels.client),
            ({ client }) => client,
            (ids) => clientNames(db, ids),
          )
        : [],
    models: mostAnswers(of(levels.model)).map((row) => ({ name: row.model ?? '', counts: countsOf(row) })),
  }
}

/** The owner's condition leads each statement. */
function within({ clientId, widgets }: OutcomeScope): SQL {
  const owner = clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`
  if (widgets === null) return owner
  return widgets.length === 0 ? sql`false` : sql`${owner} and widget_id in ${widgets}`
}

function figuresOf(scope: OutcomeScope, { from, to }: DayRange): SQL {
  return sql`(
    select * from outcome_daily where ${within(scope)} and day between ${from}::date and ${to}::date
  )`
}

/** Records of the conversations that match, with the columns of the figures. */
function recordsOf(scope: OutcomeScope, { from, to }: DayRange, filter: Filter): SQL {
  const met = conditionsOf(filter).map(
    (condition) =>
      sql`(widget_id, conversation) in (select widget_id, conversation from told where ${condition})`,
  )
  const is = (condition: SQL, name: string) => sql`(${condition})::int as ${sql.identifier(name)}`
  const outcomes = ['answered', 'approved', 'partial', 'uncovered', 'refused', 'safety'].map((outcome) =>
    is(sql`outcome is not distinct from ${outcome}`, outcome),
  )
  return sql`(
    with told as materialized (
      select id, widget_id, conversation, role, products, authors, subject, country_code from analytics_events
      where ${within(scope)} and at >= ${from}::date::timestamp at time zone 'UTC'
        and at < (${to}::date + 1)::timestamp at time zone 'UTC'
    )
    select (at at time zone 'UTC')::date as day, coalesce(widget_id, ${ownSite}::uuid) as widget_id,
      coalesce(client_id, ${ownSite}::uuid) as client_id, model, 1 as answers, ${sql.join(outcomes, sql`, `)},
      ${is(sql`ending = 'failed'`, 'failed')}, ${is(sql`rating is not distinct from 'up'`, 'rated_up')},
      ${is(sql`rating is not distinct from 'down'`, 'rated_down')},
      ${is(sql`jsonb_array_length(citations) > 0`, 'cited')}, ${is(sql`cardinality(citations_opened) > 0`, 'opened')},
      ${is(sql`cardinality(products) > 0`, 'shown')}, ${is(sql`cardinality(products_clicked) > 0`, 'clicked')},
      cardinality(products_clicked) as clicks, tokens, coalesce(output_tokens, 0) as output_tokens,
      coalesce(cost_micros, 0) as cost_micros, ${is(sql`cost_micros is null`, 'unpriced')}
    from answer_outcomes where ${within(scope)}
      and id in (select id from told where role = 'assistant' and ${sql.join(met, sql` and `)})
  )`
}

function countsOf(row: Row): OutcomeCounts {
  return { ...nothing(), ...Object.fromEntries(counts.map((name) => [name, row[name]])) }
}

function nothing(): OutcomeCounts {
  return {
    answers: 0,
    answered: 0,
    approved: 0,
    partial: 0,
    uncovered: 0,
    refused: 0,
    safety: 0,
    failed: 0,
    rated_up: 0,
    rated_down: 0,
    cited: 0,
    opened: 0,
    shown: 0,
    clicked: 0,
    clicks: 0,
    tokens: 0,
    output_tokens: 0,
    cost_micros: 0,
    unpriced: 0,
  }
}

function mostAnswers(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => b.answers - a.answers).slice(0, mostNamed)
}

async function named(
  rows: readonly Row[],
  idOf: (row: Row) => string | null,
  read: (ids: string[]) => Promise<{ id: string; name: string }[]>,
): Promise<OutcomeStats['widgets']> {
  const shown = mostAnswers(rows)
  const ids = shown.flatMap((row) => idOf(row) ?? []).filter((id) => id !== ownSite)
  const names = new Map((ids.length === 0 ? [] : await read(ids)).map(({ id, name }) => [id, name]))
  return shown.map((row) => {
    const id = idOf(row)
    const known = id === null || id === ownSite ? null : id
    return { id: known, name: known === null ? null : (names.get(known) ?? null), counts: countsOf(row) }
  })
}

function widgetNames(db: Db, ids: string[]) {
  return db
    .select({ id: configurators.id, name: configurators.name })
    .from(configurators)
    .where(inArray(configurators.id, ids))
}

function clientNames(db: Db, ids: string[]) {
  return db.select({ id: users.id, name: users.email }).from(users).where(inArray(users.id, ids))
}
