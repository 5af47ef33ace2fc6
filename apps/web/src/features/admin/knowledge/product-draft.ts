import type { ContentProduct, ProductDraft } from '@org/api-client'
import { linesOf } from '../lines-of.ts'
import { parsePrice, toPriceText } from './format-content.ts'

/** A product as its form holds it; the owner is chosen once. */
export interface ProductForm extends Omit<ProductDraft, 'unitAmount' | 'topics' | 'keywords' | 'image'> {
  /** As a person types it. */
  price: string
  image: string
  /** One a line. */
  topics: string
  keywords: string
  clientId: string | null
}

/** The form of a product; an empty one without it. */
export function toForm(product: ContentProduct | undefined): ProductForm {
  if (product === undefined) {
    const empty = { name: '', description: '', price: '', url: '', image: '', topics: '', keywords: '' }
    const defaults = { currency: 'USD', language: null, available: true, status: 'draft' } as const
    return { ...empty, ...defaults, clientId: null }
  }
  return {
    name: product.name,
    description: product.description,
    price: toPriceText(product.unitAmount, product.currency),
    currency: product.currency,
    url: product.url,
    image: product.image ?? '',
    topics: product.topics.join('\n'),
    keywords: product.keywords.join('\n'),
    language: product.language,
    available: product.available,
    status: product.status,
    clientId: product.clientId,
  }
}

/** The product that a form describes; undefined while its price is none. */
export function toProduct({
  price,
  clientId: _owner,
  image,
  topics,
  keywords,
  ...fields
}: ProductForm): ProductDraft | undefined {
  const unitAmount = parsePrice(price, fields.currency)
  if (unitAmount === undefined) return undefined
  return {
    ...fields,
    unitAmount,
    image: image === '' ? null : image,
    topics: linesOf(topics),
    keywords: linesOf(keywords),
  }
}
