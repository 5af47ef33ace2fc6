/** Kinds of contradictions in the audit log. The contract, the decoders and the server share them. */
export const auditProblemKinds = [
  'changed_row',
  'missing_row',
  'missing_start',
  'changed_entry',
  'missing_entry',
  'early_retention',
  'entry_outside',
  'other_head',
] as const

/** Kind of a contradiction in the audit log. */
export type AuditProblemKind = (typeof auditProblemKinds)[number]
