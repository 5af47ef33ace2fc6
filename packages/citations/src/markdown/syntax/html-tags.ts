// Elements that models write into answers. An angle bracket before any other word is text.
const ELEMENTS = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir
  div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup
  hr html i iframe image img input ins isindex kbd keygen label layer legend li link listing main map mark marquee
  math menu menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture
  plaintext pre progress q rp rt ruby s samp script search section select shadow slot small source span strike strong
  style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr
  xml xmp product`.split(/\s+/u),
)

const TAG = /<\/?([a-z][a-z\d]*)(?:(?:\s|\/)(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?>/iuy
const UNCLOSED_TAG = /<\/?(?:([a-z][a-z\d]*)(?:[\s/][^<>]*)?)?$/iuy

/** An HTML tag in a text, by its element's lower-case name and the position behind it. */
export interface HtmlTag {
  readonly name: string
  readonly end: number
}

/** Reads the tag of an HTML element at `at`. */
export function readHtmlTag(source: string, at: number): HtmlTag | undefined {
  TAG.lastIndex = at
  const name = TAG.exec(source)?.[1]?.toLowerCase()
  return name !== undefined && ELEMENTS.has(name) ? { name, end: TAG.lastIndex } : undefined
}

/** Returns whether the text from `at` to its end may become an HTML tag. */
export function mayBecomeHtmlTag(source: string, at: number): boolean {
  if (source.length - at > 600) return false
  UNCLOSED_TAG.lastIndex = at
  const match = UNCLOSED_TAG.exec(source)
  if (match === null) return false
  const name = match[1]?.toLowerCase()
  if (name === undefined || ELEMENTS.has(name)) return true
  return match[0].endsWith(match[1] ?? '') && [...ELEMENTS].some((element) => element.startsWith(name))
}
