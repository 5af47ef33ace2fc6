import type { BrandSynonym, BrandSynonymImportResult, StoredBrandSynonym } from '@org/api-client/contract'
import type { Edit } from '../audit/audit.store.ts'
import type { Db } from '../db/database.ts'
import { invalid, HttpError } from '../platform/http/http-error.ts'
import { brandSynonyms } from '../operators/entry-kinds.ts'
import {
  type EntrySave,
  listEntries,
  saveEntry,
  type StoredEntry,
  writeEntry,
} from '../operators/entries.store.ts'
import { type CsvRow, parseSynonyms } from './synonyms-csv.ts'
import { isOrganisation } from '../organisations/organisations.store.ts'

type Fields = Omit<BrandSynonym, 'client_id'>

/** Every synonym, retired ones included. */
export async function listSynonyms(db: Db): Promise<StoredBrandSynonym[]> {
  return listEntries(db, brandSynonyms)
}

/**
 * Adds or changes words of a brand.
 *
 * @throws {HttpError} 422 for an unknown client and for a term without another word, besides those of {@link saveEntry}
 */
export async function saveSynonym(
  db: Db,
  { clientId = null, ...save }: EntrySave<Fields>,
  edit: Edit,
): Promise<StoredEntry<Fields>> {
  await requireClient(db, clientId)
  return saveEntry(db, brandSynonyms, { ...save, clientId, fields: toFields(save.fields) }, edit)
}

/** Drops repeated synonyms and the term itself. */
function toFields({ term, synonyms, language }: Fields): Fields {
  const distinct = new Map(synonyms.map((synonym) => [synonym.toLowerCase(), synonym]))
  distinct.delete(term.toLowerCase())
  if (distinct.size === 0) throw invalid([{ path: 'synonyms', message: 'Enter another word than the term.' }])
  return { term, synonyms: [...distinct.values()], language }
}

async function requireClient(db: Db, id: string | null): Promise<void> {
  if (id === null || (await isOrganisation(db, id))) return
  throw invalid([{ path: 'client_id', message: 'There is no such client.' }])
}

/**
 * Stores the rows of a file; a term of the same owner and language is replaced. An import that breaks off has stored the
 * first rows, which its repetition leaves unchanged.
 *
 * @throws {HttpError} 422 for an unknown client and for too many rows
 */
export async function importSynonyms(
  db: Db,
  { csv, client_id: clientId }: { csv: string; client_id: string | null },
  edit: Edit,
): Promise<BrandSynonymImportResult> {
  await requireClient(db, clientId)
  const result: BrandSynonymImportResult = { added: 0, updated: 0, unchanged: 0, failures: [] }
  const rows = await parseSynonyms(csv)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await importRows(db, { rows: rows.slice(from, from + rowsAtOnce), clientId, result }, edit)
  }
  return result
}

/** Rows in one transaction: bounds the time for which it holds the embedded database. */
const rowsAtOnce = 20

const keyOf = (fields: Fields, owner: string | null) => `${owner ?? ''} ${brandSynonyms.keyOf(fields)}`

/** Stores rows in one transaction, and counts them in the result. */
async function importRows(
  db: Db,
  {
    rows,
    clientId,
    result,
  }: { rows: readonly CsvRow[]; clientId: string | null; result: BrandSynonymImportResult },
  edit: Edit,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await listEntries(tx, brandSynonyms)
    const byKey = new Map(stored.map((entry) => [keyOf(entry, entry.client_id), entry]))
    for (const row of rows) {
      if ('reason' in row) {
        result.failures.push(row)
        continue
      }
      try {
        const fields = toFields(row.synonym)
        const key = keyOf(fields, clientId)
        const known = byKey.get(key)
        const save = { id: known?.id, retired: false, fields, clientId }
        const saved = await writeEntry(tx, brandSynonyms, save, edit)
        byKey.set(key, saved)
        if (known === undefined) result.added += 1
        else if (known.version === saved.version) result.unchanged += 1
        else result.updated += 1
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        result.failures.push({ line: row.line, reason: error.message })
      }
    }
  })
}
