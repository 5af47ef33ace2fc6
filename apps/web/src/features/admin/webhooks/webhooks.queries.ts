import type { WebhookCalls, WebhookDelivery } from '@org/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Key of everything about webhooks. */
export const webhooksKey = ['admin', 'webhooks'] as const

/** Milliseconds between two reads while a delivery waits. */
const refreshMs = 3000

/** The webhooks of a client; undefined reads those of the signed-in client, or of the administrators. */
export function webhooksQuery({ webhooks }: WebhookCalls, clientId: string | undefined) {
  return queryOptions({
    queryKey: [...webhooksKey, 'list', clientId],
    queryFn: ({ signal }) => webhooks({ signal, clientId }),
  })
}

/** The deliveries of a webhook, the newest first. */
export function deliveriesQuery(
  { webhookDeliveries }: WebhookCalls,
  { id, clientId, status }: { id: string; clientId: string | undefined; status?: WebhookDelivery['status'] },
) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, 'deliveries', id, status],
    queryFn: ({ signal, pageParam: cursor }) => webhookDeliveries(id, { signal, clientId, status, cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.items.some((item) => item.status === 'waiting') === true ? refreshMs : false,
  })
}
