import type { AuditLog, AuditLogQuery } from '@org/api-client/contract'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '../db/database.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { users } from '../db/schema/auth.ts'
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

/** Lists changes by administrators and security events, or one kind of them, the newest first. */
export async function listAudit(db: Db, { kind, ...page }: AuditLogQuery): Promise<AuditLog> {
  const accounts = alias(users, 'accounts')
  return pageOf(
    page,
    auditEntries.id,
    ({ where, orderBy, limit }) =>
      db
        .select({ entry: auditEntries, actor: users.email, account: accounts.email })
        .from(auditEntries)
        .leftJoin(users, eq(users.id, auditEntries.actorId))
        .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
        .where(and(where, kind === undefined ? undefined : eq(auditEntries.kind, kind)))
        .orderBy(orderBy)
        .limit(limit),
    {
      number: ({ entry }) => entry.id,
      item: ({ entry: { at, ...entry }, actor, account }) => ({
        id: String(entry.id),
        at: at.toISOString(),
        actor,
        action: entry.action,
        kind: entry.kind,
        account,
        outcome: entry.outcome,
        count: entry.count,
        subject: entry.subject,
        changes: entry.changes,
      }),
    },
  )
}
