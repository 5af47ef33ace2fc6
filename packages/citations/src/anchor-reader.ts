/** An `<a>` as found in a text: its attributes by lower-case name, and its text without markup. */
export interface AnchorElement {
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
}

const MAX_TEXT = 200_000
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gu
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Reads the anchors of a piece of HTML without a DOM; everything else in it is passed over. */
export function readAnchors(html: string, limit: number): AnchorElement[] {
  const text = html.slice(0, MAX_TEXT)
  const anchors: AnchorElement[] = []
  const start = /<a(?=[\s/>])/giu
  const end = /<\/a/giu
  while (anchors.length < limit) {
    const open = start.exec(text)
    if (open === null) break
    const tagEnd = endOfTag(text, start.lastIndex)
    if (tagEnd < 0) break
    end.lastIndex = tagEnd
    const close = end.exec(text)?.index ?? -1
    const inside = text.slice(tagEnd, close < 0 ? text.length : close)
    anchors.push({
      attributes: readAttributes(text.slice(start.lastIndex, tagEnd - 1)),
      text: toPlainText(inside),
    })
    if (close < 0) break
    start.lastIndex = close
  }
  return anchors
}

/** The text of a piece of HTML: tags dropped, character references read, white space trimmed. */
export function toPlainText(html: string): string {
  return decodeReferences(html.replace(/<\/?[a-z][^<>]*>/giu, '')).trim()
}

/** Reads the attributes inside a start tag; of two with one name the first counts, as in a browser. */
export function readAttributes(tag: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decodeReferences(double ?? single ?? bare ?? ''))
  }
  return attributes
}

// The position behind the `>` that ends a tag; a `>` inside quotes does not.
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return -1
}

function decodeReferences(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (whole, decimal, hex, name) => {
    if (typeof name === 'string') {
      const key = name.toLowerCase()
      return Object.hasOwn(NAMED, key) ? (NAMED[key] ?? whole) : whole
    }
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : '\uFFFD'
  })
}
