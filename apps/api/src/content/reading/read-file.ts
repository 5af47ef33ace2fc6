import { contentLimits, uploadLimits } from '@org/api-client/contract'
import mammoth from 'mammoth'
import Papa from 'papaparse'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { parse as parseYaml } from 'yaml'
import {
  type FileReading,
  type FileToRead,
  productColumns,
  type ReadArticle,
  type ReadProducts,
  titleOf,
  UnreadableFile,
} from './file-reading.ts'
import { htmlToMarkdown, readPage } from './html-markdown.ts'
import { withSections } from './markdown-sections.ts'
import { checkZip, type ZipLimits } from './zip-limits.ts'

/** Reads a file as Markdown or as rows of products. Runs in the reading process. */
export async function readFile(file: FileToRead): Promise<FileReading> {
  try {
    const read = await readers[file.format](file)
    return read.kind === 'article' ? storableArticle(read) : read
  } catch (error) {
    if (error instanceof UnreadableFile) {
      return { kind: 'failure', reason: error.reason, detail: error.detail }
    }
    return { kind: 'failure', reason: 'unreadable', detail: '' }
  }
}

/** Texts of an article besides its body. */
const shortTexts = ['author', 'url', 'topic', 'language'] as const

/** @throws {UnreadableFile} for a text that no article can have: the server copies and checks what this process returns */
function storableArticle(read: ReadArticle): ReadArticle {
  const body = storable(read.body)
  if (!/[\p{L}\p{N}]/u.test(body)) throw new UnreadableFile('no_text')
  if (body.length > uploadLimits.textCharacters) throw new UnreadableFile('too_long')
  const oversized = shortTexts.filter((name) => (read[name]?.length ?? 0) > contentLimits.addressCharacters)
  if (oversized.length > 0) throw new UnreadableFile('invalid_fields', oversized.join(', '))
  const title = storable(read.title.slice(0, contentLimits.addressCharacters))
  const texts = shortTexts.flatMap((name) => (read[name] === undefined ? [] : [[name, storable(read[name])]]))
  return { kind: 'article', title, body, ...Object.fromEntries(texts) }
}

/** A text without what PostgreSQL does not store: NUL, which files of PDF and of UTF-16 contain, and half surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

const readers: Record<FileToRead['format'], (file: FileToRead) => Promise<FileReading> | FileReading> = {
  markdown: readMarkdown,
  html: ({ name, bytes, address }) => {
    const { title, body, ...fields } = readPage(decodeText(bytes), address)
    const { title: heading, body: text } = withSections(body)
    return { kind: 'article', title: heading || title || titleOf(name), body: text, ...fields }
  },
  text: ({ name, bytes }) => ({
    kind: 'article',
    title: titleOf(name),
    body: escapeMarkdown(decodeText(bytes)),
  }),
  pdf: readPdf,
  docx: readDocx,
  products: readProducts,
}

const frontMatter = /^---\n([\s\S]*?)\n---\n/u

function readMarkdown({ name, bytes }: FileToRead): ReadArticle {
  const text = decodeText(bytes).replaceAll('\r\n', '\n')
  const match = frontMatter.exec(text)
  const fields = match === null ? {} : Object(parseYaml(match[1] ?? '', { maxAliasCount: 10 }))
  const { title: heading, body } = withSections(text.slice(match?.[0].length ?? 0))
  const given = (key: string) => {
    const value: unknown = fields[key]
    return typeof value === 'string' && value.trim() !== '' ? { [key]: value.trim() } : {}
  }
  return {
    kind: 'article',
    title: heading || titleOf(name),
    body,
    ...given('title'),
    ...given('author'),
    ...given('url'),
    ...given('topic'),
    ...given('language'),
  }
}

async function readPdf({ name, bytes }: FileToRead): Promise<ReadArticle> {
  const document = await openPdf(bytes)
  const { text } = await extractText(document, { mergePages: false })
  const { info } = await getMeta(document)
  const title: unknown = Object(info).Title
  const body = text.map(joinLines).filter((page) => page !== '')
  return {
    kind: 'article',
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : titleOf(name),
    body: escapeMarkdown(body.join('\n\n')),
  }
}

async function openPdf(bytes: Uint8Array) {
  try {
    // The library refuses a Buffer, which a message from another process brings.
    return await getDocumentProxy(new Uint8Array(bytes))
  } catch (error) {
    const isProtected = error instanceof Error && error.name === 'PasswordException'
    throw new UnreadableFile(isProtected ? 'protected' : 'unreadable')
  }
}

/** Joins the lines of a page to paragraphs: a line that does not end a sentence goes on in the next one. */
function joinLines(page: string): string {
  const paragraphs: string[] = []
  let isOpen = false
  for (const line of page.split('\n').map((part) => part.trim())) {
    const last = paragraphs.length - 1
    if (line === '') isOpen = false
    else if (!isOpen) {
      paragraphs.push(line)
      isOpen = true
    } else if (/\p{L}-$/u.test(paragraphs[last] ?? '') && /^\p{Ll}/u.test(line)) {
      paragraphs[last] = `${paragraphs[last]?.slice(0, -1)}${line}`
    } else paragraphs[last] = `${paragraphs[last]} ${line}`
    if (/[.!?:]$/u.test(line)) isOpen = false
  }
  return paragraphs.join('\n\n')
}

/** Ten times the largest upload; pictures hardly shrink, and text of that size is too long. A picture is an entry. */
const wordLimits: ZipLimits = { unpackedBytes: 200_000_000, entries: 5000 }

async function readDocx({ name, bytes }: FileToRead): Promise<ReadArticle> {
  // A compound file in the place of an archive is a document with a password, or one of an older format.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new UnreadableFile('protected')
  checkZip(bytes, wordLimits)
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
    {
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
    },
  )
  const { title, body } = withSections(htmlToMarkdown(html))
  return { kind: 'article', title: title || titleOf(name), body }
}

const mostRows = 2000

function readProducts({ bytes }: FileToRead): ReadProducts {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(decodeText(bytes), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (column) => column.trim().toLowerCase().replaceAll(/\s+/gu, '_'),
    preview: mostRows + 1,
  })
  if (data.length > mostRows) throw new UnreadableFile('too_many_rows', String(mostRows))
  const broken = errors.filter(({ type }) => type !== 'Delimiter').map(({ row = 0 }) => row + 2)
  if (broken.length > 0) throw new UnreadableFile('invalid_rows', rowNumbers(broken))
  if (data.length === 0) throw new UnreadableFile('no_text')
  const oversized = data.flatMap((row, index) => (isOversized(row) ? [index + 2] : []))
  if (oversized.length > 0) throw new UnreadableFile('invalid_rows', rowNumbers(oversized))
  // Taking over hundred thousand columns of strange names would stop the server's event loop.
  const columns = productColumns.filter((column) => meta.fields?.includes(column) === true)
  return { kind: 'products', columns, rows: data.map((row) => knownCells(row, columns)) }
}

function knownCells(row: Record<string, string>, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column) => (row[column] === undefined ? [] : [[column, storable(row[column])]])),
  )
}

/** No field of a product has a longer text, and all topics or keywords together hardly do. */
const mostCellCharacters = Math.max(
  contentLimits.descriptionCharacters,
  contentLimits.words * (contentLimits.nameCharacters + 1),
)

function isOversized(row: Record<string, unknown>): boolean {
  return Object.values(row).some((cell) => typeof cell === 'string' && cell.length > mostCellCharacters)
}

const namedRows = 10

/** The first numbers of a list of rows. */
function rowNumbers(rows: readonly number[]): string {
  const distinct = [...new Set(rows)]
  return `${distinct.slice(0, namedRows).join(', ')}${distinct.length > namedRows ? ', …' : ''}`
}

/** Decodes UTF-8, UTF-16 with its mark, and else the Windows character set of western Europe. */
function decodeText(bytes: Uint8Array): string {
  if (
    bytes.includes(0) &&
    !(bytes[0] === 0xff && bytes[1] === 0xfe) &&
    !(bytes[0] === 0xfe && bytes[1] === 0xff)
  ) {
    throw new UnreadableFile('unreadable')
  }
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Plain text in which a line would be read as a heading of Markdown. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/^(?=#{1,6}\s)/gmu, '\\').trim()
}
