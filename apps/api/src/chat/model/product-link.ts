import type { OfferedProduct } from './turn-sources.ts'

/** The replacement of a product tag: one link that carries what the product dialog shows. */
export function productLink({ pk, name, url, image, price }: OfferedProduct): string {
  const attributes = {
    href: url,
    'data-pk': pk,
    'data-price': price,
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
