import {
  createWebhookCalls,
  type Webhook,
  webhookEventsOf,
  type WebhookEventType,
  type WebhookInput,
} from '@org/api-client'
import { Checkbox, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import styles from './webhooks.module.css'
import { webhooksKey } from './webhooks.queries.ts'
import { webhookTexts as texts } from './webhooks.texts.ts'

/** Adds a webhook, or changes a stored one. */
export function WebhookDialog({
  webhook,
  clientId,
  possible,
  onClose,
  onSaved,
}: {
  /** Undefined for a new one. */
  webhook: Webhook | undefined
  clientId: string | undefined
  /** Events that the webhook can receive. */
  possible: readonly WebhookEventType[]
  onClose: () => void
  /** Called with the secret of a new webhook. */
  onSaved: (secret?: string) => void
}) {
  const calls = useCalls(createWebhookCalls)
  const queryClient = useQueryClient()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEventType[]>(
    webhook?.events ?? webhookEventsOf({ isStaff: false }),
  )
  const [active, setActive] = useState(webhook === undefined || webhook.disabledBy === null)
  const [isChecked, setIsChecked] = useState(false)
  const isValid = URL.canParse(url) && events.length > 0
  const save = useMutation({
    mutationFn: async (input: WebhookInput) => {
      if (webhook === undefined) return (await calls.createWebhook(input, { clientId })).secret
      await calls.saveWebhook(webhook.id, input, { clientId })
      return undefined
    },
    onSuccess: async (secret) => {
      onSaved(secret)
      onClose()
      await queryClient.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  return (
    <FormDialog
      title={webhook === undefined ? texts.add : texts.edit}
      noValidate
      isSaving={save.isPending}
      onSave={() => {
        setIsChecked(true)
        if (isValid && !save.isPending) save.mutate({ url, events, active })
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.url}
        description={texts.urlHint}
        error={isChecked && !URL.canParse(url) ? texts.urlFlaw : undefined}
        type="url"
        dir="ltr"
        maxLength={500}
        value={url}
        onValueChange={(typed) => {
          setUrl(typed.trim())
        }}
      />
      <EventChoice possible={possible} events={events} isChecked={isChecked} onChange={setEvents} />
      <Checkbox
        label={texts.active}
        description={texts.activeHint}
        checked={active}
        onCheckedChange={setActive}
      />
      <StatusLine tone="error">{save.isError && describeFailure(save.error)}</StatusLine>
    </FormDialog>
  )
}

function EventChoice({
  possible,
  events,
  isChecked,
  onChange,
}: {
  possible: readonly WebhookEventType[]
  events: readonly WebhookEventType[]
  isChecked: boolean
  onChange: (events: readonly WebhookEventType[]) => void
}) {
  const flaw = useId()
  const isFlawed = isChecked && events.length === 0
  return (
    <fieldset className={styles.events} aria-describedby={isFlawed ? flaw : undefined}>
      <legend>{texts.events}</legend>
      {possible.map((type) => (
        <Checkbox
          key={type}
          label={texts.eventNames[type]}
          description={
            <code dir="ltr" className={classes.muted}>
              {type}
            </code>
          }
          checked={events.includes(type)}
          onCheckedChange={(isChosen) => {
            onChange(possible.filter((known) => (known === type ? isChosen : events.includes(known))))
          }}
        />
      ))}
      <div id={flaw}>
        <StatusLine tone="error">{isFlawed && texts.eventsFlaw}</StatusLine>
      </div>
    </fieldset>
  )
}
