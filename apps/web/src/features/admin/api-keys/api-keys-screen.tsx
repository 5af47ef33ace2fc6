import { type ApiKey, createApiKeyCalls } from '@org/api-client'
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
import { ApiKeyRow } from './api-key-row.tsx'
import { apiKeysQuery } from './api-keys.queries.ts'
import { apiKeyTexts as texts } from './api-keys.texts.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'

/** The API keys of an account; an administrator also sees those of a client. */
export function ApiKeysScreen({ isAdmin }: { isAdmin: boolean }) {
  const [owner, setOwner] = useState('')
  return (
    <div className={classes.stack}>
      {isAdmin && <OwnerSelect label={texts.owner} own={texts.self} owner={owner} onChange={setOwner} />}
      <ApiKeys key={owner} clientId={owner === '' ? undefined : owner} />
    </div>
  )
}

function ApiKeys({ clientId }: { clientId: string | undefined }) {
  const apiKeys = useQuery(apiKeysQuery(useCalls(createApiKeyCalls), clientId))
  const [isCreating, setIsCreating] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const addRef = useRef<HTMLButtonElement>(null)
  if (apiKeys.isPending) return <Skeleton lines={6} label={adminTexts.loading} />
  if (apiKeys.data === undefined) return <LoadFailure query={apiKeys} />
  const active = apiKeys.data.filter(({ state }) => state === 'active')
  const ended = apiKeys.data.filter(({ state }) => state !== 'active')
  const show = (key: string) => {
    setNote('')
    setShown(key)
  }
  const rowOf = (apiKey: ApiKey) => (
    <ApiKeyRow
      key={apiKey.id}
      apiKey={apiKey}
      clientId={clientId}
      onKey={show}
      onRevoked={() => {
        setShown(null)
        setNote(texts.revoked)
        addRef.current?.focus()
      }}
    />
  )
  return (
    <>
      <div>
        <Button
          ref={addRef}
          variant="primary"
          onClick={() => {
            setIsCreating(true)
          }}
        >
          {texts.add}
        </Button>
      </div>
      {apiKeys.isError && <LoadFailure query={apiKeys} />}
      {shown !== null && (
        <SecretAlert title={texts.keyTitle} text={texts.keyText} secret={shown} copyLabel={texts.copyKey} />
      )}
      <StatusLine tone="success">{note}</StatusLine>
      {active.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      ) : (
        <ul className={list.entries} aria-label={texts.list}>
          {active.map(rowOf)}
        </ul>
      )}
      {ended.length > 0 && (
        <details className={list.retired}>
          <summary>{texts.ended(ended.length)}</summary>
          <ul className={list.entries}>{ended.map(rowOf)}</ul>
        </details>
      )}
      {isCreating && (
        <CreateKeyDialog
          clientId={clientId}
          onClose={() => {
            setIsCreating(false)
          }}
          onCreated={show}
        />
      )}
    </>
  )
}
