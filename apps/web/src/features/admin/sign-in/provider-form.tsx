import {
  createOrganisationSignInCalls,
  type MemberRole,
  memberRoles,
  type OidcConnection,
  type OidcConnectionInput,
} from '@org/api-client'
import { kit } from '@org/languages'
import { Button, Checkbox, ConfirmDialog, PasswordField, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leaveSite } from '../../../shared/leave-site.ts'
import { memberRoleTexts } from '../../../shared/member-roles.texts.ts'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import list from '../operators/entry-list.module.css'
import { OptionalSelect } from '../optional-select.tsx'
import { CopiedLine } from './copied-line.tsx'
import { GroupRoles } from './group-roles.tsx'
import { signInKey } from './sign-in.queries.ts'
import { signInTexts } from './sign-in.texts.ts'

const texts = signInTexts.provider

interface ProviderFormProps {
  connection: OidcConnection | null
  redirectUri: string
  clientId: string | undefined
}

const emptyInput: OidcConnectionInput = {
  issuer: '',
  oauthClientId: '',
  scope: 'openid email profile',
  groupsClaim: 'groups',
  groupRoles: [],
  defaultRole: null,
  enforced: false,
}

/** The identity provider of an organisation: its fields, a test, and its removal. */
export function ProviderForm({ connection, redirectUri, clientId }: ProviderFormProps) {
  const [note, setNote] = useState('')
  return (
    <section className={classes.stack} aria-label={texts.heading}>
      <h3 className={list.heading}>{texts.heading}</h3>
      <p className={classes.muted}>{texts.redirectHint}</p>
      <CopiedLine name={texts.redirectUri} value={redirectUri} />
      <StatusLine tone="success">{note}</StatusLine>
      <Fields connection={connection} clientId={clientId} onDone={setNote} />
      {connection !== null && (
        <RemoveProvider
          clientId={clientId}
          onRemoved={() => {
            setNote(texts.removed)
          }}
        />
      )}
    </section>
  )
}

function Fields({
  connection,
  clientId,
  onDone,
}: Omit<ProviderFormProps, 'redirectUri'> & { onDone: (text: string) => void }) {
  const calls = useCalls(createOrganisationSignInCalls)
  const queryClient = useQueryClient()
  const [input, setInput] = useState(() => (connection === null ? emptyInput : toInput(connection)))
  const [isChanged, setIsChanged] = useState(false)
  const [isStored, setIsStored] = useState(connection !== null)
  if (isStored !== (connection !== null)) {
    setIsStored(!isStored)
    // The form begins anew after a removal.
    if (isStored) setInput(emptyInput)
  }
  const set = (fields: Partial<OidcConnectionInput>) => {
    setIsChanged(true)
    setInput((before) => ({ ...before, ...fields }))
  }
  const save = useMutation({
    mutationFn: () => calls.saveOidcConnection(toSaved(input), { clientId }),
    onSuccess: async () => {
      onDone(texts.saved)
      setIsChanged(false)
      setInput((before) => ({ ...before, oauthClientSecret: undefined }))
      await queryClient.invalidateQueries({ queryKey: signInKey })
    },
  })
  return (
    <form
      noValidate
      className={list.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <ClientFields input={input} isStored={connection !== null} onChange={set} />
      <GroupRoles
        value={input.groupRoles}
        onChange={(groupRoles) => {
          set({ groupRoles })
        }}
      />
      <div className={list.pair}>
        <TextField
          label={texts.groupsClaim}
          description={texts.groupsHint}
          dir="ltr"
          autoComplete="off"
          maxLength={100}
          value={input.groupsClaim}
          onValueChange={(groupsClaim) => {
            set({ groupsClaim })
          }}
        />
        <OptionalSelect<MemberRole>
          label={texts.defaultRole}
          values={memberRoles}
          labelOf={(role) => memberRoleTexts.names[role]}
          noneLabel={texts.noRole}
          value={input.defaultRole}
          onChoose={(role) => {
            set({ defaultRole: role ?? null })
          }}
        />
      </div>
      <Checkbox
        label={texts.enforced}
        description={texts.enforcedHint}
        checked={input.enforced}
        onCheckedChange={(enforced) => {
          set({ enforced })
        }}
      />
      <StatusLine tone="error">{save.isError && describeFailure(save.error)}</StatusLine>
      <div className={classes.row}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {texts.save}
        </Button>
        {connection !== null && (
          <TestButton connection={connection} clientId={clientId} isChanged={isChanged} />
        )}
      </div>
    </form>
  )
}

function ClientFields({
  input,
  isStored,
  onChange,
}: {
  input: OidcConnectionInput
  isStored: boolean
  onChange: (fields: Partial<OidcConnectionInput>) => void
}) {
  return (
    <>
      <TextField
        label={texts.issuer}
        description={texts.issuerHint}
        type="url"
        dir="ltr"
        autoComplete="off"
        maxLength={500}
        value={input.issuer}
        onValueChange={(issuer) => {
          onChange({ issuer })
        }}
      />
      <div className={list.pair}>
        <TextField
          label={texts.clientId}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          value={input.oauthClientId}
          onValueChange={(oauthClientId) => {
            onChange({ oauthClientId })
          }}
        />
        <PasswordField
          label={texts.secret}
          labels={texts}
          {...(isStored && { description: texts.secretKept })}
          autoComplete="off"
          maxLength={1000}
          value={input.oauthClientSecret ?? ''}
          onValueChange={(oauthClientSecret) => {
            onChange({ oauthClientSecret })
          }}
        />
      </div>
      <TextField
        label={texts.scope}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        value={input.scope}
        onValueChange={(scope) => {
          onChange({ scope })
        }}
      />
    </>
  )
}

/** Goes to the provider for a test of what is saved. */
function TestButton({
  connection: { testedAt },
  clientId,
  isChanged,
}: {
  connection: OidcConnection
  clientId: string | undefined
  isChanged: boolean
}) {
  const { testOidcConnection } = useCalls(createOrganisationSignInCalls)
  const test = useMutation({
    mutationFn: async () => {
      leaveSite(await testOidcConnection({ clientId }))
    },
  })
  return (
    <>
      <Button
        busy={test.isPending}
        disabled={isChanged}
        onClick={() => {
          test.mutate()
        }}
      >
        {texts.test}
      </Button>
      <p className={classes.muted}>
        {isChanged ? texts.unsaved : testedAt === null ? texts.untested : texts.tested(formatTime(testedAt))}{' '}
        {texts.testHint}
      </p>
      <StatusLine tone="error">{test.isError && describeFailure(test.error)}</StatusLine>
    </>
  )
}

function RemoveProvider({ clientId, onRemoved }: { clientId: string | undefined; onRemoved: () => void }) {
  const { removeOidcConnection } = useCalls(createOrganisationSignInCalls)
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => removeOidcConnection({ clientId }),
    onSuccess: async () => {
      onRemoved()
      await queryClient.invalidateQueries({ queryKey: signInKey })
    },
  })
  return (
    <div>
      <Button
        variant="danger"
        busy={remove.isPending}
        onClick={() => {
          setIsAsking(true)
        }}
      >
        {texts.remove}
      </Button>
      <StatusLine tone="error">{remove.isError && describeFailure(remove.error)}</StatusLine>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        variant="danger"
        title={texts.removeQuestion}
        description={texts.removeAnswer}
        labels={{ ...kit.confirm, confirm: texts.remove }}
        onConfirm={() => {
          remove.mutate()
        }}
      />
    </div>
  )
}

function toInput(connection: OidcConnection): OidcConnectionInput {
  const { issuer, oauthClientId, scope, groupsClaim, groupRoles, defaultRole, enforced } = connection
  return { issuer, oauthClientId, scope, groupsClaim, groupRoles, defaultRole, enforced }
}

/** An empty secret keeps the stored one, and rows without a group are left out. */
function toSaved({ oauthClientSecret, groupRoles, ...fields }: OidcConnectionInput): OidcConnectionInput {
  return {
    ...fields,
    groupRoles: groupRoles.filter(({ group }) => group.trim() !== ''),
    ...(oauthClientSecret !== undefined && oauthClientSecret !== '' && { oauthClientSecret }),
  }
}
