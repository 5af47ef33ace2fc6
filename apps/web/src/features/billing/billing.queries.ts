import type { BillingCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** The plans with their prices. */
export function catalogQuery(calls: BillingCalls) {
  return queryOptions({
    queryKey: ['billing', 'catalog'],
    queryFn: ({ signal }) => calls.billingCatalog({ signal }),
  })
}

/** Whether the person who is signed in has a running subscription; they may come back from the tab in which they paid. */
export function billingStatusQuery(calls: BillingCalls) {
  return queryOptions({
    queryKey: ['billing', 'status'],
    queryFn: ({ signal }) => calls.billingStatus({ signal }),
    refetchOnWindowFocus: 'always',
  })
}
