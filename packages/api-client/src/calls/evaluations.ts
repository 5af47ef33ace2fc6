import { amount, flag, id, list, maybe, oneOf, or, shape, text, texts, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'
import type { Page, PageOptions } from './conversations.ts'
import type { DangerCategory, DangerSeverity } from './operators.ts'
import { type ProgressEvents, readProgress } from './progress-events.ts'
import type { AnswerEnding, RecordedCitation } from './review.ts'
import { decodeInterval, type Interval } from './settings-drafts.ts'

/** Coverage of a question by the content. */
export type EvaluatedOutcome = 'answered' | 'partial' | 'uncovered' | 'refused' | 'safety' | 'approved'

/** Origin of a case. `safety`: the reviewed sample of the server, which can only be switched off. */
export type EvaluationSource = 'manual' | 'review' | 'content' | 'safety'

/** Expected properties of an answer. Null and empty lists are not checked. */
export interface EvaluationExpectations {
  outcome: EvaluatedOutcome | null
  /** Ids of articles that the answer must cite. */
  mustCite: string[]
  mustContain: string[]
  mustNotContain: string[]
  /** `none`: the answer must have no safety notice. */
  safety: DangerCategory | 'none' | null
  severity: DangerSeverity | null
  /** ISO 639-1 code of the language of the answer. */
  language: string | null
  /** Highest Flesch-Kincaid grade; checked for English answers alone. */
  maxGrade: number | null
}

/** The fields of a case that people write. */
export interface EvaluationCaseDraft {
  question: string
  /** Earlier messages of the conversation, oldest first. */
  history: { role: 'user' | 'assistant'; content: string }[]
  /** ISO 639-1 code of the reader's pages. */
  language: string
  widgetId: string | null
  clientId: string | null
  expectations: EvaluationExpectations
  /** True when a regression of the case blocks publishing. */
  required: boolean
  /** False: runs leave the case out. */
  enabled: boolean
}

/** A stored question with the expected properties of its answer. */
export interface EvaluationCase extends EvaluationCaseDraft {
  id: string
  source: EvaluationSource
  widget: string | null
  client: string | null
  /** Titles of the articles of `mustCite`. */
  articles: { id: string; title: string }[]
  version: number
  updatedAt: string
  updatedBy: string | null
}

/** Name of a check. */
export type EvaluationCheckName =
  | 'ending'
  | 'outcome'
  | 'citations'
  | 'must_cite'
  | 'must_contain'
  | 'must_not_contain'
  | 'safety'
  | 'claims'
  | 'language'
  | 'sentences'
  | 'reading_level'

/** Result of one check. `expected` and `found` are values, not sentences. */
export interface EvaluationCheck {
  check: EvaluationCheckName
  passed: boolean
  expected: string
  found: string
}

/** An answer of a run. */
export interface EvaluatedAnswer {
  text: string
  ending: AnswerEnding
  outcome: EvaluatedOutcome | null
  citations: Omit<RecordedCitation, 'opened'>[]
  products: string[]
  safety: { category: DangerCategory; severity: DangerSeverity } | null
  model: string
  checks: EvaluationCheck[]
  passed: boolean
  judge: { passed: boolean; reason: string } | null
}

/** A case of a run: the answer of the draft beside that of the published settings. Null until it is made. */
export interface EvaluationResult {
  id: string
  caseId: string
  question: string
  source: EvaluationSource
  required: boolean
  draft: EvaluatedAnswer | null
  published: EvaluatedAnswer | null
  changed: ('text' | 'outcome' | 'citations' | 'products' | 'safety')[]
  regressions: ('safety' | 'citations')[]
}

/** A run: every enabled case answered with a draft and with the published settings. */
export interface EvaluationRun {
  id: string
  status: 'queued' | 'running' | 'done' | 'cancelled'
  draftId: string
  draftName: string
  draftVersion: number
  publishedVersion: number
  done: number
  total: number
  /** Cases whose checks the draft passes, of those that are done. */
  passed: Interval
  publishedPassed: Interval
  changed: number
  /** Required cases that regress in safety or citations. */
  regressions: number
  /** Verdicts of the model that judges; null when none judges. */
  judge: { model: string; draft: Interval; published: Interval } | null
  createdAt: string
  createdBy: string | null
  finishedAt: string | null
}

/** A page of runs, and the number of cases. */
export interface EvaluationPage extends Page<EvaluationRun> {
  cases: { total: number; enabled: number; required: number }
  /** Name of the model that can judge; null when none is configured. */
  judgeModel: string | null
}

/** A run with a page of its difference from the published settings. */
export interface EvaluationDetail extends EvaluationRun, Page<EvaluationResult> {}

/** The cases of a run that are listed. */
export type EvaluationShow = 'all' | 'changed' | 'failed' | 'regressed'

/** The calls about evaluations. Administrators alone. */
export interface EvaluationCalls {
  evaluationCases: (
    options?: PageOptions & { source?: EvaluationSource | undefined; q?: string | undefined },
  ) => Promise<Page<EvaluationCase>>
  createEvaluationCase: (draft: EvaluationCaseDraft, options?: CallOptions) => Promise<EvaluationCase>
  /** Makes a case from the record of an answer; a second call returns the first case. */
  addReviewedCase: (answerId: string, options?: CallOptions) => Promise<EvaluationCase>
  /** Makes a case for each suggested question of an article. */
  addArticleCases: (articleId: string, options?: CallOptions) => Promise<{ items: EvaluationCase[] }>
  evaluationCase: (caseId: string, options?: CallOptions) => Promise<EvaluationCase>
  /** Fails with `conflict` when somebody else has saved since `version`. */
  updateEvaluationCase: (
    caseId: string,
    draft: EvaluationCaseDraft & { version: number },
    options?: CallOptions,
  ) => Promise<EvaluationCase>
  deleteEvaluationCase: (caseId: string, options?: CallOptions) => Promise<void>
  /** Runs, the newest first. */
  evaluations: (options?: PageOptions) => Promise<EvaluationPage>
  startEvaluation: (run: { draftId: string; judge: boolean }, options?: CallOptions) => Promise<EvaluationRun>
  evaluation: (
    runId: string,
    options?: PageOptions & { show?: EvaluationShow | undefined },
  ) => Promise<EvaluationDetail>
  /**
   * The state of a run and each change of it, without results, until it ends or the connection does.
   * @throws {ApiError} when the run is unknown, and when the connection breaks
   */
  evaluationEvents: (runId: string, options?: CallOptions) => ProgressEvents<EvaluationRun>
  cancelEvaluation: (runId: string, options?: CallOptions) => Promise<EvaluationRun>
}

const category = oneOf(
  ...(['self_harm', 'medical_emergency', 'overdose', 'anaphylaxis', 'infant'] as const),
  ...(['eating_disorder', 'violence', 'pregnancy', 'drug_interaction', 'minor_dose'] as const),
)
const severity = oneOf('caution', 'urgent', 'emergency')
const outcome = oneOf('answered', 'partial', 'uncovered', 'refused', 'safety', 'approved')
const source = or(oneOf('manual', 'review', 'content', 'safety'), 'manual')

const decodeCase = shape<EvaluationCase>({
  id,
  source,
  question: words,
  history: or(
    list(shape<EvaluationCase['history'][number]>({ role: oneOf('user', 'assistant'), content: text })),
    [],
  ),
  language: words,
  widgetId: or(id, null),
  widget: maybe,
  clientId: or(id, null),
  client: maybe,
  expectations: shape<EvaluationExpectations>({
    outcome: or(outcome, null),
    mustCite: texts,
    mustContain: texts,
    mustNotContain: texts,
    safety: or((value) => category(value) ?? oneOf('none')(value), null),
    severity: or(severity, null),
    language: maybe,
    maxGrade: or(amount, null),
  }),
  articles: or(list(shape<{ id: string; title: string }>({ id, title: words })), []),
  required: or(flag, true),
  enabled: or(flag, true),
  version: amount,
  updatedAt: words,
  updatedBy: maybe,
})

const checkName = oneOf(
  ...(['ending', 'outcome', 'citations', 'must_cite', 'must_contain', 'must_not_contain'] as const),
  ...(['safety', 'claims', 'language', 'sentences', 'reading_level'] as const),
)

const decodeAnswer = shape<EvaluatedAnswer>({
  text: words,
  ending: or(oneOf('complete', 'stopped', 'interrupted', 'failed'), 'failed'),
  outcome: or(outcome, null),
  citations: or(
    list(
      shape<EvaluatedAnswer['citations'][number]>({
        number: amount,
        title: words,
        heading: words,
        url: words,
        quote: words,
        publisher: words,
      }),
    ),
    [],
  ),
  products: texts,
  safety: or(shape<NonNullable<EvaluatedAnswer['safety']>>({ category, severity }), null),
  model: words,
  checks: or(
    list(shape<EvaluationCheck>({ check: checkName, passed: flag, expected: words, found: words })),
    [],
  ),
  passed: or(flag, false),
  judge: or(shape<NonNullable<EvaluatedAnswer['judge']>>({ passed: flag, reason: words }), null),
})

const runFields = {
  id,
  status: or(oneOf('queued', 'running', 'done', 'cancelled'), 'running'),
  draftId: id,
  draftName: words,
  draftVersion: amount,
  publishedVersion: amount,
  done: or(amount, 0),
  total: or(amount, 0),
  passed: decodeInterval,
  publishedPassed: decodeInterval,
  changed: or(amount, 0),
  regressions: or(amount, 0),
  judge: or(
    shape<NonNullable<EvaluationRun['judge']>>({
      model: words,
      draft: decodeInterval,
      published: decodeInterval,
    }),
    null,
  ),
  createdAt: words,
  createdBy: maybe,
  finishedAt: maybe,
}
const decodeRun = shape<EvaluationRun>(runFields)

const decodeDetail = shape<EvaluationDetail>({
  ...runFields,
  items: list(
    shape<EvaluationResult>({
      id,
      caseId: id,
      question: words,
      source,
      required: or(flag, false),
      draft: or(decodeAnswer, null),
      published: or(decodeAnswer, null),
      changed: or(list(oneOf('text', 'outcome', 'citations', 'products', 'safety')), []),
      regressions: or(list(oneOf('safety', 'citations')), []),
    }),
  ),
  nextCursor: or(id, null),
})

const decodeList = shape<EvaluationPage>({
  items: list(decodeRun),
  nextCursor: or(id, null),
  cases: shape<EvaluationPage['cases']>({ total: amount, enabled: amount, required: amount }),
  judgeModel: maybe,
})
const decodeCases = shape<Page<EvaluationCase>>({ items: list(decodeCase), nextCursor: or(id, null) })
const decodeAdded = shape<{ items: EvaluationCase[] }>({ items: list(decodeCase) })

/** The wire names of nested fields; those of the body itself are written by `call`. */
function toBody<Draft extends EvaluationCaseDraft>({ expectations, ...draft }: Draft) {
  const { mustCite, mustContain, mustNotContain, maxGrade, ...rest } = expectations
  return {
    ...draft,
    expectations: {
      ...rest,
      must_cite: mustCite,
      must_contain: mustContain,
      must_not_contain: mustNotContain,
      max_grade: maxGrade,
    },
  }
}

const path = '/api/admin/evaluations'
const cases = `${path}/cases`
const runPath = (runId: string) => `${path}/${encodeURIComponent(runId)}`
const casePath = (caseId: string) => `${cases}/${encodeURIComponent(caseId)}`

/** The calls of {@link EvaluationCalls}. */
export function createEvaluationCalls(http: Http): EvaluationCalls {
  const { call, tell } = http
  return {
    evaluationCases: ({ signal, ...query } = {}) => call(decodeCases, { path: cases, query, signal }),
    createEvaluationCase: (draft, { signal } = {}) =>
      call(decodeCase, { method: 'POST', path: cases, body: toBody(draft), signal }),
    addReviewedCase: (answerId, { signal } = {}) =>
      call(decodeCase, { method: 'POST', path: `${cases}/from-review`, body: { answerId }, signal }),
    addArticleCases: (articleId, { signal } = {}) =>
      call(decodeAdded, { method: 'POST', path: `${cases}/from-article`, body: { articleId }, signal }),
    evaluationCase: (caseId, { signal } = {}) => call(decodeCase, { path: casePath(caseId), signal }),
    updateEvaluationCase: (caseId, draft, { signal } = {}) =>
      call(decodeCase, { method: 'PUT', path: casePath(caseId), body: toBody(draft), signal }),
    deleteEvaluationCase: (caseId, { signal } = {}) =>
      tell({ method: 'DELETE', path: casePath(caseId), signal }),
    evaluations: ({ signal, limit, cursor } = {}) =>
      call(decodeList, { path, query: { limit, cursor }, signal }),
    startEvaluation: (body, { signal } = {}) => call(decodeRun, { method: 'POST', path, body, signal }),
    evaluation: (runId, { signal, ...query } = {}) =>
      call(decodeDetail, { path: runPath(runId), query, signal }),
    evaluationEvents: (runId, { signal } = {}) => readProgress(http, runPath(runId), decodeRun, signal),
    cancelEvaluation: (runId, { signal } = {}) =>
      call(decodeRun, { method: 'POST', path: `${runPath(runId)}/cancel`, signal }),
  }
}
