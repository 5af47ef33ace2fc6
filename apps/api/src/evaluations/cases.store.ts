import type {
  EvaluationCase,
  EvaluationCaseCreate,
  EvaluationCaseList,
  EvaluationCaseQuery,
  EvaluationCaseUpdate,
} from '@org/api-client/contract'
import { and, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
import { evaluationCases } from '../db/schema/evaluations.ts'
import { articles } from '../db/schema/knowledge.ts'
import { organisations } from '../db/schema/organisations.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { after, pageOfRows } from './time-pages.ts'

export type CaseRow = typeof evaluationCases.$inferSelect

const owners = alias(organisations, 'owners')

/** Lists cases, the newest change first. */
export async function listCases(
  db: Db,
  { source, q, limit, cursor }: EvaluationCaseQuery,
): Promise<EvaluationCaseList> {
  const { updatedAt, id, question } = evaluationCases
  const pattern = `%${(q ?? '').replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const rows = await selectCases(db)
    .where(
      and(
        source === undefined ? undefined : eq(evaluationCases.source, source),
        q === undefined ? undefined : ilike(question, pattern),
        after(cursor, updatedAt, id),
      ),
    )
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit + 1)
  const { page, next_cursor } = pageOfRows(rows, limit, ({ row }) => ({ at: row.updatedAt, id: row.id }))
  return { items: await toCases(db, page), next_cursor }
}

/** @throws {HttpError} 404 for an unknown case */
export async function readCase(db: Db | Transaction, id: string): Promise<EvaluationCase> {
  const rows = isUuid(id) ? await selectCases(db).where(eq(evaluationCases.id, id)) : []
  const [found] = await toCases(db, rows)
  if (found === undefined) throw notFound('There is no such case.')
  return found
}

/** Reads cases by their keys, oldest first. */
export async function readCasesByKey(db: Db, keys: readonly string[]): Promise<EvaluationCase[]> {
  if (keys.length === 0) return []
  const rows = await selectCases(db)
    .where(inArray(evaluationCases.key, [...keys]))
    .orderBy(evaluationCases.id)
  return toCases(db, rows)
}

/** @throws {HttpError} 422 for a widget, client or article that does not exist */
export async function createCase(db: Db, fields: EvaluationCaseCreate, edit: Edit): Promise<EvaluationCase> {
  const id = newId()
  await db.transaction(async (tx) => {
    const row = await toRow(tx, fields)
    const times = { createdAt: edit.at, updatedAt: edit.at, updatedBy: edit.actorId }
    await tx.insert(evaluationCases).values({ ...row, ...times, id, source: 'manual' })
    await note(tx, 'create', [], edit)
  })
  return readCase(db, id)
}

/** Fields of a safety sample that can be changed. */
const switches = new Set(['enabled', 'required'])

/**
 * Saves a case. A safety sample can be switched off, and nothing else.
 *
 * @throws {HttpError} 404 for an unknown case, 409 with what is stored when that is not `version`, 422 for another
 *   change of a safety sample and for a widget, client or article that does not exist
 */
export async function updateCase(
  db: Db,
  id: string,
  { version, ...fields }: EvaluationCaseUpdate,
  edit: Edit,
): Promise<EvaluationCase> {
  await db.transaction(async (tx) => {
    const stored = await lockCase(tx, id)
    if (stored.version !== version) {
      throw new HttpError('conflict', 'Somebody else has saved this case in the meantime.', {
        detail: { current: await readCase(tx, id) },
      })
    }
    const row = await toRow(tx, fields)
    const before = Object.fromEntries(Object.keys(row).map((key) => [key, Object(stored)[key]]))
    const changes = changesBetween(before, row)
    if (changes.length === 0) return
    if (stored.source === 'safety' && !changes.every(({ field }) => switches.has(field))) {
      throw invalid([{ path: 'question', message: 'A safety sample can only be switched off.' }])
    }
    await tx
      .update(evaluationCases)
      .set({ ...row, version: version + 1, updatedAt: edit.at, updatedBy: edit.actorId })
      .where(eq(evaluationCases.id, id))
    // The texts of cases may be those of visitors, who may delete them: the log has the names of the fields alone.
    await note(
      tx,
      'update',
      changes.map(({ field, before: old, after: next }) => withoutText(field, old, next)),
      edit,
    )
  })
  return readCase(db, id)
}

/** @throws {HttpError} 404 for an unknown case, 409 for a safety sample */
export async function deleteCase(db: Db, id: string, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    const { source } = await lockCase(tx, id)
    if (source === 'safety') {
      throw new HttpError('conflict', 'A safety sample cannot be deleted. Switch it off instead.')
    }
    await tx.delete(evaluationCases).where(eq(evaluationCases.id, id))
    await note(tx, 'delete', [], edit)
  })
}

/** Records a change of a case without its texts. */
export function note(
  tx: Transaction,
  action: 'create' | 'update' | 'delete',
  changes: { field: string; before: unknown; after: unknown }[],
  edit: Edit,
): Promise<void> {
  const entry = { action, kind: 'evaluation_case', subject: '', organisationId: null } as const
  return recordChange(tx, { ...entry, changes }, edit)
}

function withoutText(field: string, before: unknown, next: unknown) {
  return switches.has(field) ? { field, before, after: next } : { field, before: null, after: null }
}

async function lockCase(tx: Transaction, id: string): Promise<CaseRow> {
  const [row] = isUuid(id)
    ? await tx.select().from(evaluationCases).where(eq(evaluationCases.id, id)).for('update')
    : []
  if (row === undefined) throw notFound('There is no such case.')
  return row
}

async function toRow(tx: Transaction, fields: EvaluationCaseCreate) {
  const { widget_id: widgetId, client_id: clientId, ...rest } = fields
  const missing = (path: string) => invalid([{ path, message: 'There is no such entry.' }])
  const exists = async (table: typeof configurators | typeof organisations, id: string) =>
    isUuid(id) && (await tx.$count(table, eq(table.id, id))) > 0
  if (widgetId !== null && !(await exists(configurators, widgetId))) throw missing('widget_id')
  if (clientId !== null && !(await exists(organisations, clientId))) throw missing('client_id')
  const cited = rest.expectations.must_cite
  if (!cited.every(isUuid)) throw missing('expectations.must_cite')
  return { ...rest, widgetId, clientId }
}

function selectCases(db: Db | Transaction) {
  return db
    .select({ row: evaluationCases, widget: configurators.name, client: owners.name, by: users.email })
    .from(evaluationCases)
    .leftJoin(configurators, eq(configurators.id, evaluationCases.widgetId))
    .leftJoin(owners, eq(owners.id, evaluationCases.clientId))
    .leftJoin(users, eq(users.id, evaluationCases.updatedBy))
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectCases>>

async function toCases(db: Db | Transaction, rows: Selected): Promise<EvaluationCase[]> {
  const titles = await readTitles(
    db,
    rows.flatMap(({ row }) => row.expectations.must_cite),
  )
  return rows.map(({ row, widget, client, by }) => ({
    id: row.id,
    source: row.source,
    question: row.question,
    history: row.history,
    language: row.language,
    widget_id: row.widgetId,
    widget,
    client_id: row.clientId,
    client,
    expectations: row.expectations,
    articles: row.expectations.must_cite.flatMap((id) => {
      const title = titles.get(id)
      return title === undefined ? [] : [{ id, title }]
    }),
    required: row.required,
    enabled: row.enabled,
    version: row.version,
    updated_at: row.updatedAt.toISOString(),
    updated_by: by,
  }))
}

/** Titles of articles by id; deleted articles are missing. */
export async function readTitles(db: Db | Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter(isUuid)
  if (known.length === 0) return new Map()
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(known)}::jsonb)::uuid)`
  const rows = await db
    .select({ id: articles.id, title: articles.title })
    .from(articles)
    .where(sql`${articles.id} in ${list}`)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
