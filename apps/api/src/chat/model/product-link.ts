import type { ProductResult } from '@org/api-client/contract'

/**
 * The replacement of a product tag: one link that carries what the product dialog shows.
 *
 * @param product `pk`, its key in the catalogue, is known while its answer is made; stored answers are without it
 */
export function productLink({ pk, name, url, image, price }: ProductResult & { pk?: string }): string {
  const attributes = {
    href: url,
    ...(pk === undefined ? {} : { 'data-pk': pk }),
    ...(typeof price === 'string' ? { 'data-price': price } : {}),
    ...(typeof image === 'string' ? { 'data-image': image } : {}),
    title: name,
  }
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`)
  return `<a ${written.join(' ')}>${escapeHtml(name)}</a>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
