import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AdminCalls, StatsCalls } from '@org/api-client'
import type { DayRange } from './day-range.ts'

// A dashboard that is read anew keeps its old picture until the new one is there.
const picture = { staleTime: 60_000, placeholderData: keepPreviousData } as const

/** Messages, products and authors of everything that the person may see. */
export function productStatsQuery({ productStats }: StatsCalls, { from, to }: DayRange) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'products', from, to],
    queryFn: ({ signal }) => productStats({ from, to, signal }),
  })
}

/** The topics of everything that the person may see. */
export function subjectStatsQuery({ subjectStats }: StatsCalls, { from, to }: DayRange) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'subjects', from, to],
    queryFn: ({ signal }) => subjectStats({ from, to, signal }),
  })
}

/** Where the questions came from. */
export function geoStatsQuery({ geoStats }: StatsCalls, { from, to }: DayRange) {
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'geo', from, to],
    queryFn: ({ signal }) => geoStats({ from, to, signal }),
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
  { clientId, widgets, range }: { clientId: string | null; widgets: readonly string[]; range: DayRange },
) {
  const { from, to } = range
  return queryOptions({
    ...picture,
    queryKey: ['stats', 'client', clientId, widgets, from, to],
    queryFn: ({ signal }) =>
      clientStats({ widgets, from, to, signal, ...(clientId === null ? {} : { clientId }) }),
  })
}

/** The clients whose numbers an admin may look at. */
export function clientsQuery({ adminClients }: AdminCalls) {
  return queryOptions({ queryKey: ['admin', 'clients'], queryFn: ({ signal }) => adminClients({ signal }) })
}
