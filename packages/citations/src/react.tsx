export type { CodeToken, HighlightCode } from './code-tokens.ts'
export { type AnswerLabels, defaultAnswerLabels } from './markdown/labels.ts'
export { Answer, type AnswerProps } from './react/answer.tsx'
