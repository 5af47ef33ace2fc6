import { createWebhookCalls, type Webhook, webhookEventsOf, type WebhookEventType } from '@org/api-client'
import { Button, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { OwnerSelect } from '../owner-select.tsx'
import { SecretAlert } from '../secret-alert.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { webhooksQuery } from './webhooks.queries.ts'
import { webhookTexts as texts } from './webhooks.texts.ts'

/** The webhooks of a client; an administrator also has those of the deployment, and chooses between them. */
export function WebhooksScreen({ isAdmin }: { isAdmin: boolean }) {
  const [owner, setOwner] = useState('')
  return (
    <div className={classes.stack}>
      {isAdmin && (
        <OwnerSelect label={texts.owner} own={texts.deployment} owner={owner} onChange={setOwner} />
      )}
      <Webhooks
        key={owner}
        clientId={owner === '' ? undefined : owner}
        events={webhookEventsOf({ isStaff: isAdmin && owner === '' })}
      />
    </div>
  )
}

function Webhooks({
  clientId,
  events,
}: {
  clientId: string | undefined
  /** Events that the webhooks can receive. */
  events: readonly WebhookEventType[]
}) {
  const webhooks = useQuery(webhooksQuery(useCalls(createWebhookCalls), clientId))
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const addRef = useRef<HTMLButtonElement>(null)
  if (webhooks.isPending) return <Skeleton lines={6} label={adminTexts.loading} />
  if (webhooks.data === undefined) return <LoadFailure query={webhooks} />
  return (
    <>
      <div>
        <Button
          ref={addRef}
          variant="primary"
          onClick={() => {
            setEdited('new')
          }}
        >
          {texts.add}
        </Button>
      </div>
      {webhooks.isError && <LoadFailure query={webhooks} />}
      {secret !== null && (
        <SecretAlert
          title={texts.secretTitle}
          text={texts.secretText}
          secret={secret}
          copyLabel={texts.copySecret}
        />
      )}
      <StatusLine tone="success">{note}</StatusLine>
      {webhooks.data.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      ) : (
        <ul className={list.entries} aria-label={texts.list}>
          {webhooks.data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              clientId={clientId}
              onEdit={() => {
                setEdited(webhook)
              }}
              onSecret={(next) => {
                setSecret(next)
              }}
              onDeleted={() => {
                setSecret(null)
                setNote(texts.deleted)
                addRef.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {edited !== null && (
        <WebhookDialog
          webhook={edited === 'new' ? undefined : edited}
          clientId={clientId}
          possible={events}
          onClose={() => {
            setEdited(null)
          }}
          onSaved={(created) => {
            setNote(texts.saved)
            setSecret(created ?? null)
          }}
        />
      )}
    </>
  )
}
