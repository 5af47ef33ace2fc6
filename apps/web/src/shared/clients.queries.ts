import type { AdminCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** The accounts of clients, for an administrator. */
export function clientsQuery({ adminClients }: Pick<AdminCalls, 'adminClients'>) {
  return queryOptions({ queryKey: ['admin', 'clients'], queryFn: ({ signal }) => adminClients({ signal }) })
}

/** Every widget, for an administrator. */
export function configuratorsQuery({ configurators }: Pick<AdminCalls, 'configurators'>) {
  return queryOptions({
    queryKey: ['admin', 'configurators'],
    queryFn: ({ signal }) => configurators({ signal }),
  })
}
