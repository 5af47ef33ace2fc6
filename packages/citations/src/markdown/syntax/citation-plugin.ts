import type { MarkdownIt, StateInline } from 'markdown-it'
import { type CitationMarker, readMarker } from './citation-marker.ts'

/** `meta` of a `citation` token. */
export interface CitationMeta extends Record<string, unknown> {
  readonly references: readonly number[]
  /** Address of a doubled marker `[[1]](address)`; used when no citation has its numbers. */
  readonly href?: string
}

/**
 * Citations `[1]`, `[1-3, 5]`, `[1][2]`, `[1–3]`, `【1】`, `［1］`, `[^1]`, `[[1]]` and `[[1]](address)` as
 * `citation` tokens: `content` is the marker as written, `info` what stands inside it, `meta` is a
 * {@link CitationMeta}. Links and images come first, and code never gets here.
 */
export function citationPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'citation_doubled', doubled)
  md.inline.ruler.after('link', 'citation', single)
  md.renderer.rules['citation'] = (tokens, index) => {
    const token = tokens[index]
    if (token === undefined) return ''
    const { references } = citationMeta(token.meta)
    const escape = md.utils.escapeHtml
    return `<button type="button" class="org-citation" data-refs="${references.join()}" aria-disabled="true">${escape(token.info)}</button>`
  }
}

/** Reads back the `meta` of a `citation` token. */
export function citationMeta(meta: Readonly<Record<string, unknown>> | null): CitationMeta {
  const references: readonly unknown[] = Array.isArray(meta?.['references']) ? meta['references'] : []
  const href = meta?.['href']
  return {
    references: references.filter((reference) => typeof reference === 'number'),
    ...(typeof href === 'string' ? { href } : {}),
  }
}

function single(state: StateInline, silent: boolean): boolean {
  // Silent reading looks for the end of a link's text, where a longer token would pass for a nested link.
  if (silent) return false
  const marker = readMarker(state.src, state.pos)
  if (marker === undefined || marker.end > state.posMax) return false
  push(state, marker, marker.end)
  state.pos = marker.end
  return true
}

function doubled(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x5b || src.charCodeAt(pos + 1) !== 0x5b) return false
  const marker = readMarker(src, pos + 1)
  if (marker === undefined || src.charCodeAt(marker.end) !== 0x5d || marker.end >= state.posMax) return false
  const inner = marker.end + 1
  const destination = readDestination(state, inner)
  const end = destination?.end ?? inner
  if (!silent) push(state, marker, end, destination?.href)
  state.pos = end
  return true
}

function push(state: StateInline, marker: CitationMarker, end: number, href?: string): void {
  const token = state.push('citation', '', 0)
  token.content = state.src.slice(state.pos, end)
  token.info = marker.label
  token.meta = { references: marker.references, ...(href === undefined ? {} : { href }) }
}

function readDestination(
  { src, posMax, md }: StateInline,
  at: number,
): { href: string; end: number } | undefined {
  if (src.charCodeAt(at) !== 0x28) return undefined
  const destination = md.helpers.parseLinkDestination(src, at + 1, posMax)
  if (!destination.ok || src.charCodeAt(destination.pos) !== 0x29) return undefined
  const href = md.normalizeLink(destination.str)
  return md.validateLink(href) ? { href, end: destination.pos + 1 } : undefined
}
