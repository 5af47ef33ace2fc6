import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { ownSite } from '../analytics/analytics.events.ts'
import { type BudgetStatus, monthOf, readBudgets } from '../costs/budgets.store.ts'
import type { Db } from '../db/database.ts'
import { type AlertContext, type NewAlert, raiseAlert } from './alerts.store.ts'
import { gapHours, isFailureSpike, isGapSpike, usualDays, usualShare, type Window } from './spike-rules.ts'

const hourMs = 3_600_000
/** Milliseconds between two looks: the figures of a month, and of four weeks by hour. */
const lookMs = 120_000

/**
 * Raises alerts on gaps, failures and budgets while the server runs. Several instances may look at once.
 *
 * @returns a function that stops it, and resolves when nothing is under way
 */
export function startWatching(db: Db, siteUrl: () => URL, log: Logger): () => Promise<void> {
  let running: Promise<void> | undefined
  const look = () => {
    running ??= watch(db, { now: new Date(), siteUrl: siteUrl() })
      .catch((error: unknown) => log.warn({ error }, 'alerts were not looked for'))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(look, lookMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Looks once. */
export async function watch(db: Db, context: AlertContext): Promise<void> {
  const alerts = [...(await spikesOf(db, context.now)), ...(await spentBudgets(db, context.now))]
  for (const alert of alerts) await db.transaction((tx) => raiseAlert(tx, alert, context))
}

// A type alias, because only type aliases have the index signature that rows need.
type Row = {
  client: string
  uncovered: number
  judged: number
  usualUncovered: number
  usualJudged: number
  failed: number
  answers: number
  usualFailed: number
  usualAnswers: number
}

async function spikesOf(db: Db, now: Date): Promise<NewAlert[]> {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs
  const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
  const day = time(hour - (gapHours - 1) * hourMs)
  const before = time(hour - hourMs)
  const { rows } = await db.execute<Row>(sql`
    select client_id as client,
      coalesce(sum(uncovered) filter (where hour >= ${day}), 0)::float8 as uncovered,
      coalesce(sum(judged) filter (where hour >= ${day}), 0)::float8 as judged,
      coalesce(sum(uncovered) filter (where hour < ${day}), 0)::float8 as "usualUncovered",
      coalesce(sum(judged) filter (where hour < ${day}), 0)::float8 as "usualJudged",
      coalesce(sum(failed) filter (where hour >= ${before}), 0)::float8 as failed,
      coalesce(sum(answers) filter (where hour >= ${before}), 0)::float8 as answers,
      coalesce(sum(failed) filter (where hour < ${before}), 0)::float8 as "usualFailed",
      coalesce(sum(answers) filter (where hour < ${before}), 0)::float8 as "usualAnswers"
    from outcome_hourly where hour >= ${time(hour - (usualDays + 1) * 24 * hourMs)} group by 1
  `)
  return [...rows.flatMap((row) => gapAlert(row)), ...failureAlerts(rows)]
}

function gapAlert({ client, uncovered, judged, usualUncovered, usualJudged }: Row): NewAlert[] {
  const window = { count: uncovered, total: judged, usualCount: usualUncovered, usualTotal: usualJudged }
  return isGapSpike(window) ? [alertOf('gaps', client, window)] : []
}

/** A model that fails fails for many clients: then there is one alert of the deployment. */
function failureAlerts(rows: readonly Row[]): NewAlert[] {
  const sum = (name: keyof Omit<Row, 'client'>) => rows.reduce((total, row) => total + row[name], 0)
  const whole = {
    count: sum('failed'),
    total: sum('answers'),
    usualCount: sum('usualFailed'),
    usualTotal: sum('usualAnswers'),
  }
  if (isFailureSpike(whole)) return [alertOf('failures', ownSite, whole)]
  return rows.flatMap(({ client, failed, answers, usualFailed, usualAnswers }) => {
    const window = { count: failed, total: answers, usualCount: usualFailed, usualTotal: usualAnswers }
    return isFailureSpike(window) ? [alertOf('failures', client, window)] : []
  })
}

function alertOf(kind: 'gaps' | 'failures', client: string, window: Window): NewAlert {
  const { count, total } = window
  const clientId = client === ownSite ? null : client
  return { kind, clientId, subject: '', count, total, usual: usualShare(window) * total }
}

/** Budgets of which an alert is due, each once a month. */
async function spentBudgets(db: Db, now: Date): Promise<NewAlert[]> {
  const due = (await readBudgets(db, now, null)).filter(({ state }) => state !== 'within')
  if (due.length === 0) return []
  const { rows } = await db.execute<{ kind: string; subject: string }>(sql`
    select kind, subject from operation_alerts
    where day >= ${monthOf(now)}::date and kind in ('budget', 'budget_stop')
  `)
  const raised = new Set(rows.map(({ kind, subject }) => `${kind} ${subject}`))
  return due.map(toAlert).filter(({ kind, subject }) => !raised.has(`${kind} ${subject}`))
}

function toAlert({ id, ownerId, state, spentMicros, amountMicros }: BudgetStatus): NewAlert {
  return {
    kind: state === 'alert' ? 'budget' : 'budget_stop',
    clientId: ownerId,
    subject: id,
    count: spentMicros,
    total: amountMicros,
    usual: null,
  }
}
