import { readText } from '../platform/unknown-values.ts'

/** Schemes that a link or a picture may have; a page runs others, such as `javascript:`. */
const WEB = ['https:', 'http:']

/** Returns an address that a page may link to, as it is; null for others, and for what is no address. */
export function readWebAddress(value: unknown): string | null {
  return readAddress(value, WEB)
}

/** Returns the address of a file, which may be in the address itself; null for others. */
export function readFileAddress(value: unknown): string | null {
  return readAddress(value, [...WEB, 'data:'])
}

function readAddress(value: unknown, schemes: readonly string[]): string | null {
  const text = readText(value)
  // A relative address has the scheme of the page.
  const base = 'https://page.invalid'
  if (text === null || !URL.canParse(text, base)) return null
  return schemes.includes(new URL(text, base).protocol) ? text : null
}
