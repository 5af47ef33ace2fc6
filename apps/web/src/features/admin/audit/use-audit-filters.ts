import type { AuditFilters, AuditKind } from '@org/api-client'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import { type PausedFilters, usePausedFilters } from '../knowledge/use-paused-filters.ts'

/** Kinds of the filter, in its order. */
export const auditKinds: readonly AuditKind[] = [
  ...(['configurator', 'llm_settings', 'entitlements', 'account'] as const),
  ...(['safety_phrase', 'safety_line', 'brand_synonym', 'article', 'product', 'approved_answer'] as const),
  ...(['settings_draft', 'settings_trial', 'evaluation_case'] as const),
  ...(['budget', 'model_prices', 'retention', 'weekly_report'] as const),
  ...(['identity_secret', 'visitor', 'webhook', 'order', 'account_access', 'api_key'] as const),
]

/** The filters as the form has them: `from` and `to` are UTC days. */
export type AuditForm = AuditFilters

/** Reads and changes the filters of the audit log, which are parameters of the address. */
export function useAuditFilters(): PausedFilters<AuditForm> {
  const parameters = useAddressParameters()
  const applied: AuditForm = {
    kind: auditKinds.find((kind) => kind === parameters.get('kind')),
    actor: parameters.get('actor') ?? undefined,
    organisationId: parameters.get('organisation') ?? undefined,
    from: dayOf(parameters.get('from')),
    to: dayOf(parameters.get('to')),
  }
  return usePausedFilters(applied, parametersOf)
}

/** The times that the days of a form mean: both days included. */
export function timesOf({ from, to, ...filters }: AuditForm): AuditFilters {
  return {
    ...filters,
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(Date.parse(to) + 86_400_000).toISOString(),
  }
}

function dayOf(text: string | null): string | undefined {
  return text !== null && /^[1-9]\d{3}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined
}

function parametersOf({ kind, actor, organisationId, from, to }: AuditForm) {
  return { kind, actor, organisation: organisationId, from, to }
}
