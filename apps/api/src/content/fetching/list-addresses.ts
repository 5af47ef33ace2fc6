import { contentLimits } from '@org/api-client/contract'
import type { contentSources } from '../../db/schema/imports.ts'
import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import { ImportFailure } from '../reading/import-failure.ts'
import type { RobotsRules } from './robots.ts'

/** Pages of one source. */
export const mostPages = 2000

/** Sitemaps that an index of sitemaps may name. */
const mostSitemaps = 50

/**
 * Lists the addresses of a source: its own, or those of its sitemap on the same site.
 *
 * @throws {ImportFailure} when the sitemap cannot be read or names no page
 */
export async function listAddresses(
  { kind, address }: Pick<typeof contentSources.$inferSelect, 'kind' | 'address'>,
  robots: RobotsRules,
): Promise<string[]> {
  if (kind !== 'sitemap') return [address]
  const { host } = new URL(address)
  const pages = new Set<string>()
  const sitemaps = new Set([address])
  // An index names sitemaps, which are added while the set is read.
  for (const sitemap of sitemaps) {
    const { status, bytes } = await robots.fetch(sitemap)
    if (status !== 200) throw new ImportFailure('unreachable', String(status))
    const text = bytes.toString()
    const isIndex = /<sitemapindex[\s>]/iu.test(text.slice(0, pieceCharacters))
    for await (const found of locationsOf(text)) {
      await pauseWhenDue()
      if (!isStorable(found) || URL.parse(found)?.host !== host) continue
      if (isIndex) sitemaps.add(found)
      else pages.add(found)
      if (sitemaps.size > mostSitemaps || pages.size > mostPages) throw new ImportFailure('too_many_pages')
    }
  }
  if (pages.size === 0) throw new ImportFailure('no_text')
  return [...pages]
}

/** No article has a longer address, and PostgreSQL stores no NUL. */
function isStorable(address: string): boolean {
  return address.length <= contentLimits.addressCharacters && !/\p{Cc}/u.test(address)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Characters that are searched at once: a sitemap of 20 MB without an address takes a tenth of a second. */
const pieceCharacters = 200_000

/** Characters of the longest element with an address, which may begin in one piece and end in the next. */
const elementCharacters = 4100

/** Addresses of a sitemap, in their order: a large one has a million, of which its reader takes a few. */
async function* locationsOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceCharacters) {
    await pauseWhenDue()
    const piece = text.slice(start, start + pieceCharacters + elementCharacters)
    for (const { index, 1: found = '' } of piece.matchAll(/<loc>([^<]{1,4000})<\/loc>/giu)) {
      // The next piece begins with it.
      if (index >= pieceCharacters) break
      yield found
        .trim()
        .replaceAll(/&(amp|lt|gt|quot|apos);/gu, (_whole, name: string) => entities[name] ?? '')
    }
  }
}
