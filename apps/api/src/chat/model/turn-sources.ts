import type { ProductResult, ToolContext } from '@org/api-client/contract'
import type { FoundPassage, FoundProduct } from '../../knowledge/knowledge.search.ts'

/** A product as answers show it. */
export interface OfferedProduct extends ProductResult {
  pk: string
  price: string
}

/** What one answer rests on, gathered while it is made: articles numbered from 1, products by name. */
export class TurnSources {
  readonly #numbers = new Map<string, number>()
  readonly #citations: string[] = []
  readonly #authors: string[] = []
  readonly #offered = new Map<string, OfferedProduct>()
  readonly #mentioned = new Map<string, OfferedProduct>()
  readonly #affiliateCode: string | undefined

  /** @param affiliateCode goes along with the addresses of products */
  constructor(affiliateCode?: string) {
    this.#affiliateCode = affiliateCode
  }

  /** The number of a passage's article, given in the order in which they are found. */
  cite(passage: Pick<FoundPassage, 'articleId' | 'title' | 'url' | 'author'>): number {
    const known = this.#numbers.get(passage.articleId)
    if (known !== undefined) return known
    const number = this.#citations.length + 1
    this.#numbers.set(passage.articleId, number)
    this.#citations.push(`[${number}] ${passage.title} (${passage.url})`)
    this.#authors.push(passage.author)
    return number
  }

  /** Whose articles a text cites by number, each once. */
  authorsCitedIn(text: string): string[] {
    const cited = new Set<string>()
    for (const [, marker = ''] of text.matchAll(/\[(\d{1,4}(?:\s?[,–-]\s?\d{1,4})*)\]/gu)) {
      for (const part of marker.split(',')) {
        const [first = 0, last = first] = part.split(/[–-]/u).map(Number)
        for (const author of this.#authors.slice(Math.max(0, first - 1), last)) cited.add(author)
      }
    }
    return [...cited]
  }

  /** Makes a product one that the answer may name. */
  offer(product: FoundProduct): OfferedProduct {
    const { pk, name, image, unitAmount, currency } = product
    const url = this.#affiliateCode === undefined ? product.url : referred(product.url, this.#affiliateCode)
    const offered = { pk, name, url, image, price: formatPrice(unitAmount, currency), alt: name }
    this.#offered.set(nameKey(name), offered)
    return offered
  }

  /** The offered product that a tag names, remembered as part of the answer. */
  mention(name: string): OfferedProduct | undefined {
    const product = this.#offered.get(nameKey(name))
    if (product !== undefined) this.#mentioned.set(product.pk, product)
    return product
  }

  /** Every article found so far, as `[n] Title (url)`. */
  get citations(): string[] {
    return [...this.#citations]
  }

  /** What the message keeps. */
  toToolContext(): ToolContext {
    return {
      citations: this.citations,
      products: [...this.#mentioned.values()].map(({ pk: _pk, ...result }) => ({
        name: result.name,
        results: [result],
      })),
    }
  }
}

function nameKey(name: string): string {
  return name.trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

function referred(address: string, code: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.searchParams.set('ref', code)
  return url.href
}

/** An amount in minor units as people read it: 1890 USD is $18.90. */
export function formatPrice(unitAmount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(unitAmount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
