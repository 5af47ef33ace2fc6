import type { FileFormat, FileToRead } from '../reading/file-reading.ts'
import { ImportFailure } from '../reading/import-failure.ts'
import type { RobotsRules } from './robots.ts'

const formats = new Map<string, FileFormat>([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/markdown', 'markdown'],
  ['text/plain', 'text'],
  ['application/pdf', 'pdf'],
  ['text/csv', 'products'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
])

/**
 * Reads one address of a source as a file.
 *
 * @throws {ImportFailure} for an address that may not or cannot be read; `gone` when the site has it no more
 */
export async function fetchItem(
  address: string,
  { isFeed, robots }: { isFeed: boolean; robots: RobotsRules },
): Promise<FileToRead> {
  const { status, type, bytes, address: name } = await robots.fetch(address)
  if (status === 404 || status === 410) throw new ImportFailure('gone', String(status))
  if (status !== 200) throw new ImportFailure('unreachable', String(status))
  const format = isFeed ? 'products' : formats.get(type)
  if (format === undefined) throw new ImportFailure('unknown_type', type)
  return { name, format, bytes, address: name }
}
