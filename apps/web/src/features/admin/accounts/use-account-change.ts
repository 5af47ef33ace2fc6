import { createManagedAccountCalls, type ManagedAccountCalls } from '@org/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import { accountsKey } from './accounts.queries.ts'

/** A change of an account, and the sentence after its success. */
export interface AccountChange {
  call: (calls: ManagedAccountCalls) => Promise<unknown>
  done: string
}

/** Changes an account, then reads it again with the list. */
export function useAccountChange() {
  const calls = useCalls(createManagedAccountCalls)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ call }: AccountChange) => {
      await call(calls)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
}
