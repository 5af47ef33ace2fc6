import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { StatsCalls } from '@org/api-client'
import type { View } from './use-view.ts'

/** Part of a view that is sent to the server. */
type Asked = Pick<View, 'range' | 'filter'>

// A dashboard that is read anew keeps its old picture until the new one is there.
const picture = { staleTime: 60_000, placeholderData: keepPreviousData } as const

/** Messages, products and authors of everything that the person may see. */
export function productStatsQuery({ productStats }: StatsCalls, { range, filter }: Asked) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'products', range, filter],
    queryFn: ({ signal }) => productStats({ ...range, ...filter, signal }),
  })
}

/** The topics of everything that the person may see. */
export function subjectStatsQuery({ subjectStats }: StatsCalls, { range, filter }: Asked) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'subjects', range, filter],
    queryFn: ({ signal }) => subjectStats({ ...range, ...filter, signal }),
  })
}

/** Query of the request locations. */
export function geoStatsQuery({ geoStats }: StatsCalls, { range, filter }: Asked) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'geo', range, filter],
    queryFn: ({ signal }) => geoStats({ ...range, ...filter, signal }),
  })
}

/** The widgets of a client; one's own, or for an admin everybody's, without one. */
export function widgetsQuery({ clientWidgets }: StatsCalls, clientId: string | null) {
  return queryOptions({
    queryKey: ['stats', 'widgets', clientId],
    queryFn: ({ signal }) => clientWidgets({ signal, ...(clientId === null ? {} : { clientId }) }),
  })
}

/** Everything about some widgets. */
export function clientStatsQuery(
  { clientStats }: StatsCalls,
  { clientId, widgets, range, filter }: Asked & { clientId: string | null; widgets: readonly string[] },
) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'client', clientId, widgets, range, filter],
    queryFn: ({ signal }) =>
      clientStats({ widgets, ...range, ...filter, signal, ...(clientId === null ? {} : { clientId }) }),
  })
}

/** Outcomes of everything that the person may see. */
export function outcomeStatsQuery({ outcomeStats }: StatsCalls, { range, filter }: Asked) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'outcomes', range, filter],
    queryFn: ({ signal }) => outcomeStats({ ...range, ...filter, signal }),
  })
}

/** Outcomes of some widgets. */
export function clientOutcomesQuery(
  { clientOutcomes }: StatsCalls,
  { clientId, widgets, range, filter }: Asked & { clientId: string | null; widgets: readonly string[] },
) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'client-outcomes', clientId, widgets, range, filter],
    queryFn: ({ signal }) =>
      clientOutcomes({ widgets, ...range, ...filter, signal, ...(clientId === null ? {} : { clientId }) }),
  })
}

/** Key of every query of orders. */
export const ordersKey = ['stats', 'client-orders']

/** Orders that follow a product click: in some widgets, or in all that the person may see. */
export function clientOrdersQuery(
  { clientOrders }: StatsCalls,
  {
    clientId = null,
    widgets,
    range,
  }: Pick<View, 'range'> & { clientId?: string | null; widgets?: readonly string[] },
) {
  return queryOptions({
    ...picture,
    queryKey: [...ordersKey, clientId, widgets, range],
    queryFn: ({ signal }) =>
      clientOrders({ widgets, ...range, signal, ...(clientId === null ? {} : { clientId }) }),
  })
}
