import type { OperatorEntryHistory } from '@org/api-client/contract'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { operatorEntries, operatorEntryVersions, operatorRevisions } from '../db/schema/operators.ts'
import { uniqueViolation } from '../db/unique-violation.ts'
import { pageOf, type PageQuery } from '../platform/request/cursor-pages.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'

type Row = typeof operatorEntries.$inferSelect

/** The kinds of entries that operators add. */
export type EntryKindName = Row['kind']

interface KindOfEntries {
  name: EntryKindName
  /** The field that an error about the content is shown at. */
  mainField: string
  /** Most entries of the kind, retired ones included. */
  limit: number
}

/** A kind of entries with the form of its fields. */
export interface EntryKind<Fields extends object> extends KindOfEntries {
  /** Decodes stored fields; throws for fields of another form. */
  parse: (fields: unknown) => Fields
  /** Equal for entries of equal content. */
  keyOf: (fields: Fields) => string
  /** Subject of the audit entry. */
  subjectOf: (fields: Fields) => string
}

/** A stored entry with the fields of its kind. */
export type StoredEntry<Fields extends object> = Fields & {
  id: string
  version: number
  retired: boolean
  client_id: string | null
  updated_at: string
  updated_by: string | null
}

/** A new or changed entry. */
export interface EntrySave<Fields extends object> {
  /** Id of the entry that it changes; a new entry without it. */
  id?: string | undefined
  /** The version that was read; without it the save goes on top of whatever there is. */
  version?: number | undefined
  retired: boolean
  fields: Fields
  /** Owner of a new entry; that of a stored one never changes. @default everybody */
  clientId?: string | null
}

/** The number of saves of each kind of entries. */
export type Revisions = ReadonlyMap<EntryKindName, number>

/** Reads the number of saves of each kind: a copy with the same number is current. */
export async function readRevisions(db: Db): Promise<Revisions> {
  const rows = await db.select().from(operatorRevisions)
  return new Map(rows.map(({ kind, revision }) => [kind, revision]))
}

/** Lists the entries of a kind, retired ones included, in the order in which they were added. */
export async function listEntries<Fields extends object>(
  db: Db | Transaction,
  kind: EntryKind<Fields>,
): Promise<StoredEntry<Fields>[]> {
  const rows = await db
    .select({ row: operatorEntries, by: users.email })
    .from(operatorEntries)
    .leftJoin(users, eq(users.id, operatorEntries.updatedBy))
    .where(eq(operatorEntries.kind, kind.name))
    .orderBy(asc(operatorEntries.id))
  return rows.map(({ row, by }) => toStored(kind, row, by))
}

/**
 * Adds or changes an entry, with its version, its audit entry and the new revision of its kind, in one transaction.
 * Without a change there is no new version.
 *
 * @throws {HttpError} 404 for an unknown id, 409 with what is stored when that is no longer the version that was read,
 * 422 when an entry of this content exists or there are too many
 */
export async function saveEntry<Fields extends object>(
  db: Db,
  kind: EntryKind<Fields>,
  save: EntrySave<Fields>,
  edit: Edit,
): Promise<StoredEntry<Fields>> {
  return db.transaction((tx) => writeEntry(tx, kind, save, edit))
}

/** {@link saveEntry} within a transaction. */
export async function writeEntry<Fields extends object>(
  tx: Transaction,
  kind: EntryKind<Fields>,
  save: EntrySave<Fields> & { restoredFrom?: number },
  edit: Edit,
): Promise<StoredEntry<Fields>> {
  await countRevision(tx, kind.name)
  const current = save.id === undefined ? undefined : await readEntry(tx, kind, save.id)
  if (current !== undefined && save.version !== undefined && save.version !== current.version) {
    throw new HttpError('conflict', 'Somebody else has saved this entry in the meantime.', {
      detail: { current },
    })
  }
  const { retired, fields } = save
  const before = current === undefined ? {} : { ...kind.parse(current), retired: current.retired }
  const changes = changesBetween(before, { ...fields, retired })
  if (current !== undefined && changes.length === 0) return current
  if (current === undefined) await requireRoom(tx, kind)
  const clientId = current === undefined ? (save.clientId ?? null) : current.client_id
  const row: Row = {
    id: current?.id ?? newId(),
    kind: kind.name,
    key: `${clientId ?? ''} ${kind.keyOf(fields)}`,
    clientId,
    version: (current?.version ?? 0) + 1,
    retired,
    fields: Object.fromEntries(Object.entries(fields)),
    updatedAt: edit.at,
    updatedBy: edit.actorId,
  }
  await upsert(tx, kind, row)
  await tx.insert(operatorEntryVersions).values({
    entryId: row.id,
    version: row.version,
    savedAt: edit.at,
    savedBy: edit.actorId,
    restoredFrom: save.restoredFrom ?? null,
    retired,
    fields: row.fields,
  })
  const action = current === undefined ? 'create' : retired && !current.retired ? 'delete' : 'update'
  const entry = {
    action,
    kind: kind.name,
    subject: kind.subjectOf(fields),
    organisationId: clientId,
  } as const
  await recordChange(tx, { ...entry, changes }, edit)
  return readEntry(tx, kind, row.id)
}

/** Writes a version of one kind of entries; its fields are decoded first. */
type VersionWriter = (
  tx: Transaction,
  save: Omit<EntrySave<object>, 'fields'> & { fields: unknown; restoredFrom: number },
  edit: Edit,
) => Promise<unknown>

/** The writer of a kind for {@link restoreEntry}. */
export function versionWriter<Fields extends object>(kind: EntryKind<Fields>): VersionWriter {
  return (tx, save, edit) => writeEntry(tx, kind, { ...save, fields: kind.parse(save.fields) }, edit)
}

/**
 * Saves an earlier version of an entry as its newest.
 *
 * @throws {HttpError} 404 for an unknown entry or version, 409 when the entry has changed since `baseVersion`
 */
export async function restoreEntry(
  db: Db,
  writers: Readonly<Record<EntryKindName, VersionWriter>>,
  { id, version, baseVersion }: { id: string; version: number; baseVersion: number | undefined },
  edit: Edit,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [saved] = isUuid(id)
      ? await tx
          .select({ kind: operatorEntries.kind, version: operatorEntryVersions })
          .from(operatorEntryVersions)
          .innerJoin(operatorEntries, eq(operatorEntries.id, operatorEntryVersions.entryId))
          .where(and(eq(operatorEntryVersions.entryId, id), eq(operatorEntryVersions.version, version)))
      : []
    if (saved === undefined) throw notFound('There is no such version.')
    const { retired, fields } = saved.version
    const write = writers[saved.kind]
    await write(tx, { id, version: baseVersion, retired, fields, restoredFrom: version }, edit)
  })
}

/**
 * Every version of an entry, the newest first.
 *
 * @throws {HttpError} 404 for an unknown id
 */
export async function entryHistory(db: Db, id: string, page: PageQuery): Promise<OperatorEntryHistory> {
  const found = isUuid(id) ? await db.$count(operatorEntries, eq(operatorEntries.id, id)) : 0
  if (found === 0) throw notFound('Entry not found.')
  return pageOf(
    page,
    operatorEntryVersions.version,
    ({ where, orderBy, limit }) =>
      db
        .select({ saved: operatorEntryVersions, by: users.email })
        .from(operatorEntryVersions)
        .leftJoin(users, eq(users.id, operatorEntryVersions.savedBy))
        .where(and(eq(operatorEntryVersions.entryId, id), where))
        .orderBy(orderBy)
        .limit(limit),
    {
      number: ({ saved }) => saved.version,
      item: ({ saved, by }) => ({
        version: saved.version,
        saved_at: saved.savedAt.toISOString(),
        saved_by: by,
        restored_from: saved.restoredFrom,
        retired: saved.retired,
        fields: saved.fields,
      }),
    },
  )
}

// The row stays locked until the transaction ends: saves of one kind run one after another.
async function countRevision(tx: Transaction, kind: EntryKindName): Promise<void> {
  await tx
    .insert(operatorRevisions)
    .values({ kind, revision: 1 })
    .onConflictDoUpdate({
      target: operatorRevisions.kind,
      set: { revision: sql`${operatorRevisions.revision} + 1` },
    })
}

async function readEntry<Fields extends object>(
  tx: Transaction,
  kind: EntryKind<Fields>,
  id: string,
): Promise<StoredEntry<Fields>> {
  const [found] = isUuid(id)
    ? await tx
        .select({ row: operatorEntries, by: users.email })
        .from(operatorEntries)
        .leftJoin(users, eq(users.id, operatorEntries.updatedBy))
        .where(and(eq(operatorEntries.id, id), eq(operatorEntries.kind, kind.name)))
    : []
  if (found === undefined) throw notFound('Entry not found.')
  return toStored(kind, found.row, found.by)
}

async function requireRoom(tx: Transaction, kind: KindOfEntries): Promise<void> {
  const [row] = await tx
    .select({ entries: count() })
    .from(operatorEntries)
    .where(eq(operatorEntries.kind, kind.name))
  if ((row?.entries ?? 0) < kind.limit) return
  throw invalid(
    [{ path: kind.mainField, message: 'There are {0} entries already, which is the limit.' }],
    kind.limit,
  )
}

async function upsert(tx: Transaction, kind: KindOfEntries, row: Row): Promise<void> {
  const { id: _id, kind: _kind, clientId: _owner, ...changed } = row
  try {
    // A savepoint: the connection of a failed statement could read nothing more.
    await tx.transaction((inner) =>
      inner
        .insert(operatorEntries)
        .values(row)
        .onConflictDoUpdate({ target: operatorEntries.id, set: changed }),
    )
  } catch (error) {
    if (uniqueViolation(error) !== 'operator_entries_key') throw error
    throw invalid([
      { path: kind.mainField, message: 'This entry exists already. It may be among the retired ones.' },
    ])
  }
}

function toStored<Fields extends object>(
  kind: EntryKind<Fields>,
  row: Row,
  by: string | null,
): StoredEntry<Fields> {
  return {
    ...kind.parse(row.fields),
    id: row.id,
    version: row.version,
    retired: row.retired,
    client_id: row.clientId,
    updated_at: row.updatedAt.toISOString(),
    updated_by: by,
  }
}
