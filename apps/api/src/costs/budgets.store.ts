import type { Budget, BudgetSave, BudgetScope } from '@org/api-client/contract'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { toDay } from '../analytics/days.ts'
import type { Db, Transaction } from '../db/database.ts'
import { configurators } from '../db/schema/embed.ts'
import { budgets } from '../db/schema/operations.ts'
import { organisations } from '../db/schema/organisations.ts'
import { invalid, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'

/** A budget, and what its answers have cost since the month began. */
export interface BudgetStatus extends Pick<Budget, 'scope' | 'subject' | 'answers' | 'unpriced' | 'state'> {
  id: string
  /** Null for the deployment and for a widget. */
  clientId: string | null
  widgetId: string | null
  /** The client whose budget it is: of a widget, its owner. */
  ownerId: string | null
  amountMicros: number
  alertPercent: number
  hardStop: boolean
  spentMicros: number
}

// A type alias, because only type aliases have the index signature that rows need.
type Row = {
  id: string
  clientId: string | null
  widgetId: string | null
  ownerId: string | null
  email: string | null
  widget: string | null
  amountMicros: number
  alertPercent: number
  hardStop: boolean
  spentMicros: number
  answers: number
  unpriced: number
}

/** First UTC day of the month. */
export function monthOf(now: Date): string {
  return `${toDay(now.getTime()).slice(0, 8)}01`
}

/** Time at which the next UTC month begins. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}

/**
 * Reads budgets with what was spent, from the figures by day. The budget of a widget begins anew with its next owner.
 *
 * @param owner the client whose budgets and whose widgets' budgets are read; null: all of them
 */
export async function readBudgets(db: Db, now: Date, owner: string | null): Promise<BudgetStatus[]> {
  const isOwn =
    owner === null
      ? sql`true`
      : sql`(budget.client_id = ${owner}::uuid or widget.client_owner = ${owner}::uuid)`
  const hasFigures = owner === null ? sql`exists (select 1 from budgets)` : sql`client_id = ${owner}::uuid`
  const { rows } = await db.execute<Row>(sql`
    with month as materialized (
      select client_id, widget_id, sum(cost_micros)::float8 as spent, sum(answers)::float8 as answers,
        sum(unpriced)::float8 as unpriced
      from outcome_daily
      where ${hasFigures} and day >= ${monthOf(now)}::date group by 1, 2
    )
    select budget.id, budget.client_id as "clientId", budget.widget_id as "widgetId",
      coalesce(budget.client_id, widget.client_owner) as "ownerId", client.name as email, widget.name as widget,
      budget.amount_micros::float8 as "amountMicros", budget.alert_percent as "alertPercent",
      budget.hard_stop as "hardStop", used.*
    from budgets as budget
    left join organisations as client on client.id = budget.client_id
    left join configurators as widget on widget.id = budget.widget_id
    cross join lateral (
      select coalesce(sum(spent), 0)::float8 as "spentMicros", coalesce(sum(answers), 0)::float8 as answers,
        coalesce(sum(unpriced), 0)::float8 as unpriced
      from month
      where case when budget.client_id is not null then month.client_id = budget.client_id
        when budget.widget_id is not null then month.widget_id = budget.widget_id
          and month.client_id = coalesce(widget.client_owner, ${ownSite}::uuid) else true end
    ) as used
    where ${isOwn}
    order by budget.client_id is not null or budget.widget_id is not null, budget.client_id is null, client.name, widget.name
  `)
  return rows.map((row) => toStatus(row))
}

function toStatus({ email, widget, ...row }: Row): BudgetStatus {
  return { ...row, scope: scopeOf(row), subject: email ?? widget, state: stateOf(row) }
}

function scopeOf({ clientId, widgetId }: Pick<Row, 'clientId' | 'widgetId'>): BudgetScope {
  if (clientId !== null) return 'client'
  return widgetId === null ? 'deployment' : 'widget'
}

function stateOf({
  spentMicros,
  amountMicros,
  alertPercent,
  hardStop,
}: Omit<Row, 'email' | 'widget'>): Budget['state'] {
  if (spentMicros >= amountMicros) return hardStop ? 'stopped' : 'spent'
  return spentMicros * 100 >= amountMicros * alertPercent ? 'alert' : 'within'
}

/** A budget as the contract writes it. */
export function toBudget(status: BudgetStatus): Budget {
  return {
    id: status.id,
    scope: status.scope,
    subject_id: status.clientId ?? status.widgetId,
    subject: status.subject,
    amount_micros: status.amountMicros,
    alert_percent: status.alertPercent,
    hard_stop: status.hardStop,
    spent_micros: status.spentMicros,
    answers: status.answers,
    unpriced: status.unpriced,
    state: status.state,
  }
}

/**
 * Sets the budget of a scope, and notes it in the audit log.
 *
 * @throws {HttpError} 422 for a client or widget that does not exist
 */
export async function saveBudget(db: Db, budget: BudgetSave, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    const { clientId, widgetId, name, organisationId } = await subjectOf(tx, budget)
    const where = and(matches(budgets.clientId, clientId), matches(budgets.widgetId, widgetId))
    const [before] = await tx.select().from(budgets).where(where).for('update')
    const fields = {
      amountMicros: budget.amount_micros,
      alertPercent: budget.alert_percent,
      hardStop: budget.hard_stop,
    }
    const set = { ...fields, updatedAt: edit.at }
    await tx
      .insert(budgets)
      .values({ id: newId(), clientId, widgetId, ...set })
      .onConflictDoUpdate({ target: [budgets.clientId, budgets.widgetId], set })
    const earlier = before && {
      amountMicros: before.amountMicros,
      alertPercent: before.alertPercent,
      hardStop: before.hardStop,
    }
    const changes = changesBetween(earlier ?? {}, fields)
    if (changes.length === 0) return
    const action = before === undefined ? 'create' : 'update'
    await recordChange(tx, { action, kind: 'budget', subject: name, organisationId, changes }, edit)
  })
}

function matches(column: typeof budgets.clientId | typeof budgets.widgetId, id: string | null): SQL {
  return id === null ? isNull(column) : eq(column, id)
}

async function subjectOf(tx: Transaction, { scope, subject_id: id }: BudgetSave) {
  if (scope === 'deployment') {
    if (id !== null) throw invalid([{ path: 'subject_id', message: 'The deployment has no id.' }])
    return { clientId: null, widgetId: null, name: '', organisationId: null }
  }
  const isClient = scope === 'client'
  const found = id !== null && isUuid(id) ? await findSubject(tx, id, isClient) : undefined
  if (id === null || found === undefined) {
    const message = isClient ? 'There is no such client.' : 'There is no such widget.'
    throw invalid([{ path: 'subject_id', message }])
  }
  return { clientId: isClient ? id : null, widgetId: isClient ? null : id, ...found }
}

/** Name of a client or a widget, and the client to which it belongs. */
async function findSubject(tx: Transaction, id: string, isClient: boolean) {
  if (isClient) {
    const [client] = await tx
      .select({ name: organisations.name, organisationId: organisations.id })
      .from(organisations)
      .where(eq(organisations.id, id))
    return client
  }
  const [widget] = await tx
    .select({ name: configurators.name, organisationId: configurators.clientOwner })
    .from(configurators)
    .where(eq(configurators.id, id))
  return widget
}

/** @throws {HttpError} 404 for an unknown id */
export async function deleteBudget(db: Db, id: string, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = isUuid(id) ? await tx.delete(budgets).where(eq(budgets.id, id)).returning() : []
    if (gone === undefined) throw notFound('Entry not found.')
    const about = gone.clientId ?? gone.widgetId
    const found = about === null ? undefined : await findSubject(tx, about, gone.clientId !== null)
    const { name: subject, organisationId } = found ?? { name: '', organisationId: gone.clientId }
    await recordChange(tx, { action: 'delete', kind: 'budget', subject, organisationId, changes: [] }, edit)
  })
}
