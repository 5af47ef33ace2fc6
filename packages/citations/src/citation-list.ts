import { linkAddress } from './addresses.ts'
import type { Citation } from './model.ts'
import { isRecord, toText, toWholeNumber } from './unknown-values.ts'

const NUMBER = /^\s*[[【［]\s*\^?(\d{1,6})\s*[\]】］]\s*/u
const ADDRESS_START = /\(\s*<?(?=https?:\/\/)/giu

/**
 * Reads the string form of a citation, `[n] title (url)`.
 *
 * Titles and addresses may hold brackets and parentheses of their own. What stands in the last
 * parentheses is the address only when it is an http or https one; otherwise it belongs to the title.
 *
 * @returns `undefined` when the text does not begin with a number in brackets
 * @example
 * import { parseCitationString } from '@org/citations'
 *
 * console.log(parseCitationString('[2] Sleep [review] (https://example.org/a_(b))'))
 * // { number: 2, title: 'Sleep [review]', url: 'https://example.org/a_(b)' }
 */
export function parseCitationString(text: string): Citation | undefined {
  const match = NUMBER.exec(text)
  if (match === null) return undefined
  return { number: Number(match[1]), ...splitTitle(text.slice(match[0].length)) }
}

/**
 * Reads a list of citations as the stream and stored messages hold it: strings `[n] title (url)`, or
 * objects `{citation_num, citation_string | title, url, quote, heading, publisher, language}`.
 *
 * Entries that are neither are left out. An entry without a number takes its place in the list; of two with
 * the same number the first counts.
 */
export function parseCitations(list: unknown): Citation[] {
  if (!Array.isArray(list)) return []
  const entries: readonly unknown[] = list
  const byNumber = new Map<number, Citation>()
  for (const [index, entry] of entries.entries()) {
    const citation = typeof entry === 'string' ? fromString(entry, index + 1) : fromRecord(entry, index + 1)
    if (citation !== undefined && !byNumber.has(citation.number)) byNumber.set(citation.number, citation)
  }
  return [...byNumber.values()]
}

function fromString(text: string, place: number): Citation | undefined {
  if (text.trim() === '') return undefined
  return parseCitationString(text) ?? { number: place, ...splitTitle(text) }
}

function fromRecord(entry: unknown, place: number): Citation | undefined {
  if (!isRecord(entry)) return undefined
  const text = toText(entry['citation_string']) ?? toText(entry['title'])
  const read = text === undefined ? undefined : fromString(text, place)
  const url = linkAddress(entry['url']) ?? read?.url
  const number =
    toWholeNumber(entry['citation_num']) ?? toWholeNumber(entry['number']) ?? read?.number ?? place
  const title = read?.title ?? url
  if (title === undefined) return undefined
  return { number, title, ...(url === undefined ? {} : { url }), ...passageFields(entry) }
}

function passageFields(entry: Readonly<Record<string, unknown>>): Partial<Citation> {
  const names = ['quote', 'heading', 'publisher', 'language'] as const
  const fields = names.map((name) => [name, toText(entry[name])] as const)
  return Object.fromEntries(fields.filter(([, text]) => text !== undefined))
}

function splitTitle(text: string): { title: string; url?: string } {
  const whole = text.trim()
  const bare = linkAddress(whole)
  if (bare !== undefined) return { title: bare, url: bare }
  const end = /\)[.,;]?$/u.exec(whole)
  if (end === null) return { title: whole }
  for (const start of whole.matchAll(ADDRESS_START)) {
    const inside = whole.slice(start.index + start[0].length, end.index)
    const url = linkAddress(inside.trim().replace(/>$/u, ''))
    if (url === undefined) continue
    const title = whole.slice(0, start.index).trim()
    return { title: title === '' ? url : title, url }
  }
  return { title: whole }
}
