import type { OpenedParts } from '@org/ui-kit/engine'

const ids = new Map<string, string>()

/**
 * Returns the id by which an order of the page names the click on a product: one for each product, for as long as the
 * frame lives. The page gets it instead of the answer's id, which opens the answer's feedback.
 */
export function clickIdOf(product: string): string {
  const known = ids.get(product)
  if (known !== undefined) return known
  const id = crypto.randomUUID()
  ids.set(product, id)
  return id
}

/** Adds the ids of the clicks on products to the opened parts of an answer. */
export function toOpened(opened: OpenedParts) {
  return {
    ...opened,
    clicks: (opened.products ?? []).map((product) => ({ id: clickIdOf(product), product })),
  }
}
