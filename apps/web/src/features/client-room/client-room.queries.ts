import type { ClientRoomCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** A client's widgets and the steps that are done. */
export function roomQuery({ clientRoom }: ClientRoomCalls) {
  return queryOptions({ queryKey: ['client', 'room'], queryFn: ({ signal }) => clientRoom({ signal }) })
}

/** The newest questions and ratings in a client's widgets. */
export function activityQuery({ clientActivity }: ClientRoomCalls) {
  return queryOptions({
    queryKey: ['client', 'activity'],
    queryFn: ({ signal }) => clientActivity({ signal }),
  })
}
