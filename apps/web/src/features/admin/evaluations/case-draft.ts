import type { EvaluationCase, EvaluationCaseDraft, EvaluationExpectations } from '@org/api-client'
import { linesOf } from '../lines-of.ts'
import { parseConversation } from '../settings/parse-conversation.ts'

/** An article that the answer must cite. */
export interface CitedArticle {
  id: string
  /** Null for a deleted article. */
  title: string | null
}

/** A case as it is typed: lists as lines. */
export interface CaseFormDraft extends Pick<
  EvaluationCaseDraft,
  'question' | 'language' | 'required' | 'enabled' | 'widgetId' | 'clientId'
> {
  earlier: string
  outcome: EvaluationExpectations['outcome']
  mustCite: readonly CitedArticle[]
  mustContain: string
  mustNotContain: string
  safety: EvaluationExpectations['safety']
  severity: EvaluationExpectations['severity']
  answerLanguage: string | null
  maxGrade: string
}

/** A case that is not written yet. */
export const emptyCase: CaseFormDraft = {
  question: '',
  earlier: '',
  language: 'en',
  widgetId: null,
  clientId: null,
  outcome: 'answered',
  mustCite: [],
  mustContain: '',
  mustNotContain: '',
  safety: 'none',
  severity: null,
  answerLanguage: null,
  maxGrade: '',
  required: true,
  enabled: true,
}

/** A stored case, to be typed over. */
export function toCaseForm(stored: EvaluationCase): CaseFormDraft {
  const { question, language, required, enabled, widgetId, clientId, history, expectations } = stored
  const { outcome, safety, severity, maxGrade } = expectations
  const role = { user: 'User', assistant: 'Assistant' }
  return {
    question,
    language,
    required,
    enabled,
    widgetId,
    clientId,
    outcome,
    safety,
    severity,
    earlier: history.map((message) => `${role[message.role]}: ${message.content}`).join('\n'),
    mustCite: expectations.mustCite.map((id) => ({
      id,
      title: stored.articles.find((article) => article.id === id)?.title ?? null,
    })),
    mustContain: expectations.mustContain.join('\n'),
    mustNotContain: expectations.mustNotContain.join('\n'),
    answerLanguage: expectations.language,
    maxGrade: maxGrade === null ? '' : String(maxGrade),
  }
}

/** The typed case as it is sent. */
export function fromCaseForm(draft: CaseFormDraft): EvaluationCaseDraft {
  const { question, language, required, enabled, widgetId, clientId, outcome, safety, severity } = draft
  return {
    question,
    language,
    required,
    enabled,
    widgetId,
    clientId,
    history: parseConversation(draft.earlier),
    expectations: {
      outcome,
      safety,
      severity,
      mustCite: draft.mustCite.map(({ id }) => id),
      mustContain: linesOf(draft.mustContain),
      mustNotContain: linesOf(draft.mustNotContain),
      language: draft.answerLanguage,
      maxGrade: draft.maxGrade === '' ? null : Number(draft.maxGrade),
    },
  }
}
