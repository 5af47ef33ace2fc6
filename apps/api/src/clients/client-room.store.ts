import type { ClientActivity, ClientRoom } from '@org/api-client/contract'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { clientSteps } from '../db/schema/auth.ts'
import { configurators, widgetSightings } from '../db/schema/embed.ts'
import { articles, products } from '../db/schema/knowledge.ts'
import { plainText } from '../chat/model/plain-answer.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { toAppearance } from '../widgets/appearance.store.ts'
import { widgetTitle } from '../widgets/configurators.store.ts'

/** Rows of one list of the room. */
const listed = 10

/** Widgets of a client, with the sites that they were seen on under this client, and the checklist. */
export async function readRoom(db: Db, clientId: string, now: Date): Promise<ClientRoom> {
  const widgets = await db
    .select()
    .from(configurators)
    .where(eq(configurators.clientOwner, clientId))
    .orderBy(asc(configurators.name), asc(configurators.id))
  const sightings = await db
    .select({ id: configurators.id, origin: widgetSightings.origin, seenAt: widgetSightings.seenAt })
    .from(configurators)
    .innerJoin(widgetSightings, eq(widgetSightings.embedId, configurators.id))
    .where(and(eq(configurators.clientOwner, clientId), eq(widgetSightings.clientId, clientId)))
    .orderBy(desc(widgetSightings.seenAt))
  return {
    widgets: widgets.map((row) => ({
      id: row.id,
      name: row.name,
      title: widgetTitle(row),
      active: row.active,
      theme: row.widgetTheme,
      appearance: toAppearance(row.id, row.appearance),
      version: row.version,
      client_edits: row.clientEdits,
      sightings: sightings
        .filter(({ id }) => id === row.id)
        .slice(0, listed)
        .map(({ origin, seenAt }) => ({ origin, seen_at: seenAt.toISOString() })),
    })),
    checklist: await rememberSteps(db, clientId, {
      look: async () => widgets.some(({ appearance }) => Object.values(appearance).some(isChosen)),
      content: () => hasContent(db, clientId),
      install: async () => sightings.length > 0,
      question: () => hasQuestion(db, clientId),
      now,
    }),
  }
}

type Step = keyof ClientRoom['checklist']

/** Returns the steps that are done now or were done before, and stores those that are new. */
async function rememberSteps(
  db: Db,
  clientId: string,
  { now, ...facts }: Record<Step, () => Promise<boolean>> & { now: Date },
): Promise<ClientRoom['checklist']> {
  const rows = await db
    .select({ step: clientSteps.step })
    .from(clientSteps)
    .where(eq(clientSteps.clientId, clientId))
  const stored = new Set(rows.map(({ step }) => step))
  const isDone = async (step: Step): Promise<boolean> => {
    if (stored.has(step)) return true
    if (!(await facts[step]())) return false
    await db.insert(clientSteps).values({ clientId, step, doneAt: now }).onConflictDoNothing()
    return true
  }
  return {
    look: await isDone('look'),
    content: await isDone('content'),
    install: await isDone('install'),
    question: await isDone('question'),
  }
}

/** Returns whether a part of an appearance differs from the theme's. */
function isChosen(part: unknown): boolean {
  if (part === null || part === '' || part === undefined) return false
  if (Array.isArray(part)) return part.length > 0
  return part !== 'theme' && part !== 'auto' && part !== 'chat'
}

async function hasContent(db: Db, clientId: string): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select 1 from ${articles} where ${articles.clientId} = ${clientId})
      or exists (select 1 from ${products} where ${products.clientId} = ${clientId}) as has`)
  return rows[0]?.has === true
}

async function hasQuestion(db: Db, clientId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: answerOutcomes.id })
    .from(answerOutcomes)
    .where(eq(answerOutcomes.clientId, clientId))
    .limit(1)
  return row !== undefined
}

/** Characters of an answer that a list shows. */
const shownOfAnswer = 500

/** Days that counts of ratings and clicks look back. */
const activityDays = 30

/** Newest records of a client's answers: questions that were not covered, ratings, clicked products, conversations. */
export async function readActivity(
  db: Db,
  clientId: string,
  keepsText: boolean,
  now: Date,
): Promise<ClientActivity> {
  const record = answerOutcomes
  const own = eq(record.clientId, clientId)
  const items = (fits: ReturnType<typeof and>) =>
    db
      .select({
        id: record.id,
        at: record.at,
        question: record.question,
        answer: record.answer,
        outcome: record.outcome,
        reason: record.ratingReason,
        widget: configurators.name,
      })
      .from(record)
      // A widget that went to another client has the name that this one gives it.
      .leftJoin(
        configurators,
        and(eq(configurators.id, record.widgetId), eq(configurators.clientOwner, clientId)),
      )
      .where(fits)
      .orderBy(desc(record.id))
      .limit(listed)
  const since = new Date(now.getTime() - activityDays * 86_400_000)
  const recent = and(own, sql`${record.at} >= ${since.toISOString()}::timestamptz`)
  const [ratings] = await db
    .select({
      up: sql<number>`count(*) filter (where ${record.rating} = 'up')`.mapWith(Number),
      down: sql<number>`count(*) filter (where ${record.rating} = 'down')`.mapWith(Number),
    })
    .from(record)
    .where(and(recent, isNotNull(record.rating)))
  const clicked = db
    .select({ name: sql<string>`unnest(${record.productsClicked})`.as('name') })
    .from(record)
    .where(recent)
    .as('clicked')
  const clicks = await db
    .select({ name: clicked.name, clicks: sql<number>`count(*)`.mapWith(Number) })
    .from(clicked)
    .groupBy(clicked.name)
    .orderBy(desc(sql`count(*)`), asc(clicked.name))
    .limit(listed)
  const toItem = ({ at, answer, ...row }: Awaited<ReturnType<typeof items>>[number]) => ({
    ...row,
    at: at.toISOString(),
    answer: answer === null ? null : plainText(answer).slice(0, shownOfAnswer),
  })
  return {
    days: activityDays,
    uncovered: (await items(and(own, eq(record.outcome, 'uncovered')))).map(toItem),
    ratings: {
      up: ratings?.up ?? 0,
      down: ratings?.down ?? 0,
      newest: (await items(and(own, eq(record.rating, 'down')))).map(toItem),
    },
    products: clicks,
    conversations: (await items(own)).map(toItem),
    keeps_text: keepsText,
  }
}
