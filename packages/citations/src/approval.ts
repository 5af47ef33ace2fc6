import type { Approval } from './model.ts'
import { isRecord, toText } from './unknown-values.ts'

/** Reads `{reviewer, reviewed_at}`; undefined without a reviewer or a day. */
export function parseApproval(value: unknown): Approval | undefined {
  if (!isRecord(value)) return undefined
  const reviewer = toText(value['reviewer'])
  const day = toText(value['reviewed_at']) ?? toText(value['reviewedAt'])
  if (reviewer === undefined || day === undefined || !/^\d{4}-\d{2}-\d{2}$/u.test(day)) return undefined
  return { reviewer, reviewedAt: day }
}
