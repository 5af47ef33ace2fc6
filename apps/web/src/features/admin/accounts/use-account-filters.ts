import type { ManagedAccountFilters } from '@org/api-client'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import { type PausedFilters, usePausedFilters } from '../knowledge/use-paused-filters.ts'

/** Roles of the filter; `user` is an account without a role. */
export const accountRoles = ['admin', 'client', 'user'] as const

/** States of the filter. */
export const accountStates = ['active', 'unconfirmed', 'disabled'] as const

/** Reads and changes the filters of the list, which are parameters of the address. */
export function useAccountFilters(): PausedFilters<ManagedAccountFilters> {
  const parameters = useAddressParameters()
  const applied: ManagedAccountFilters = {
    q: parameters.get('q') ?? undefined,
    role: accountRoles.find((role) => role === parameters.get('role')),
    state: accountStates.find((state) => state === parameters.get('state')),
  }
  return usePausedFilters(applied, parametersOf)
}

function parametersOf({ q, role, state }: ManagedAccountFilters) {
  return { q, role, state }
}
