export { AnswerError, type AnswerErrorCode, isAnswerError } from './errors.ts'
export {
  type AnswerBlock,
  type AnswerOptions,
  type AnswerRenderer,
  createAnswerRenderer,
  renderAnswer,
  sanitizeAnswer,
} from './markdown/answer-renderer.ts'
export { citationPlugin } from './markdown/citation-plugin.ts'
export { type AnswerLabels, defaultAnswerLabels } from './markdown/labels.ts'
export { productPlugin } from './markdown/product-plugin.ts'
export { thinkingPlugin } from './markdown/thinking-plugin.ts'
