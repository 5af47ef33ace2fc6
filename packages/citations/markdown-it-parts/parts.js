/**
 * Stands in for five dependencies of markdown-it, by `overrides` in pnpm-workspace.yaml: linkify-it (its
 * search for bare addresses is never switched on), uc.micro (tables that the language has by now), entities
 * (a table that every browser has), mdurl and punycode.js (the platform encodes addresses by itself). Together
 * 23 KB less, compressed.
 */

/** In the place of linkify-it. */
export function LinkifyIt() {}

/** In the place of uc.micro: punctuation. */
export const P = /\p{P}/u

/** In the place of uc.micro: symbols. */
export const S = /\p{S}/u

// What prose is written with needs no browser.
const decoded = new Map(
  Object.entries({
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&apos;': "'",
    '&nbsp;': '\u00A0',
    '&shy;': '\u00AD',
    '&copy;': '©',
    '&reg;': '®',
    '&trade;': '™',
    '&deg;': '°',
    '&micro;': 'µ',
    '&middot;': '·',
    '&bull;': '•',
    '&hellip;': '…',
    '&ndash;': '–',
    '&mdash;': '—',
    '&lsquo;': '‘',
    '&rsquo;': '’',
    '&ldquo;': '“',
    '&rdquo;': '”',
    '&laquo;': '«',
    '&raquo;': '»',
    '&plusmn;': '±',
    '&times;': '×',
    '&divide;': '÷',
    '&minus;': '−',
    '&le;': '≤',
    '&ge;': '≥',
    '&ne;': '≠',
    '&asymp;': '≈',
    '&rarr;': '→',
    '&larr;': '←',
    '&frac12;': '½',
    '&frac14;': '¼',
    '&frac34;': '¾',
    '&sup2;': '²',
    '&sup3;': '³',
    '&alpha;': 'α',
    '&beta;': 'β',
    '&gamma;': 'γ',
    '&mu;': 'μ',
    '&omega;': 'ω',
    '&euro;': '€',
    '&pound;': '£',
  }),
)

const MAX_REMEMBERED = 5000

/**
 * In the place of entities: the characters that a named reference like `&copy;` stands for, or the reference
 * itself when it is none. Rarer names are the browser's to know.
 */
export function decodeHTMLStrict(reference) {
  const known = decoded.get(reference)
  if (known !== undefined) return known
  const text = /^&[a-z][a-z\d]{1,31};$/iu.test(reference) ? readByBrowser(reference) : reference
  if (decoded.size < MAX_REMEMBERED) decoded.set(reference, text)
  return text
}

function readByBrowser(reference) {
  const { document, trustedTypes } = globalThis
  const holder = document?.createElement('div')
  if (holder === undefined) return reference
  if ('setHTML' in holder) holder.setHTML(reference)
  // Where there are Trusted Types, a page may forbid this.
  else if (trustedTypes === undefined) holder.innerHTML = reference
  else return reference
  const text = holder.textContent
  // `&notit;` is no reference, but begins like an old one that needed no semicolon.
  return text.endsWith(';') && reference !== '&semi;' ? reference : text
}

/**
 * In the place of mdurl: an address in its text before the host, its host, and the text behind it. Only a host
 * that is encoded in its own way has to be told apart.
 */
export function parse(address) {
  const text = address.trim()
  const parts = /^((?:(?:https?:)?\/\/|mailto:)(?:[^/?#]*@)?)([^/?#:]*)(.*)$/isu.exec(text)
  return { auth: parts?.[1] ?? '', hostname: parts?.[2] ?? '', pathname: parts?.[3] ?? text }
}

/** In the place of mdurl: the parts as one address again. */
export function format({ auth, hostname, pathname }) {
  return auth + hostname + pathname
}

/** In the place of mdurl: escapes what may not stand in an address, and leaves what is escaped already. */
export function encode(text) {
  return text
    .toWellFormed()
    .replaceAll(/%[\da-f]{2}|[^%]+|%/giu, (part) => (/^%./u.test(part) ? part : encodeURI(part)))
}

/** In the place of mdurl: the text of `<https://…>`, shown as it was written. */
export function decode(text) {
  return text
}
decode.defaultChars = ''

/** In the place of punycode.js: a host as browsers ask for it, and shown as it was written. */
// oxlint-disable-next-line import/no-default-export
export default {
  toASCII: (host) => (/^[\0-\x7F]*$/u.test(host) ? host : new URL(`http://${host}`).hostname),
  toUnicode: (host) => host,
}
