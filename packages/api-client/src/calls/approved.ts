import { amount, flag, id, list, maybe, oneOf, or, shape, texts, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'
import { type ContentItem, type ContentStatus, type ContentVersion, createCallsOf, item } from './content.ts'
import type { Page, PageOptions } from './conversations.ts'

/** ISO 639-1 code of a language in which questions can be compared. */
export type ApprovedLanguage = 'en' | 'es' | 'de' | 'fr' | 'pt' | 'ar'

/** A passage that an approved answer cites. */
export interface ApprovedCitation {
  articleId: string
  /** Whole sentences of the passage, verbatim. */
  quote: string
  title: string
  heading: string
  url: string
  publisher: string
  language: string
  /** False when the article is no longer published or no longer says so: the answer is not given. */
  found: boolean
}

/** An approved answer. */
export interface ApprovedAnswer extends ContentItem {
  language: ApprovedLanguage
  question: string
  /** Other forms of the question. */
  variants: string[]
  /** Markdown with `[n]` for the n-th of `citations`, and `<product>Name</product>` for products. */
  answer: string
  citations: ApprovedCitation[]
  /** Name that readers see. */
  reviewer: string
  /** Day of the review, YYYY-MM-DD. */
  reviewedAt: string
  /** Last day on which it is given, YYYY-MM-DD; null for no end. */
  expiresAt: string | null
  /** Times that it was given. */
  hits: number
  lastHitAt: string | null
}

/** An approved answer before it is saved. */
export interface ApprovedAnswerDraft {
  status: ContentStatus
  language: ApprovedLanguage
  question: string
  variants: readonly string[]
  answer: string
  citations: readonly Pick<ApprovedCitation, 'articleId' | 'quote'>[]
  reviewer: string
  reviewedAt: string
  expiresAt: string | null
}

/** What a new approved answer begins with. */
export type ApprovedAnswerStart = Pick<
  ApprovedAnswer,
  'clientId' | 'language' | 'question' | 'variants' | 'answer' | 'citations'
>

/** Filters of the list of approved answers; all when left out. */
export interface ApprovedAnswerFilters extends PageOptions {
  /** Words of the question, a variant or the answer. */
  q?: string | undefined
  status?: ContentStatus | undefined
  language?: ApprovedLanguage | undefined
  /** Published answers that expire soon, or have expired. */
  due?: 'expiring' | 'expired' | undefined
  /** `shared`, or the id of a client. A client sees its own answers whatever is given here. */
  clientId?: string | undefined
}

/** Counts of published answers that need somebody. */
export interface ApprovedAnswerSummary {
  /** Those whose last day is near. */
  expiring: number
  /** Those whose last day has passed. */
  expired: number
}

/** The calls about approved answers. A client sees and changes its own alone. */
export interface ApprovedAnswerCalls {
  /** Newest change first. */
  approvedAnswers: (filters?: ApprovedAnswerFilters) => Promise<Page<ApprovedAnswer>>
  approvedSummary: (options?: CallOptions) => Promise<ApprovedAnswerSummary>
  /** What a new answer begins with: from the record of an answer, or from a gap. */
  approvedDraft: (
    from: { review?: string | undefined; gap?: string | undefined },
    options?: CallOptions,
  ) => Promise<ApprovedAnswerStart>
  /** Passages that an answer may cite, best first. */
  approvedSources: (
    query: { q: string; clientId?: string | undefined },
    options?: CallOptions,
  ) => Promise<{ items: ApprovedCitation[] }>
  approvedAnswer: (answerId: string, options?: CallOptions) => Promise<ApprovedAnswer>
  /** The owner is chosen once. A client writes its own answers whatever `clientId` is. */
  createApprovedAnswer: (
    draft: ApprovedAnswerDraft & { clientId: string | null },
    options?: CallOptions,
  ) => Promise<ApprovedAnswer>
  /** Fails with `conflict` when somebody else has saved since `version`. */
  updateApprovedAnswer: (
    answerId: string,
    draft: ApprovedAnswerDraft & { version: number },
    options?: CallOptions,
  ) => Promise<ApprovedAnswer>
  /** The next question does not get the answer any more. */
  deleteApprovedAnswer: (answerId: string, options?: CallOptions) => Promise<void>
  approvedHistory: (answerId: string, options?: PageOptions) => Promise<Page<ContentVersion>>
  /** Saves an earlier version as the newest, on top of `version`. */
  restoreApprovedAnswer: (
    answerId: string,
    restored: number,
    version: number,
    options?: CallOptions,
  ) => Promise<ApprovedAnswer>
}

const citations = list(
  shape<ApprovedCitation>({
    articleId: id,
    quote: words,
    title: words,
    heading: words,
    url: words,
    publisher: words,
    language: words,
    found: or(flag, true),
  }),
)
const language = oneOf('en', 'es', 'de', 'fr', 'pt', 'ar')

const decodeAnswer = shape<ApprovedAnswer>({
  ...item,
  language,
  question: words,
  variants: texts,
  answer: words,
  citations,
  reviewer: words,
  reviewedAt: words,
  expiresAt: maybe,
  hits: or(amount, 0),
  lastHitAt: maybe,
})

const decodeStart = shape<ApprovedAnswerStart>({
  clientId: maybe,
  language,
  question: words,
  variants: texts,
  answer: words,
  citations,
})
const decodeSummary = shape<ApprovedAnswerSummary>({ expiring: amount, expired: amount })
const decodeSources = shape<{ items: ApprovedCitation[] }>({ items: citations })

/** The wire names of nested fields; those of the body itself are written by `call`. */
function toBody<Draft extends ApprovedAnswerDraft>(draft: Draft) {
  return {
    ...draft,
    citations: draft.citations.map(({ articleId, quote }) => ({ article_id: articleId, quote })),
  }
}

const path = '/api/admin/approved-answers'

/** The calls of {@link ApprovedAnswerCalls}. */
export function createApprovedAnswerCalls(http: Http): ApprovedAnswerCalls {
  const { call } = http
  const answers = createCallsOf<ApprovedAnswer, ApprovedAnswer, ReturnType<typeof toBody>>(http, path, {
    item: decodeAnswer,
    listed: decodeAnswer,
  })
  return {
    approvedAnswers: answers.list,
    approvedSummary: ({ signal } = {}) => call(decodeSummary, { path: `${path}/summary`, signal }),
    approvedDraft: (from, { signal } = {}) =>
      call(decodeStart, { path: `${path}/draft`, query: { ...from }, signal }),
    approvedSources: (query, { signal } = {}) =>
      call(decodeSources, { path: `${path}/sources`, query: { ...query }, signal }),
    approvedAnswer: answers.read,
    createApprovedAnswer: (draft, options) => answers.create(toBody(draft), options),
    updateApprovedAnswer: (answerId, draft, options) => answers.update(answerId, toBody(draft), options),
    deleteApprovedAnswer: answers.remove,
    approvedHistory: answers.history,
    restoreApprovedAnswer: answers.restore,
  }
}
