import type { AuditLog } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { type AuditFilter, readAudit } from './audit.store.ts'

type Entry = AuditLog['items'][number]

/** Formats of an export. */
export type AuditFormat = 'csv' | 'jsonl'

const columns = [
  ...(['id', 'at', 'actor', 'action', 'kind', 'account'] as const),
  ...(['organisation', 'outcome', 'count', 'subject', 'changes'] as const),
]

/**
 * Writes the selected entries, the oldest first: a table (RFC 4180), or one JSON object a line, with the entry's latest
 * position and hash in its chain.
 */
export async function* exportAudit(
  db: Db,
  filter: AuditFilter,
  format: AuditFormat,
): AsyncGenerator<string, void, void> {
  // The byte order mark shows spreadsheets that the text is UTF-8.
  if (format === 'csv') yield `\uFEFF${rowOf(columns)}`
  for await (const entries of readAudit(db, filter)) {
    if (format === 'csv') yield* entries.map(csvRow)
    else yield* await withPlaces(db, entries)
  }
}

async function withPlaces(db: Db, entries: readonly Entry[]): Promise<string[]> {
  const ids = entries.map(({ id }) => id)
  const places = new Map((await readPlaces(db, ids)).map(({ entry, ...place }) => [entry, place]))
  return entries.map((entry) => `${JSON.stringify({ ...entry, ...places.get(entry.id) })}\n`)
}

// A type alias, because only type aliases have the index signature that rows need.
type Place = { entry: string; chain: string; position: number; hash: string }

/** The latest row of the chain of each entry. */
async function readPlaces(db: Db, ids: readonly string[]): Promise<Place[]> {
  const { rows } = await db.execute<Place>(sql`
    select distinct on (entry_id) entry_id::text as entry, chain, position::float8 as position, hash from audit_chain
    where entry_id = any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint))
    order by entry_id, audit_chain.position desc
  `)
  return rows
}

function csvRow(entry: Entry): string {
  const { changes, count, ...rest } = entry
  const cells = {
    ...rest,
    count: String(count),
    changes: changes.length === 0 ? '' : JSON.stringify(changes),
  }
  return rowOf(columns.map((column) => cells[column] ?? ''))
}

function rowOf(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(cell)).join(',')}\r\n`
}

/** Places where a formula may begin: spreadsheets with another separator split at semicolons. */
const formulaStart = /(^|[;\t\r\n])(?=[=+\-@＝＋－＠])/gu

function quoted(cell: string): string {
  return `"${cell.replaceAll(formulaStart, "$1'").replaceAll('"', '""')}"`
}
