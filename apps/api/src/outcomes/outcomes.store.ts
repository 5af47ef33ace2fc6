import type { AccountExport, AnswerOpened } from '@org/api-client/contract'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { changeFigures } from './figures.store.ts'
import { pauseWhenDue } from '../platform/process/pause-when-due.ts'
import { type EventSender, noEvents, toEventWidget } from '../webhooks/events/event-sender.ts'
import { findConfigurator } from '../widgets/configurators.store.ts'
import { recordClicks } from '../orders/orders.store.ts'
import { redact } from './redact.ts'

/** A rating of a stored answer. */
export interface AnswerRating {
  /** Null: a guest's answer, which is known by its id alone. */
  userId: string | null
  answerId: string
  rating: 'up' | 'down' | null
  reason: string | null
}

/**
 * Copies a rating to the record of its answer. The reason is stored only where the texts are.
 *
 * @returns false when there is no such record
 */
export async function recordRating(
  db: Db,
  { userId, answerId, rating, reason }: AnswerRating,
  { events, now }: { events: EventSender; now: () => Date } = { events: noEvents, now: () => new Date() },
): Promise<boolean> {
  const stored = rating === null || reason === null ? null : redact(reason)
  const isOwn = userId === null ? isNull(answerOutcomes.userId) : eq(answerOutcomes.userId, userId)
  const ratingReason = sql`case when ${answerOutcomes.question} is null then null else ${stored}::text end`
  await events.prepare()
  const isChanged = await changeRecord(
    db,
    and(isOwn, eq(answerOutcomes.id, answerId)),
    { rating, ratingReason },
    async (tx, before, after) => {
      if (after.rating === null || after.rating === before.rating) return
      const found = after.widgetId === null ? undefined : await findConfigurator(tx, after.widgetId)
      // A widget that went to another client has the name that this one gives it.
      const widget = found && found.clientOwner !== after.clientId ? { ...found, name: '' } : found
      const data = { answer_id: answerId, widget: toEventWidget(widget), rating: after.rating }
      const shared = { clientId: after.clientId, at: now(), answerId }
      await events.record(tx, { ...shared, type: 'feedback.created', data })
    },
  )
  events.wake()
  return isChanged
}

/** Changes a record together with its figures; false when there is none. */
async function changeRecord(
  db: Db,
  where: SQL | undefined,
  set: Changes,
  onChanged?: (tx: Transaction, before: Changeable, after: Changeable) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select(changeable).from(answerOutcomes).where(where).for('update')
    if (before === undefined) return false
    const [after] = await tx
      .update(answerOutcomes)
      .set(set)
      .where(eq(answerOutcomes.id, before.id))
      .returning(changeable)
    if (after === undefined) return true
    await changeFigures(tx, before, differenceOf(before, after))
    await onChanged?.(tx, before, after)
    return true
  })
}

interface Changes {
  rating?: 'up' | 'down' | null
  ratingReason?: SQL
  citationsOpened?: SQL
  productsClicked?: SQL
}

const changeable = {
  id: answerOutcomes.id,
  clientId: answerOutcomes.clientId,
  widgetId: answerOutcomes.widgetId,
  at: answerOutcomes.at,
  model: answerOutcomes.model,
  rating: answerOutcomes.rating,
  citationsOpened: answerOutcomes.citationsOpened,
  products: answerOutcomes.products,
  productsClicked: answerOutcomes.productsClicked,
}

type Changeable = Pick<typeof answerOutcomes.$inferSelect, keyof typeof changeable>

function differenceOf(before: Changeable, after: Changeable) {
  const count = (value: (record: Changeable) => number | boolean) =>
    Number(value(after)) - Number(value(before))
  return {
    ratedUp: count(({ rating }) => rating === 'up'),
    ratedDown: count(({ rating }) => rating === 'down'),
    opened: count(({ citationsOpened }) => citationsOpened.length > 0),
    clicked: count(({ productsClicked }) => productsClicked.length > 0),
    clicks: count(({ productsClicked }) => productsClicked.length),
  }
}

/**
 * Adds opened citations and clicked products to a record. Numbers and names that the answer does not show are left out.
 *
 * @param userId the caller; the record of an account's answer is changed by that account alone. A guest's answer is
 *   known by its id, which only the guest has received.
 * @returns false when there is no such record
 */
export async function recordOpened(
  db: Db,
  {
    answerId,
    userId,
    opened,
    at,
  }: { answerId: string; userId: string | null; opened: AnswerOpened; at: Date },
): Promise<boolean> {
  const { citations, citationsOpened, products, productsClicked } = answerOutcomes
  const isOwn =
    userId === null
      ? isNull(answerOutcomes.userId)
      : or(isNull(answerOutcomes.userId), eq(answerOutcomes.userId, userId))
  const changes = {
    citationsOpened: sql`array(
      select distinct n from unnest(${citationsOpened} || ${integers(opened.citations)}) as n
      where n in (select (cited ->> 'number')::int from jsonb_array_elements(${citations}) as cited) order by n
    )`,
    productsClicked: sql`array(
      select distinct name from unnest(${productsClicked} || ${texts(opened.products)}) as name
      where name = any(${products}) order by name
    )`,
  }
  return changeRecord(db, and(isOwn, eq(answerOutcomes.id, answerId)), changes, (tx, _before, after) =>
    recordClicks(tx, after, { clicks: opened.clicks, at }),
  )
}

// A list as JSON: the drivers write arrays in different forms.
function integers(values: readonly number[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)::int)`
}

function texts(values: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`
}

/** Records that one statement of the export reads, each with its citations. */
const exportedAtOnce = 100

/** The sources that a person opened and the products that they clicked, read in several statements. */
export async function exportOpened(db: Db, userId: string): Promise<AccountExport['opened_sources']> {
  const { id, at, citations, citationsOpened, productsClicked } = answerOutcomes
  const own = eq(answerOutcomes.userId, userId)
  const opened = await db
    .select({ id })
    .from(answerOutcomes)
    .where(and(own, sql`(cardinality(${citationsOpened}) > 0 or cardinality(${productsClicked}) > 0)`))
    .orderBy(asc(id))
  const exported: AccountExport['opened_sources'] = []
  for (let from = 0; from < opened.length; from += exportedAtOnce) {
    const ids = opened.slice(from, from + exportedAtOnce).map((row) => row.id)
    const rows = await db
      .select({ id, at, citations, citationsOpened, productsClicked })
      .from(answerOutcomes)
      .where(and(own, inArray(id, ids)))
      .orderBy(asc(id))
    for (const row of rows) {
      const isOpened = new Set(row.citationsOpened)
      const sources = row.citations.filter(({ number }) => isOpened.has(number)).map(({ url }) => url)
      exported.push({
        message_id: row.id,
        at: row.at.toISOString(),
        sources,
        products: row.productsClicked,
      })
    }
    await pauseWhenDue()
  }
  return exported
}
