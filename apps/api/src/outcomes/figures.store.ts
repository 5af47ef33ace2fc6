import { and, eq, type SQL, sql } from 'drizzle-orm'
import { ownSite } from '../analytics/analytics.events.ts'
import { toDay } from '../analytics/days.ts'
import type { Db, Transaction } from '../db/database.ts'
import { outcomeDaily, outcomeHourly } from '../db/schema/figures.ts'
import type { answerOutcomes } from '../db/schema/outcomes.ts'

type OutcomeRow = typeof answerOutcomes.$inferInsert

/** Measures of a day, as the columns are named in code. */
export const measures = [
  ...(['answers', 'answered', 'approved', 'partial', 'uncovered', 'refused', 'safety', 'failed'] as const),
  ...(['ratedUp', 'ratedDown', 'cited', 'opened', 'shown', 'clicked', 'clicks'] as const),
  ...(['tokens', 'outputTokens', 'costMicros', 'unpriced'] as const),
]

/** Name of a measure. */
export type Measure = (typeof measures)[number]

/** The record that figures belong to. */
export type CountedRecord = Pick<OutcomeRow, 'clientId' | 'widgetId' | 'at' | 'model'>

const hourMs = 3_600_000

function keyOf({ clientId, widgetId, at, model }: CountedRecord) {
  return {
    clientId: clientId ?? ownSite,
    widgetId: widgetId ?? ownSite,
    day: toDay(at.getTime()),
    model,
  }
}

/** Adds a new record to the figures of its day and hour. */
export async function countRecord(tx: Db | Transaction, row: OutcomeRow): Promise<void> {
  const key = keyOf(row)
  const values = measuresOf(row)
  await addToDay(tx, key, values)
  const hour = new Date(Math.floor(row.at.getTime() / hourMs) * hourMs)
  const { answers, answered, approved, partial, uncovered, failed } = values
  const judged = answered + approved + partial + uncovered
  await tx
    .insert(outcomeHourly)
    .values({ clientId: key.clientId, hour, answers, judged, uncovered: uncovered + partial, failed })
    .onConflictDoUpdate({
      target: [outcomeHourly.clientId, outcomeHourly.hour],
      set: {
        answers: sql`${outcomeHourly.answers} + excluded.answers`,
        judged: sql`${outcomeHourly.judged} + excluded.judged`,
        uncovered: sql`${outcomeHourly.uncovered} + excluded.uncovered`,
        failed: sql`${outcomeHourly.failed} + excluded.failed`,
      },
    })
}

/** Adds the cost of an answer that is not counted as one: budgets and costs include it. */
export async function countCost(db: Db, row: OutcomeRow): Promise<void> {
  const { tokens, outputTokens, costMicros } = measuresOf(row)
  await addToDay(db, keyOf(row), { tokens, outputTokens, costMicros })
}

async function addToDay(
  tx: Db | Transaction,
  key: ReturnType<typeof keyOf>,
  values: Partial<Record<Measure, number>>,
): Promise<void> {
  const set = additions(values)
  // An update of no column is an error.
  if (Object.keys(set).length === 0) return
  await tx
    .insert(outcomeDaily)
    .values({ ...key, ...values })
    .onConflictDoUpdate({
      target: [outcomeDaily.clientId, outcomeDaily.widgetId, outcomeDaily.day, outcomeDaily.model],
      set,
    })
}

/** Adds changes of a record that is counted already, such as a rating. Figures that were deleted stay deleted. */
export async function changeFigures(
  tx: Db | Transaction,
  record: CountedRecord,
  changes: Partial<Record<Measure, number>>,
): Promise<void> {
  const set = additions(changes)
  if (Object.keys(set).length === 0) return
  const key = keyOf(record)
  await tx
    .update(outcomeDaily)
    .set(set)
    .where(
      and(
        eq(outcomeDaily.clientId, key.clientId),
        eq(outcomeDaily.widgetId, key.widgetId),
        eq(outcomeDaily.day, key.day),
        eq(outcomeDaily.model, key.model),
      ),
    )
}

function additions(changes: Partial<Record<Measure, number>>): Partial<Record<Measure, SQL>> {
  return Object.fromEntries(
    measures.flatMap((measure) => {
      const change = changes[measure] ?? 0
      return change === 0 ? [] : [[measure, sql`${outcomeDaily[measure]} + ${change}::bigint`]]
    }),
  )
}

/** Measures of one record. */
function measuresOf(row: OutcomeRow): Record<Measure, number> {
  const is = (condition: boolean) => (condition ? 1 : 0)
  const { outcome, rating, citations, citationsOpened = [], products, productsClicked = [] } = row
  return {
    answers: 1,
    answered: is(outcome === 'answered'),
    approved: is(outcome === 'approved'),
    partial: is(outcome === 'partial'),
    uncovered: is(outcome === 'uncovered'),
    refused: is(outcome === 'refused'),
    safety: is(outcome === 'safety'),
    failed: is(row.ending === 'failed'),
    ratedUp: is(rating === 'up'),
    ratedDown: is(rating === 'down'),
    cited: is(citations.length > 0),
    opened: is(citationsOpened.length > 0),
    shown: is(products.length > 0),
    clicked: is(productsClicked.length > 0),
    clicks: productsClicked.length,
    tokens: row.tokens,
    outputTokens: row.outputTokens ?? 0,
    costMicros: row.costMicros ?? 0,
    unpriced: is((row.costMicros ?? null) === null),
  }
}
