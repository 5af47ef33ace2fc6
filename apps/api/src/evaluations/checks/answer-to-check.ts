import type { EvaluatedAnswer } from '@org/api-client/contract'

/** An answer before it is checked. */
export type AnswerToCheck = Omit<EvaluatedAnswer, 'checks' | 'passed' | 'judge'>
