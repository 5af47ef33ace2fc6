/** A numbered source of an answer. */
export interface Citation {
  /** The number that the text refers to as `[n]`. */
  readonly number: number
  readonly title: string
  /** An http or https address; absent where the source has none. */
  readonly url?: string
  /** Whole sentences of the source's passage, verbatim. */
  readonly quote?: string
  /** The heading above the passage. */
  readonly heading?: string
  /** Who published the source. */
  readonly publisher?: string
  /** ISO 639-1 code of the source's language. */
  readonly language?: string
}

/** How far the content answered a question. `safety` and `approved`: a reviewed text is the answer. */
export type AnswerOutcome = 'answered' | 'partial' | 'uncovered' | 'refused' | 'safety' | 'approved'

/** One product that a pill offers. */
export interface ProductOption {
  readonly name: string
  /** An http or https address. */
  readonly url?: string
  /** The price as the shop writes it, currency included. */
  readonly price?: string
  /** An https address, or a path on the page's own origin. */
  readonly imageUrl?: string
  readonly imageAlt?: string
  /** Candidates for an `<img srcset>`; every address obeys the rule of `imageUrl`. */
  readonly srcset?: string
  /** The shop's own key of the product. */
  readonly pk?: string
}

/** The options of each product of an answer, by product name. */
export type ProductOptions = Readonly<Record<string, readonly ProductOption[]>>
