import { type ApiKeyScope, apiKeyScopes, createApiKeyCalls } from '@org/api-client'
import { Checkbox, Select, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import styles from './api-keys.module.css'
import { apiKeysKey } from './api-keys.queries.ts'
import { apiKeyTexts as texts } from './api-keys.texts.ts'

/** Days until a key expires, by the choice; null for never. */
const expiries = { d30: 30, d90: 90, d365: 365, never: null } as const

const choices = ['d30', 'd90', 'd365', 'never'] as const

/** Creates an API key. */
export function CreateKeyDialog({
  clientId,
  onClose,
  onCreated,
}: {
  clientId: string | undefined
  onClose: () => void
  /** Called with the key, which is shown once. */
  onCreated: (key: string) => void
}) {
  const { createApiKey } = useCalls(createApiKeyCalls)
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>([])
  const [expiry, setExpiry] = useState<keyof typeof expiries>('d90')
  const [isChecked, setIsChecked] = useState(false)
  const isNamed = name.trim() !== ''
  const create = useMutation({
    mutationFn: () =>
      createApiKey({ name: name.trim(), scopes, expiresInDays: expiries[expiry] }, { clientId }),
    onSuccess: async ({ key }) => {
      onCreated(key)
      onClose()
      await queryClient.invalidateQueries({ queryKey: apiKeysKey })
    },
  })
  return (
    <FormDialog
      title={texts.add}
      saveLabel={texts.create}
      noValidate
      isSaving={create.isPending}
      onSave={() => {
        setIsChecked(true)
        if (isNamed && scopes.length > 0 && !create.isPending) create.mutate()
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        description={texts.nameHint}
        error={isChecked && !isNamed ? texts.nameFlaw : undefined}
        maxLength={80}
        value={name}
        onValueChange={setName}
      />
      <ScopeChoice scopes={scopes} isChecked={isChecked} onChange={setScopes} />
      <Select
        label={texts.expiry}
        value={expiry}
        options={choices.map((value) => ({ value, label: texts.expiries[value] }))}
        onValueChange={(chosen) => {
          setExpiry(choices.find((known) => known === chosen) ?? 'd90')
        }}
      />
      <StatusLine tone="error">{create.isError && describeFailure(create.error)}</StatusLine>
    </FormDialog>
  )
}

function ScopeChoice({
  scopes,
  isChecked,
  onChange,
}: {
  scopes: readonly ApiKeyScope[]
  isChecked: boolean
  onChange: (scopes: readonly ApiKeyScope[]) => void
}) {
  const flaw = useId()
  const isFlawed = isChecked && scopes.length === 0
  return (
    <fieldset className={styles.scopes} aria-describedby={isFlawed ? flaw : undefined}>
      <legend>{texts.scopes}</legend>
      {apiKeyScopes.map((scope) => (
        <Checkbox
          key={scope}
          label={texts.scopeNames[scope]}
          description={
            <code dir="ltr" className={classes.muted}>
              {scope}
            </code>
          }
          checked={scopes.includes(scope)}
          onCheckedChange={(isChosen) => {
            onChange(apiKeyScopes.filter((known) => (known === scope ? isChosen : scopes.includes(known))))
          }}
        />
      ))}
      <div id={flaw}>
        <StatusLine tone="error">{isFlawed && texts.scopesFlaw}</StatusLine>
      </div>
    </fieldset>
  )
}
