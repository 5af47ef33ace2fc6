import type { OpenedParts } from '@org/ui-kit/engine'

const ids = new Map<string, string>()

/**
 * Returns the id by which an order of the page names the click on a product: one for each product, for as long as the
 * frame lives. The page gets it instead of the answer's id, which opens the answer's feedback.
 */
export function clickIdOf(product: string): string {
  const known = ids.get(product)
  if (known !== undefined) return known
  const id = randomId()
  ids.set(product, id)
  return id
}

/** A random UUID. `crypto.randomUUID` is missing on pages without https. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4, variant 10 (RFC 9562, section 5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-')
}

/** Adds the ids of the clicks on products to the opened parts of an answer. */
export function toOpened(opened: OpenedParts) {
  return {
    ...opened,
    clicks: (opened.products ?? []).map((product) => ({ id: clickIdOf(product), product })),
  }
}
