import { createWebhookCalls, type Webhook, type WebhookDelivery } from '@org/api-client'
import { Button, Select, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import styles from './webhooks.module.css'
import { deliveriesQuery, webhooksKey } from './webhooks.queries.ts'
import { webhookTexts } from './webhooks.texts.ts'

const texts = webhookTexts.deliveries
const states = ['waiting', 'delivered', 'failed'] as const

/** The deliveries of a webhook by state, with a button that sends one again. */
export function DeliveryList({ webhook, clientId }: { webhook: Webhook; clientId: string | undefined }) {
  const calls = useCalls(createWebhookCalls)
  const queryClient = useQueryClient()
  const [status, setStatus] = useState<WebhookDelivery['status']>()
  const { id } = webhook
  const deliveries = useInfiniteQuery(deliveriesQuery(calls, { id, clientId, ...(status && { status }) }))
  const replay = useMutation({
    mutationFn: (delivery: WebhookDelivery) => calls.replayWebhook(id, delivery.id, { clientId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey }),
  })
  const items = deliveries.data?.pages.flatMap((page) => page.items)
  return (
    <div className={styles.deliveries}>
      <div className={classes.oneFilter}>
        <Select
          label={texts.filter}
          value={status ?? 'all'}
          options={[
            { value: 'all', label: texts.all },
            ...states.map((value) => ({ value, label: texts.states[value] })),
          ]}
          onValueChange={(chosen) => {
            setStatus(states.find((known) => known === chosen))
          }}
        />
      </div>
      <StatusLine tone={replay.isError ? 'error' : 'success'}>
        {replay.isError ? describeFailure(replay.error) : replay.isSuccess && texts.replayed}
      </StatusLine>
      {deliveries.isPending && <Skeleton lines={3} label={adminTexts.loading} />}
      {deliveries.isError && <LoadFailure query={deliveries} />}
      {items?.length === 0 && <p className={classes.muted}>{texts.empty}</p>}
      {items !== undefined && items.length > 0 && (
        <ul className={list.entries} aria-label={texts.of(webhook.url)}>
          {items.map((delivery) => (
            <Delivery
              key={delivery.id}
              delivery={delivery}
              isBusy={replay.isPending && replay.variables.id === delivery.id}
              onReplay={webhook.disabledBy === null ? () => replay.mutate(delivery) : undefined}
            />
          ))}
        </ul>
      )}
      {deliveries.hasNextPage && (
        <div>
          <Button
            size="small"
            busy={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            {texts.older}
          </Button>
        </div>
      )}
    </div>
  )
}

function Delivery({
  delivery,
  isBusy,
  onReplay,
}: {
  delivery: WebhookDelivery
  isBusy: boolean
  /** Undefined while the webhook is paused or disabled. */
  onReplay: (() => void) | undefined
}) {
  const { id, event, status, attempts, createdAt, attemptedAt, durationMs, responseStatus, failure } =
    delivery
  const name = webhookTexts.eventNames[event]
  const canReplay = onReplay !== undefined && status !== 'waiting' && event !== 'webhook.test'
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          {name} <code dir="ltr">{event}</code>
        </p>
        <p className={list.tags}>
          <span className={list.tag}>{texts.states[status]}</span>
          {responseStatus !== null && <span className={list.tag}>{texts.status(responseStatus)}</span>}
          {attempts > 1 && <span className={list.tag}>{texts.attempts(attempts)}</span>}
        </p>
        {failure !== null && responseStatus === null && <p>{failure}</p>}
        <p className={classes.muted}>
          {texts.created(formatTime(createdAt))}
          {attemptedAt !== null && ` · ${texts.attempted(formatTime(attemptedAt), durationMs ?? 0)}`}
        </p>
        <p className={classes.muted}>
          <code dir="ltr">{id}</code>
        </p>
        {delivery.response !== '' && (
          <details>
            <summary>{texts.response}</summary>
            <p dir="auto" className={classes.code}>
              {delivery.response}
            </p>
          </details>
        )}
      </div>
      {canReplay && (
        <div className={list.actions}>
          <Button
            size="small"
            busy={isBusy}
            aria-label={texts.replayOf(name, formatTime(createdAt))}
            onClick={onReplay}
          >
            {texts.replay}
          </Button>
        </div>
      )}
    </li>
  )
}
