import type { EvaluationCaseDraft } from '../calls/evaluations.ts'
import type { ApprovedAnswerDraft } from '../calls/approved.ts'

/** An article as an operator saves it. */
export const articleDraft = {
  title: 'Zinc',
  author: 'NIH',
  url: 'https://example.org/zinc',
  topic: 'Minerals',
  language: 'en',
  status: 'draft',
  reviewBy: '2027-01-31',
  body: '## Uses\n\nZinc.',
} as const

/** A product as an operator saves it. */
export const productDraft = {
  name: 'Zinc lozenges',
  description: 'Lozenges.',
  unitAmount: 1200,
  currency: 'USD',
  url: 'https://example.org/lozenges',
  image: null,
  topics: ['Minerals'],
  keywords: ['zinc'],
  language: 'en',
  available: true,
  status: 'published',
} as const

/** An approved answer before it is saved. */
export const approvedDraft: ApprovedAnswerDraft = {
  status: 'draft',
  language: 'en',
  question: 'How much zinc do adults need?',
  variants: [],
  answer: '11 mg a day [1].',
  citations: [{ articleId: '019a0000-0000-7000-8000-000000000001', quote: 'Adults need 11 mg.' }],
  reviewer: 'Dr. Example',
  reviewedAt: '2026-11-01',
  expiresAt: null,
}

/** An evaluation case with every field. */
export const evaluationCase: EvaluationCaseDraft = {
  question: 'How much zinc do adults need?',
  history: [{ role: 'user', content: 'Hello' }],
  language: 'en',
  widgetId: null,
  clientId: null,
  expectations: {
    outcome: 'answered',
    mustCite: ['a1'],
    mustContain: ['mg'],
    mustNotContain: ['cures'],
    safety: 'none',
    severity: null,
    language: 'en',
    maxGrade: 10,
  },
  required: true,
  enabled: true,
}
