// Anything that a URL parser would silently drop or bend is refused before it is parsed.
const CONTROL_OR_SPACE = /[\p{Cc}\s\u2028\u2029\uFEFF]/u
const OWN_ORIGIN = 'https://own.invalid'

/** `value` as an http or https address that may become a link; `undefined` when it is anything else. */
export function linkAddress(value: unknown): string | undefined {
  const address = cleanAddress(value)
  if (address === undefined) return undefined
  return /^https?:\/\//iu.test(address) && URL.canParse(address) ? address : undefined
}

/** `value` as an address that an image may load from: https, or the page's own origin, as a path or in full. */
export function imageAddress(value: unknown): string | undefined {
  const address = cleanAddress(value)
  if (address === undefined || address.includes('\\')) return undefined
  if (/^https?:\/\//iu.test(address)) {
    if (!URL.canParse(address)) return undefined
    const { protocol, origin } = new URL(address)
    return protocol === 'https:' || origin === globalThis.location?.origin ? address : undefined
  }
  if (!URL.canParse(address, OWN_ORIGIN)) return undefined
  const hasScheme = /^[a-z][a-z\d+.-]*:/iu.test(address)
  return !hasScheme && new URL(address, OWN_ORIGIN).origin === OWN_ORIGIN ? address : undefined
}

/** The candidates of a `srcset` whose addresses an image may load from; `undefined` when none is left. */
export function imageCandidates(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const kept: string[] = []
  for (const candidate of value.slice(0, 8192).split(/,\s+|,$/u)) {
    const [address, descriptor, ...rest] = candidate.trim().split(/\s+/u)
    const image = imageAddress(address)
    if (image === undefined || rest.length > 0) continue
    if (descriptor === undefined) kept.push(image)
    else if (/^\d{1,6}(?:\.\d{1,3})?[wx]$/u.test(descriptor)) kept.push(`${image} ${descriptor}`)
  }
  return kept.length > 0 ? kept.join(', ') : undefined
}

function cleanAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const address = value.trim()
  return address === '' || address.length > 4096 || CONTROL_OR_SPACE.test(address) ? undefined : address
}
