import type { AuditLog, AuditLogQuery } from '@org/api-client/contract'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, gte, inArray, lt, lte, max, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '../db/database.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { users } from '../db/schema/auth.ts'
import { organisations } from '../db/schema/organisations.ts'
import { isUuid } from '../platform/process/ids.ts'
import { pageOf } from '../platform/request/cursor-pages.ts'

/** Actor and time of a change. */
export interface Edit {
  actorId: string
  at: Date
  /** Name of the API key by which the actor's account made the change. */
  apiKey?: string
}

/** One change, as the log keeps it. */
export type Change = Pick<AuditLog['items'][number], 'action' | 'kind' | 'subject' | 'changes'> & {
  /** The client whose data was changed; null for data of the deployment. */
  organisationId: string | null
  /** The account that a change of the kind `account_access` is about. */
  accountId?: string
}

/** Notes a change, in the transaction that makes it: there is none without its entry. */
export async function recordChange(tx: Db | Transaction, change: Change, edit: Edit): Promise<void> {
  await recordChanges(tx, [change], edit)
}

/** Notes changes; those of a command have no actor. */
export async function recordChanges(
  tx: Db | Transaction,
  changes: readonly Change[],
  { actorId, at, apiKey }: Omit<Edit, 'actorId'> & { actorId: string | null },
): Promise<void> {
  if (changes.length === 0) return
  const by = apiKey === undefined ? [] : [{ field: 'api_key', before: null, after: apiKey }]
  await tx
    .insert(auditEntries)
    .values(changes.map((change) => ({ ...change, changes: [...change.changes, ...by], actorId, at })))
}

/** Returns the changed fields between two states. */
export function changesBetween(before: object, after: object): Change['changes'] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => !isDeepStrictEqual(old.get(field), now.get(field)))
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
}

/** Characters of a value that the log stores as it is: longer ones of content are in its versions, which count for a quota. */
const storedCharacters = 500

/** Replaces long texts of content by their length and digest: saves by clients must not fill the log. */
export function withoutLongTexts(changes: Change['changes']): Change['changes'] {
  return changes.map(({ field, before, after }) => ({
    field,
    before: shortened(before),
    after: shortened(after),
  }))
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === undefined || text.length <= storedCharacters) return value
  return `${text.length} characters, ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}

/** Selects entries of the audit log; without a field, all. */
export type AuditFilter = Omit<AuditLogQuery, 'limit' | 'cursor'>

const accounts = alias(users, 'accounts')

/** Lists changes and security events, the newest first. */
export async function listAudit(db: Db, query: AuditLogQuery): Promise<AuditLog> {
  return pageOf(
    query,
    auditEntries.id,
    ({ where, orderBy, limit }) =>
      selectEntries(db, and(where, matching(query)))
        .orderBy(orderBy)
        .limit(limit),
    { number: ({ entry }) => entry.id, item: toItem },
  )
}

/** Entries that one statement of an export reads. */
const exportedAtOnce = 500

/** Reads all selected entries in parts, the oldest first, up to the newest one of its start. */
export async function* readAudit(db: Db, filter: AuditFilter): AsyncGenerator<AuditLog['items'][number][]> {
  const [newest] = await db.select({ id: max(auditEntries.id) }).from(auditEntries)
  const end = newest?.id ?? 0
  for (let last = 0; ;) {
    const part = and(gt(auditEntries.id, last), lte(auditEntries.id, end), matching(filter))
    const rows = await selectEntries(db, part).orderBy(asc(auditEntries.id)).limit(exportedAtOnce)
    if (rows.length > 0) yield rows.map(toItem)
    if (rows.length < exportedAtOnce) return
    last = rows.at(-1)?.entry.id ?? end
  }
}

/** Entries by their ids, in no order. */
export async function readEntries(db: Db, ids: readonly number[]): Promise<AuditLog['items'][number][]> {
  if (ids.length === 0) return []
  return (await selectEntries(db, inArray(auditEntries.id, [...ids]))).map(toItem)
}

function matching({ kind, actor, organisation_id: organisationId, from, to }: AuditFilter): SQL | undefined {
  const email = actor?.trim().toLowerCase()
  return and(
    kind === undefined ? undefined : eq(auditEntries.kind, kind),
    // A security event has no actor: the account that it is about is who acted.
    email === undefined ? undefined : or(eq(users.email, email), eq(accounts.email, email)),
    organisationId === undefined ? undefined : isOf(organisationId),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  )
}

/** An id of another form is that of no organisation. */
function isOf(organisationId: string): SQL {
  return isUuid(organisationId) ? eq(auditEntries.organisationId, organisationId) : sql`false`
}

function selectEntries(db: Db, where: SQL | undefined) {
  return db
    .select({
      entry: auditEntries,
      actor: users.email,
      account: accounts.email,
      organisation: organisations.name,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
    .leftJoin(organisations, eq(organisations.id, auditEntries.organisationId))
    .where(where)
    .$dynamic()
}

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

function toItem({ entry, actor, account, organisation }: EntryRow): AuditLog['items'][number] {
  return {
    id: String(entry.id),
    at: entry.at.toISOString(),
    actor,
    action: entry.action,
    kind: entry.kind,
    account,
    organisation_id: entry.organisationId,
    organisation,
    outcome: entry.outcome,
    count: entry.count,
    subject: entry.subject,
    changes: entry.changes,
  }
}
