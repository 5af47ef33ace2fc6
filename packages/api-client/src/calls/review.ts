import type { AnswerOutcome } from '../chat-events.ts'
import type { Page, Rating } from './conversations.ts'
import { amount, flag, id, list, maybe, oneOf, or, shape, text, texts, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'
import { handoverNote, type HandoverNote } from './widgets/handover.ts'
import type { DangerCategory, DangerSeverity } from './operators.ts'

/** State of a review. `open`: nobody has judged the answer. `done`: put away without a judgement. */
export type ReviewStatus = 'open' | 'good' | 'bad' | 'done'

/** Status of an answer at its end. */
export type AnswerEnding = 'complete' | 'stopped' | 'interrupted' | 'failed'

/** One search of an answer, with what it returned. */
export interface AnswerSearch {
  /** Redacted; null when texts are not stored. */
  query: string | null
  covered: boolean
  passages: { title: string; heading: string; url: string; score: number }[]
}

/** A source that an answer cited. */
export interface RecordedCitation {
  number: number
  title: string
  heading: string
  url: string
  quote: string
  publisher: string
  opened: boolean
}

/** The record of one answer, with its review. Texts are redacted, and null when they are not stored. */
export interface ReviewItem {
  id: string
  at: string
  question: string | null
  answer: string | null
  /** Null for an answer that did not end. */
  outcome: AnswerOutcome | null
  ending: AnswerEnding
  /** ISO 639-1 code. */
  language: string
  /** Null on the site itself. `name` is null for a widget that was deleted. */
  widget: { id: string; name: string | null } | null
  /** The owner of the widget when it was asked; null for the site itself and for widgets without owner. */
  clientId: string | null
  citations: RecordedCitation[]
  /** The approved answer that was given; null for other answers. */
  approvedAnswerId: string | null
  products: { name: string; clicked: boolean }[]
  searches: AnswerSearch[]
  feedback: Rating
  reason: string | null
  safety: { category: DangerCategory; severity: DangerSeverity } | null
  model: string
  tokens: number
  /** Millionths of the deployment's currency; null when it sets no price. */
  costMicros: number | null
  /** Milliseconds from the question to the first text; null without one. */
  firstTextMs: number | null
  totalMs: number
  status: ReviewStatus
  /** `email` is null for accounts that the caller may not see. */
  assignee: { id: string; email: string | null } | null
  labels: string[]
  note: string
  /** The visitor's request for a person after this answer; null for none. */
  handover: HandoverNote | null
}

/** The filters of the review list; those given must all fit. */
export interface ReviewFilter {
  outcome?: AnswerOutcome | undefined
  feedback?: 'up' | 'down' | undefined
  safety?: DangerCategory | 'any' | undefined
  /** The id of a widget, or `none` for the site itself. */
  widget?: string | undefined
  /** ISO 639-1 code. */
  language?: string | undefined
  /** The id of an account, `me`, or `none`. */
  assignee?: string | undefined
  status?: ReviewStatus | undefined
  /** `requested`: answers after which the visitor asked for a person. */
  handover?: 'requested' | undefined
  /** Part of a question, at least three characters. */
  q?: string | undefined
}

/** Changes of a review; fields that are left out stay. */
export interface ReviewPatch {
  status?: ReviewStatus | undefined
  /** Null takes the assignment away. */
  assignee?: string | null | undefined
  labels?: readonly string[] | undefined
  note?: string | undefined
}

/** Counts of the review list, at most 1000 each, and its choices. */
export interface ReviewSummary {
  /** Open answers that are partial, uncovered, refused, about a danger or rated down. */
  attention: number
  /** Open answers that are assigned to the caller. */
  mine: number
  assignees: { id: string; email: string }[]
  widgets: { id: string; name: string }[]
  /** False when the deployment stores no texts of visitors. */
  keepsText: boolean
}

/** The calls about the review of answers. */
export interface ReviewCalls {
  /** Records of answers, the newest first. */
  reviewList: (
    options?: CallOptions & ReviewFilter & { limit?: number | undefined; cursor?: string | null | undefined },
  ) => Promise<Page<ReviewItem>>
  reviewSummary: (options?: CallOptions) => Promise<ReviewSummary>
  saveReview: (answerId: string, patch: ReviewPatch, options?: CallOptions) => Promise<ReviewItem>
}

const outcome = oneOf('answered', 'partial', 'uncovered', 'refused', 'safety', 'approved')
const category = oneOf(
  ...(['self_harm', 'medical_emergency', 'overdose', 'anaphylaxis', 'infant'] as const),
  ...(['eating_disorder', 'violence', 'pregnancy', 'drug_interaction', 'minor_dose'] as const),
)

/** Fields of an answer's record that other systems read, too. */
export const turnFields = {
  id,
  at: words,
  question: maybe,
  answer: maybe,
  outcome: or(outcome, null),
  ending: or(oneOf('complete', 'stopped', 'interrupted', 'failed'), 'complete'),
  language: words,
  widget: or(shape<NonNullable<ReviewItem['widget']>>({ id, name: maybe }), null),
  feedback: or(oneOf('up', 'down'), null),
  reason: maybe,
  safety: or(
    shape<NonNullable<ReviewItem['safety']>>({
      category,
      severity: oneOf('caution', 'urgent', 'emergency'),
    }),
    null,
  ),
}

const decodeItem = shape<ReviewItem>({
  ...turnFields,
  citations: or(
    list(
      shape<RecordedCitation>({
        number: amount,
        title: words,
        heading: words,
        url: words,
        quote: words,
        publisher: words,
        opened: or(flag, false),
      }),
    ),
    [],
  ),
  clientId: or(id, null),
  approvedAnswerId: or(id, null),
  products: or(list(shape<ReviewItem['products'][number]>({ name: text, clicked: or(flag, false) })), []),
  searches: or(
    list(
      shape<AnswerSearch>({
        query: maybe,
        covered: or(flag, false),
        passages: or(
          list(
            shape<AnswerSearch['passages'][number]>({
              title: words,
              heading: words,
              url: words,
              score: or(amount, 0),
            }),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
  model: words,
  tokens: or(amount, 0),
  costMicros: or(amount, null),
  firstTextMs: or(amount, null),
  totalMs: or(amount, 0),
  status: or(oneOf('open', 'good', 'bad', 'done'), 'open'),
  assignee: or(shape<NonNullable<ReviewItem['assignee']>>({ id, email: maybe }), null),
  labels: texts,
  note: words,
  handover: or(handoverNote, null),
})

const decodeSummary = shape<ReviewSummary>({
  attention: or(amount, 0),
  mine: or(amount, 0),
  assignees: or(list(shape<ReviewSummary['assignees'][number]>({ id, email: words })), []),
  widgets: or(list(shape<ReviewSummary['widgets'][number]>({ id, name: words })), []),
  keepsText: or(flag, true),
})

const decodePage = shape<Page<ReviewItem>>({ items: list(decodeItem), nextCursor: or(id, null) })

const review = '/api/admin/review'

/** The calls of {@link ReviewCalls}. */
export function createReviewCalls({ call }: Http): ReviewCalls {
  return {
    reviewList: ({ signal, ...query } = {}) => call(decodePage, { path: review, query, signal }),
    reviewSummary: ({ signal } = {}) => call(decodeSummary, { path: `${review}/summary`, signal }),
    saveReview: (answerId, patch, { signal } = {}) =>
      call(decodeItem, {
        method: 'PATCH',
        path: `${review}/${encodeURIComponent(answerId)}`,
        body: patch,
        signal,
      }),
  }
}
