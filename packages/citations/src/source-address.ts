/** Words of the quote's start and end that go into a text fragment. */
const FRAGMENT_WORDS = 5

/** The part of a {@link Citation} that {@link sourceAddress} reads. */
export interface SourcePassage {
  readonly url?: string | undefined
  /** Whole sentences of the source's passage, verbatim. */
  readonly quote?: string | undefined
}

/**
 * Returns the address of a citation's source. For a web page it ends with a text fragment
 * (`#:~:text=start,end`, WICG Scroll to Text Fragment), so that the browser scrolls to the quoted passage and marks it;
 * browsers without support ignore it.
 *
 * @returns `undefined` when the citation has no address
 */
export function sourceAddress({ url, quote }: SourcePassage): string | undefined {
  const words = quote?.trim().split(/\s+/u) ?? []
  if (url === undefined || words.length < 2 || url.includes(':~:') || !isPage(url)) return url
  // Both ends of one range, which may cross elements; a short quote is given whole.
  const ends =
    words.length <= FRAGMENT_WORDS * 2
      ? [words]
      : [words.slice(0, FRAGMENT_WORDS), words.slice(-FRAGMENT_WORDS)]
  const text = ends.map((end) => encode(end.join(' '))).join(',')
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${text}`
}

/** Text fragments work in HTML pages; a PDF viewer reads the fragment as its own parameters. */
function isPage(url: string): boolean {
  return URL.canParse(url) && !/\.(?:pdf|docx?|csv|txt)$/iu.test(new URL(url).pathname)
}

/** Percent-encodes a term; a dash separates prefix and suffix in a text fragment and must be encoded, too. */
function encode(term: string): string {
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(term.toWellFormed()).replaceAll('-', '%2D')
}
