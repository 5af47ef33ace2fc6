import type { BillingCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** The plans with their prices. */
export function catalogQuery(calls: BillingCalls) {
  return queryOptions({
    queryKey: ['billing', 'catalog'],
    queryFn: ({ signal }) => calls.billingCatalog({ signal }),
  })
}

/** Query of the subscription state; refetched on focus, because payment happens in another tab. */
export function billingStatusQuery(calls: BillingCalls) {
  return queryOptions({
    queryKey: ['billing', 'status'],
    queryFn: ({ signal }) => calls.billingStatus({ signal }),
    refetchOnWindowFocus: 'always',
  })
}
