import type { OutcomeCounts, OutcomeStats } from '@org/api-client/contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { ownSite } from '../analytics/analytics.events.ts'
import { conditionsOf, type Filter } from '../analytics/analytics.source.ts'
import type { DayRange } from '../analytics/days.ts'
import type { Db } from '../db/database.ts'
import { configurators } from '../db/schema/embed.ts'
import { organisations } from '../db/schema/organisations.ts'

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
type Row = OutcomeCounts & {
  /** Day and model, or widget and client: the other two are null. */
  day: string | null
  model: string | null
  widget: string | null
  client: string | null
}

interface Sum {
  /** A day, model, widget or client. */
  key: string
  counts: OutcomeCounts
}

/**
 * Reads the outcomes of answers from the figures by day, in one pass. With a filter it reads the records of the
 * conversations that match. The database sums by day and model and by widget and client, from which the few rows of
 * each dimension and the total are added up here: it would take twice as long to group by each of them.
 */
export async function readOutcomes(
  db: Db,
  scope: OutcomeScope,
  { range, filter, currency }: { range: DayRange; filter: Filter; currency: string },
): Promise<OutcomeStats> {
  const source = conditionsOf(filter).length === 0 ? figuresOf(scope, range) : recordsOf(scope, range, filter)
  const sums = sql.join(
    counts.map((name) => sql`sum(${sql.identifier(name)})::float8 as ${sql.identifier(name)}`),
    sql`, `,
  )
  const { rows } = await db.execute<Row>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, model, widget_id as widget, client_id as client, ${sums}
    from ${source} as figures
    group by grouping sets ((day, model), (widget_id, client_id))
  `)
  const days = sumsBy(rows, ({ day }) => day)
  const byDay = new Map(days.map(({ key, counts: ofDay }) => [key, ofDay]))
  return {
    currency,
    total: days.reduce((sum, { counts: ofDay }) => added(sum, ofDay), nothing()),
    days: range.days,
    daily: range.days.map((day) => byDay.get(day) ?? nothing()),
    widgets: await named(
      sumsBy(rows, ({ widget }) => widget),
      (ids) => widgetNames(db, ids, scope.clientId),
    ),
    clients:
      scope.clientId === null
        ? await named(
            sumsBy(rows, ({ client }) => client),
            (ids) => clientNames(db, ids),
          )
        : [],
    models: mostAnswers(sumsBy(rows, ({ model }) => model)).map((sum) => ({
      name: sum.key,
      counts: sum.counts,
    })),
  }
}

/** Adds up the rows that have a key. */
function sumsBy(rows: readonly Row[], keyOf: (row: Row) => string | null): Sum[] {
  const sums = new Map<string, OutcomeCounts>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null) sums.set(key, added(sums.get(key) ?? nothing(), row))
  }
  return [...sums].map(([key, sum]) => ({ key, counts: sum }))
}

function added(sum: OutcomeCounts, more: OutcomeCounts): OutcomeCounts {
  return { ...sum, ...Object.fromEntries(counts.map((name) => [name, sum[name] + more[name]])) }
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

function mostAnswers(sums: readonly Sum[]): Sum[] {
  return sums.toSorted((a, b) => b.counts.answers - a.counts.answers).slice(0, mostNamed)
}

async function named(
  sums: readonly Sum[],
  read: (ids: string[]) => Promise<{ id: string; name: string }[]>,
): Promise<OutcomeStats['widgets']> {
  const shown = mostAnswers(sums)
  const ids = shown.map(({ key }) => key).filter((id) => id !== ownSite)
  const names = new Map((ids.length === 0 ? [] : await read(ids)).map(({ id, name }) => [id, name]))
  return shown.map(({ key, counts: sum }) => ({
    id: key === ownSite ? null : key,
    name: names.get(key) ?? null,
    counts: sum,
  }))
}

/** Names of widgets; of those that went to another client, which may have renamed them, to administrators alone. */
function widgetNames(db: Db, ids: string[], clientId: string | null) {
  const own = clientId === null ? undefined : eq(configurators.clientOwner, clientId)
  return db
    .select({ id: configurators.id, name: configurators.name })
    .from(configurators)
    .where(and(own, inArray(configurators.id, ids)))
}

function clientNames(db: Db, ids: string[]) {
  return db
    .select({ id: organisations.id, name: organisations.name })
    .from(organisations)
    .where(inArray(organisations.id, ids))
}
