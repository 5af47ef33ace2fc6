import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { contentImportChunks } from '../../db/schema/imports.ts'
import { type FileToRead, formatOf } from '../reading/file-reading.ts'
import { ImportFailure } from '../reading/import-failure.ts'
import type { ImportItem } from './import-items.ts'

/** Puts the stored parts of an uploaded file together. */
export async function readUpload(db: Db, { id, address, size: total }: ImportItem): Promise<FileToRead> {
  const format = formatOf(address)
  if (format === undefined) throw new ImportFailure('unknown_type')
  const bytes = Buffer.alloc(total)
  let size = 0
  for (let position = 0; size < total; position += 1) {
    const [chunk] = await db
      .select({ bytes: contentImportChunks.bytes })
      .from(contentImportChunks)
      .where(and(eq(contentImportChunks.itemId, id), eq(contentImportChunks.position, position)))
    if (chunk === undefined) throw new ImportFailure('unreadable')
    bytes.set(chunk.bytes, size)
    size += chunk.bytes.byteLength
  }
  return { name: address, format, bytes }
}
