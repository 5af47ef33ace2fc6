import type { Citation, ProductResult, ToolContext } from '@org/api-client/contract'
import type { FoundPassage, FoundProduct } from '../../knowledge/search/knowledge.search.ts'
import { formatPrice } from '../../knowledge/search/price.ts'
import { citedNumbers, claimsOf } from './citation-markers.ts'
import { quoteOf } from './quotes.ts'

/** A product as answers show it. */
export interface OfferedProduct extends ProductResult {
  pk: string
  price: string
}

/** The fields of a passage that a citation shows. */
export type CitedPassage = Pick<FoundPassage, 'id' | 'title' | 'heading' | 'url' | 'author' | 'text'> & {
  /** ISO 639-1 code. @default 'en' */
  language?: string
}

/** A source in its new place: the number that the search gave it, and the part that the answer quotes. */
export interface OrderedSource {
  number: number
  /** @default the part of the passage that the answer's claims rest on */
  quote?: string | undefined
}

/** One search of a turn, with the passages that it returned, best first. */
export interface SearchNote {
  query: string
  covered: boolean
  passages: readonly { title: string; heading: string; url: string; score: number }[]
}

/** The searches and passages of a turn that are noted: those of a model in a loop are more. */
const noted = { searches: 8, passages: 8 }

interface Source {
  passage: CitedPassage
  quote: string
}

/** The sources of one answer, gathered while it is made: passages numbered from 1, products by name. */
export class TurnSources {
  #sources: Source[] = []
  readonly #offered = new Map<string, OfferedProduct>()
  readonly #mentioned = new Map<string, OfferedProduct>()
  readonly #affiliateCode: string | undefined
  /** Numbers of the passages that the answer cites; undefined until the answer is whole. */
  #cited: ReadonlySet<number> | undefined

  readonly searches: SearchNote[] = []

  /** True when the answer may offer products. */
  readonly mayOffer: boolean

  /**
   * @param affiliateCode added to the addresses of products
   * @param mayOffer false where the conversation speaks of a danger
   */
  constructor(affiliateCode?: string, mayOffer = true) {
    this.#affiliateCode = affiliateCode
    this.mayOffer = mayOffer
  }

  /** Notes a search for the record of the answer. */
  note(query: string, covered: boolean, passages: readonly (CitedPassage & { score: number })[]): void {
    if (this.searches.length >= noted.searches) return
    this.searches.push({
      query,
      covered,
      passages: passages
        .slice(0, noted.passages)
        .map(({ title, heading, url, score }) => ({ title, heading, url, score })),
    })
  }

  /** The number of a passage, given in the order in which they are found. */
  cite(passage: CitedPassage): number {
    const known = this.#sources.findIndex((source) => source.passage.id === passage.id)
    if (known !== -1) return known + 1
    this.#sources.push({ passage, quote: quoteOf(passage.text) })
    return this.#sources.length
  }

  /** Returns whether a search of this turn gave this number. */
  has(number: number): boolean {
    return number >= 1 && number <= this.#sources.length
  }

  /** Keeps the given sources alone and numbers them from 1 in the given order; unknown numbers are left out. */
  reorder(order: readonly OrderedSource[]): void {
    this.#sources = order.flatMap(({ number, quote }) => {
      const source = this.#sources[number - 1]
      return source === undefined ? [] : [{ passage: source.passage, quote: quote ?? source.quote }]
    })
  }

  /**
   * Reads the finished text: from now on {@link citations} has the cited passages alone, each with the part that the
   * text around its number rests on.
   *
   * @param quotesAreSet whether {@link reorder} has given the quotes already
   */
  settle(text: string, quotesAreSet = false): void {
    this.#cited = new Set(citedNumbers(text))
    if (quotesAreSet) return
    for (const [number, claim] of claimsOf(text)) {
      const source = this.#sources[number - 1]
      if (source !== undefined) source.quote = quoteOf(source.passage.text, claim)
    }
  }

  /** The authors of the passages that a text cites, each once. */
  authorsCitedIn(text: string): string[] {
    return [
      ...new Set(citedNumbers(text).flatMap((number) => this.#sources[number - 1]?.passage.author ?? [])),
    ]
  }

  /** Makes a product one that the answer may name. */
  offer(product: Omit<FoundProduct, 'score'>): OfferedProduct {
    const { pk, name, image, unitAmount, currency } = product
    const url = this.#affiliateCode === undefined ? product.url : referred(product.url, this.#affiliateCode)
    const offered = { pk, name, url, image, price: formatPrice(unitAmount, currency), alt: name }
    if (this.mayOffer) this.#offered.set(productKey(name), offered)
    return offered
  }

  /** The offered product that a tag names, remembered as part of the answer. */
  mention(name: string): OfferedProduct | undefined {
    const product = this.#offered.get(productKey(name))
    if (product !== undefined) this.#mentioned.set(product.pk, product)
    return product
  }

  /** True when the answer names a product. */
  get hasProducts(): boolean {
    return this.#mentioned.size > 0
  }

  /** The passages found so far; once the text is settled, those that it cites. */
  get citations(): Citation[] {
    return this.#sources
      .map((source, index) => toCitation(source, index + 1))
      .filter(({ citation_num }) => this.#cited?.has(citation_num) ?? true)
  }

  /** The part of a stored message that names its sources. */
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

function toCitation({ passage, quote }: Source, number: number): Citation {
  const { title, url, heading, author, language = 'en' } = passage
  return {
    citation_num: number,
    citation_string: `[${number}] ${title} (${url})`,
    title,
    url,
    quote,
    heading,
    publisher: author,
    language,
  }
}

/** The key under which the name in a product tag finds its product. */
export function productKey(name: string): string {
  return name.trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

function referred(address: string, code: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.searchParams.set('ref', code)
  return url.href
}
