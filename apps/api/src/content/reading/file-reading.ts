import type { ImportReason } from '@org/api-client/contract'

/** Formats of files that can be imported. */
export type FileFormat = 'markdown' | 'html' | 'text' | 'pdf' | 'docx' | 'products'

/** Text of a document. Fields that it does not name are undefined. */
export interface ReadArticle {
  kind: 'article'
  title: string
  /** Markdown whose passages begin with `##`. */
  body: string
  author?: string
  url?: string
  topic?: string
  language?: string
}

/** Columns of a file of products. Others are left out. */
export const productColumns = [
  ...(['name', 'description', 'price', 'currency', 'url', 'image', 'topics', 'keywords'] as const),
  ...(['language', 'available', 'status'] as const),
] as const

/** Rows of a file of products, by the lower-case name of their column. The first row has the number 2. */
export interface ReadProducts {
  kind: 'products'
  columns: string[]
  rows: Record<string, string>[]
}

/** A file that cannot be read. */
export interface ReadFailure {
  kind: 'failure'
  reason: ImportReason
  detail: string
}

/** Result of reading a file. */
export type FileReading = ReadArticle | ReadProducts | ReadFailure

/** A file for the reading process. */
export interface FileToRead {
  name: string
  format: FileFormat
  bytes: Uint8Array
  /** Address of a page, for its links; undefined for an upload. */
  address?: string
}

/** Thrown inside of the reading process for a file that cannot be imported. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly reason: ImportReason
  readonly detail: string

  constructor(reason: ImportReason, detail = '') {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}

const formats = new Map<string, FileFormat>([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['html', 'html'],
  ['htm', 'html'],
  ['txt', 'text'],
  ['pdf', 'pdf'],
  ['docx', 'docx'],
  ['csv', 'products'],
])

/** Returns the format of a file by the end of its name; undefined for one that cannot be imported. */
export function formatOf(name: string): FileFormat | undefined {
  return formats.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/** Returns the name of a file without its ending, as a title. */
export function titleOf(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1)
  const stem = last.includes('.') ? last.slice(0, last.lastIndexOf('.')) : last
  return stem.replaceAll(/[_\s]+/gu, ' ').trim()
}
