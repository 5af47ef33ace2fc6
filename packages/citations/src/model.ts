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
  /** Publisher of the source. */
  readonly publisher?: string
  /** ISO 639-1 code of the source's language. */
  readonly language?: string
}

/** A help line of a safety notice; at least one of `phone` and `url` is set. */
export interface HelpLine {
  readonly label: string
  /** As people write it. */
  readonly phone: string | null
  /** An https address. */
  readonly url: string | null
  /** ISO 3166-1 code of the country that it serves, or `INT`. */
  readonly region: string
}

/** Help for a danger that the conversation speaks of. */
export interface SafetyNotice {
  /** For example `self_harm` or `medical_emergency`; later servers may send others. */
  readonly category: string
  /** At `emergency` the notice's text is the whole answer. */
  readonly severity: 'caution' | 'urgent' | 'emergency'
  readonly title: string
  readonly text: string
  readonly lines: readonly HelpLine[]
}

/** Coverage of a question by the content. `safety` and `approved`: the answer is a prepared text. */
export type AnswerOutcome = 'answered' | 'partial' | 'uncovered' | 'refused' | 'safety' | 'approved'

/** The review of an answer that a person approved before it was asked for. */
export interface Approval {
  /** Name of the person who reviewed it. */
  readonly reviewer: string
  /** Day of the review, YYYY-MM-DD. */
  readonly reviewedAt: string
}

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
