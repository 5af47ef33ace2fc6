import { createWebhookCalls, type Webhook, type WebhookDelivery } from '@org/api-client'
import { kit } from '@org/languages'
import { Alert, Button, ConfirmDialog, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import list from '../operators/entry-list.module.css'
import { DeliveryList } from './delivery-list.tsx'
import styles from './webhooks.module.css'
import { webhooksKey } from './webhooks.queries.ts'
import { webhookTexts as texts } from './webhooks.texts.ts'

/** A webhook with its state, its buttons and its deliveries. */
export function WebhookRow({
  webhook,
  clientId,
  onEdit,
  onSecret,
  onDeleted,
}: {
  webhook: Webhook
  clientId: string | undefined
  onEdit: () => void
  /** Called with a new secret. */
  onSecret: (secret: string) => void
  onDeleted: () => void
}) {
  const { id, url } = webhook
  const calls = useCalls(createWebhookCalls)
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<'secret' | 'delete' | null>(null)
  const [isOpened, setIsOpened] = useState(false)
  const onSettled = () => queryClient.invalidateQueries({ queryKey: webhooksKey })
  const test = useMutation({ mutationFn: () => calls.testWebhook(id, { clientId }), onSettled })
  const rotate = useMutation({
    mutationFn: () => calls.newWebhookSecret(id, { clientId }),
    onSuccess: ({ secret }) => {
      onSecret(secret)
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: () => calls.deleteWebhook(id, { clientId }),
    onSuccess: onDeleted,
    onSettled,
  })
  const failed = test.error ?? rotate.error ?? remove.error
  return (
    <li className={styles.row ?? ''}>
      <Facts webhook={webhook} />
      <div className={list.actions}>
        <Button
          size="small"
          aria-label={texts.testOf(url)}
          busy={test.isPending}
          onClick={() => test.mutate()}
        >
          {texts.test}
        </Button>
        <Button size="small" aria-label={texts.editOf(url)} onClick={onEdit}>
          {texts.editShort}
        </Button>
        <Button
          size="small"
          aria-label={texts.secretOf(url)}
          busy={rotate.isPending}
          onClick={() => {
            setAsked('secret')
          }}
        >
          {texts.secret}
        </Button>
        <Button
          size="small"
          aria-label={texts.deleteOf(url)}
          busy={remove.isPending}
          onClick={() => {
            setAsked('delete')
          }}
        >
          {texts.delete}
        </Button>
      </div>
      <div className={styles.wide}>
        <StatusLine tone={failed === null && test.data?.status === 'delivered' ? 'success' : 'error'}>
          {failed === null ? test.data !== undefined && describeTest(test.data) : describeFailure(failed)}
        </StatusLine>
        <details
          onToggle={({ currentTarget }) => {
            setIsOpened((was) => was || currentTarget.open)
          }}
        >
          <summary aria-label={texts.deliveries.of(url)}>{texts.deliveries.show}</summary>
          {isOpened && <DeliveryList webhook={webhook} clientId={clientId} />}
        </details>
      </div>
      <Questions
        url={url}
        asked={asked}
        onClose={() => setAsked(null)}
        onSecret={() => rotate.mutate()}
        onDelete={() => remove.mutate()}
      />
    </li>
  )
}

function Questions({
  url,
  asked,
  onClose,
  onSecret,
  onDelete,
}: {
  url: string
  asked: 'secret' | 'delete' | null
  onClose: () => void
  onSecret: () => void
  onDelete: () => void
}) {
  return (
    <>
      <ConfirmDialog
        open={asked === 'secret'}
        onOpenChange={onClose}
        title={texts.secretQuestion}
        description={texts.secretAnswer}
        labels={{ ...kit.confirm, confirm: texts.secret }}
        onConfirm={onSecret}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={onClose}
        variant="danger"
        title={texts.deleteQuestion}
        description={texts.deleteAnswer(url)}
        labels={{ ...kit.confirm, confirm: texts.delete }}
        onConfirm={onDelete}
      />
    </>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, events, disabledBy, failingSince, secretAt, previousUntil } = webhook
  const state = disabledBy ?? (failingSince === null ? 'active' : 'failing')
  return (
    <div className={list.what}>
      <p className={list.name}>
        <bdi dir="ltr">{url}</bdi>
      </p>
      <p className={list.tags}>
        <span className={list.tag}>{texts.states[state]}</span>
        {events.map((event) => (
          <span key={event} className={list.tag}>
            {texts.eventNames[event]}
          </span>
        ))}
      </p>
      {state === 'failures' && <Alert tone="warning">{texts.disabledText}</Alert>}
      <p className={classes.muted}>
        {failingSince !== null && `${texts.failingSince(formatTime(failingSince))} · `}
        {texts.secretAt(formatTime(secretAt))}
        {previousUntil !== null && ` · ${texts.previousUntil(formatTime(previousUntil))}`}
      </p>
    </div>
  )
}

function describeTest({ status, responseStatus, failure }: WebhookDelivery): string {
  if (responseStatus === null) return texts.testFailed(failure ?? '')
  return status === 'delivered' ? texts.testDelivered(responseStatus) : texts.testRefused(responseStatus)
}
