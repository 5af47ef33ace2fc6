export { AnswerError, type AnswerErrorCode, isAnswerError } from './errors.ts'
export {
  type AnswerBlock,
  type AnswerOptions,
  type AnswerRenderer,
  createAnswerRenderer,
  renderAnswer,
  sanitizeAnswer,
} from './markdown/render/answer-renderer.ts'
export { citationPlugin } from './markdown/syntax/citation-plugin.ts'
export { type AnswerLabels, defaultAnswerLabels } from './markdown/labels.ts'
export { productPlugin } from './markdown/syntax/product-plugin.ts'
export { thinkingPlugin } from './markdown/syntax/thinking-plugin.ts'
