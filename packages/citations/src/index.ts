export { parseCitations, parseCitationString } from './citation-list.ts'
export type {
  AnswerOutcome,
  Citation,
  HelpLine,
  ProductOption,
  ProductOptions,
  Approval,
  SafetyNotice,
} from './model.ts'
export { parseApproval } from './approval.ts'
export { parseSafetyNotice } from './safety-notice.ts'
export { parseProductReplacement, productKey } from './product-options.ts'
export { expandReferences } from './references.ts'
export { sourceAddress, type SourcePassage } from './source-address.ts'
export { parseToolContext, type ToolContext } from './tool-context.ts'
