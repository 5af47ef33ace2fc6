import { type ApiKey, createApiKeyCalls } from '@org/api-client'
import { kit } from '@org/languages'
import { Button, ConfirmDialog, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import list from '../operators/entry-list.module.css'
import { apiKeysKey } from './api-keys.queries.ts'
import { apiKeyTexts as texts } from './api-keys.texts.ts'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

/** An API key with its state; an active one also has its buttons. */
export function ApiKeyRow({
  apiKey,
  clientId,
  onKey,
  onRevoked,
}: {
  apiKey: ApiKey
  clientId: string | undefined
  /** Called with a new key. */
  onKey: (key: string) => void
  onRevoked: () => void
}) {
  const { id, name, state } = apiKey
  const { revokeApiKey } = useCalls(createApiKeyCalls)
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<'rotate' | 'revoke' | null>(null)
  const revoke = useMutation({
    mutationFn: () => revokeApiKey(id, { clientId }),
    onSuccess: onRevoked,
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysKey }),
  })
  const close = () => {
    setOpened(null)
  }
  return (
    <li>
      <Facts apiKey={apiKey} />
      {state === 'active' && (
        <div className={list.actions}>
          <Button
            size="small"
            aria-label={texts.rotateOf(name)}
            onClick={() => {
              setOpened('rotate')
            }}
          >
            {texts.rotate}
          </Button>
          <Button
            size="small"
            aria-label={texts.revokeOf(name)}
            busy={revoke.isPending}
            onClick={() => {
              setOpened('revoke')
            }}
          >
            {texts.revoke}
          </Button>
        </div>
      )}
      <StatusLine tone="error">{revoke.isError && describeFailure(revoke.error)}</StatusLine>
      {opened === 'rotate' && (
        <RotateKeyDialog apiKey={apiKey} clientId={clientId} onClose={close} onRotated={onKey} />
      )}
      <ConfirmDialog
        open={opened === 'revoke'}
        onOpenChange={close}
        variant="danger"
        title={texts.revokeQuestion}
        description={texts.revokeAnswer(name)}
        labels={{ ...kit.confirm, confirm: texts.revoke }}
        onConfirm={() => revoke.mutate()}
      />
    </li>
  )
}

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, start, state, createdAt, lastUsedAt, previous } = apiKey
  const facts = [
    texts.created(formatTime(createdAt)),
    endOf(apiKey),
    lastUsedAt === null ? texts.unused : texts.lastUsed(formatTime(lastUsedAt)),
  ]
  return (
    <div className={list.what}>
      <p className={list.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={list.tags}>
        <span className={list.tag}>{texts.states[state]}</span>
        {scopes.map((scope) => (
          <span key={scope} className={list.tag}>
            {texts.scopeNames[scope]}
          </span>
        ))}
      </p>
      <p className={classes.muted}>{texts.start(isolated(`${start}…`))}</p>
      <p className={classes.muted}>{facts.join(' · ')}</p>
      {previous !== null && (
        <p className={classes.muted}>
          {texts.previous(isolated(`${previous.start}…`), formatTime(previous.validUntil))}
          {' · '}
          {previous.lastUsedAt === null ? texts.unused : texts.lastUsed(formatTime(previous.lastUsedAt))}
        </p>
      )}
    </div>
  )
}

function endOf({ state, expiresAt, revokedAt }: ApiKey): string {
  if (state === 'revoked' && revokedAt !== null) return texts.revokedAt(formatTime(revokedAt))
  if (expiresAt === null) return texts.noExpiry
  return (state === 'expired' ? texts.expired : texts.expires)(formatTime(expiresAt))
}

/** Keeps a key in its own direction inside of a text that runs from right to left. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`
}
