import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import { contentStatuses } from '../knowledge/content-statuses.ts'
import { type PausedFilters, usePausedFilters } from '../knowledge/use-paused-filters.ts'
import { safetyLanguages } from '../operators/names.ts'
import type { AnswerFilters } from './answers.queries.ts'

/** States of a published answer that needs somebody. */
export const dueStates = ['expiring', 'expired'] as const

/** Reads and changes the filters of the list, which are parameters of the address. */
export function useAnswerFilters(): PausedFilters<AnswerFilters> {
  return usePausedFilters(read(useAddressParameters()), parametersOf)
}

function read(parameters: URLSearchParams): AnswerFilters {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === parameters.get(name))
  return {
    q: parameters.get('q') ?? undefined,
    status: oneOf('status', contentStatuses),
    language: oneOf('language', safetyLanguages),
    due: oneOf('due', dueStates),
    clientId: parameters.get('owner') ?? undefined,
  }
}

function parametersOf({ clientId, ...filters }: AnswerFilters) {
  return { ...filters, owner: clientId }
}
