import type { ReviewFilter } from '@org/api-client'
import { keysOf } from '../../shared/keys-of.ts'
import { operatorTexts } from '../admin/operators/operators.texts.ts'
import { reviewTexts } from './review.texts.ts'

/** Values of the filters that are lists of words. */
export const filterValues = {
  status: keysOf(reviewTexts.statuses),
  outcome: keysOf(operatorTexts.outcomes),
  feedback: keysOf(reviewTexts.ratings),
  safety: ['any' as const, ...keysOf(operatorTexts.categories)],
  language: ['en', 'es', 'ar', 'de', 'fr', 'pt'],
} as const

/** Reads the filter of an address; other values are left out. Without any parameter, open answers are listed. */
export function readFilter(parameters: URLSearchParams): ReviewFilter {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === parameters.get(name))
  const q = parameters.get('q')?.trim() ?? ''
  return withoutUndefined({
    status: parameters.has('status') ? oneOf('status', filterValues.status) : 'open',
    outcome: oneOf('outcome', filterValues.outcome),
    feedback: oneOf('feedback', filterValues.feedback),
    safety: oneOf('safety', filterValues.safety),
    handover: oneOf('handover', ['requested']),
    language: oneOf('language', filterValues.language),
    widget: parameters.get('widget') ?? undefined,
    assignee: parameters.get('assignee') ?? undefined,
    q: q.length >= 3 ? q : undefined,
  })
}

function withoutUndefined(filter: ReviewFilter): ReviewFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** The parameters of an address with one filter changed; `all` for no limit. */
export function changeFilter(
  parameters: URLSearchParams,
  name: keyof ReviewFilter,
  value: string,
): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  // Without the parameter the status is `open`.
  if (name === 'status') changed.set(name, value)
  else if (value === 'all' || value === '') changed.delete(name)
  else changed.set(name, value)
  return changed
}
