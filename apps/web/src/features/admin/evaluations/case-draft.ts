import type { EvaluationCase, EvaluationCaseDraft, EvaluationExpectations } from '@org/api-client'
import { parseConversation } from '../settings/parse-conversation.ts'

/** A case as it is typed: lists as lines. */
export interface CaseFormDraft extends Pick<
  EvaluationCaseDraft,
  'question' | 'language' | 'required' | 'enabled' | 'widgetId' | 'clientId'
> {
  earlier: string
  outcome: EvaluationExpectations['outcome']
  mustCite: string
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
  mustCite: '',
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
    mustCite: expectations.mustCite.join('\n'),
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
      mustCite: linesOf(draft.mustCite),
      mustContain: linesOf(draft.mustContain),
      mustNotContain: linesOf(draft.mustNotContain),
      language: draft.answerLanguage,
      maxGrade: draft.maxGrade === '' ? null : Number(draft.maxGrade),
    },
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
