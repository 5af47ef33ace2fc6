import type { OperationCalls } from '@org/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Key of everything on the operations screen. */
export const operationsKey = ['admin', 'operations'] as const

/** Alerts, the newest first. */
export function alertsQuery({ alerts }: OperationCalls) {
  return infiniteQueryOptions({
    queryKey: [...operationsKey, 'alerts'],
    queryFn: ({ signal, pageParam: cursor }) => alerts({ signal, cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** Budgets and what was spent. */
export function budgetsQuery({ budgets }: OperationCalls) {
  return queryOptions({
    queryKey: [...operationsKey, 'budgets'],
    queryFn: ({ signal }) => budgets({ signal }),
    staleTime: 0,
  })
}

/** Prices of models. */
export function pricesQuery({ modelPrices }: OperationCalls) {
  return queryOptions({
    queryKey: [...operationsKey, 'prices'],
    queryFn: ({ signal }) => modelPrices({ signal }),
    staleTime: 0,
  })
}

/** Retention of data about answers. */
export function retentionQuery({ retention }: OperationCalls) {
  return queryOptions({
    queryKey: [...operationsKey, 'retention'],
    queryFn: ({ signal }) => retention({ signal }),
    staleTime: 0,
  })
}

/** The time of weekly emails. */
export function weeklyQuery({ weeklyReport }: OperationCalls) {
  return queryOptions({
    queryKey: [...operationsKey, 'weekly'],
    queryFn: ({ signal }) => weeklyReport({ signal }),
    staleTime: 0,
  })
}
