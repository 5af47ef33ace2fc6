import { createOrganisationSignInCalls, type SignInDomain } from '@org/api-client'
import { kit } from '@org/languages'
import { Button, ConfirmDialog, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import list from '../operators/entry-list.module.css'
import { CopiedLine } from './copied-line.tsx'
import { signInKey } from './sign-in.queries.ts'
import { signInTexts } from './sign-in.texts.ts'

const texts = signInTexts.domains

interface DomainListProps {
  domains: readonly SignInDomain[]
  clientId: string | undefined
  isAdmin: boolean
}

/** The domains that an organisation claims, with the records that prove the claims. */
export function DomainList({ domains, clientId, isAdmin }: DomainListProps) {
  const [note, setNote] = useState('')
  const headingRef = useRef<HTMLHeadingElement>(null)
  return (
    <section className={classes.stack} aria-label={texts.heading}>
      <h3 ref={headingRef} tabIndex={-1} className={list.heading}>
        {texts.heading}
      </h3>
      <p className={classes.muted}>{texts.text}</p>
      <StatusLine tone="success">{note}</StatusLine>
      {domains.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ul className={list.entries} aria-label={texts.list}>
          {domains.map((domain) => (
            <DomainRow
              key={domain.id}
              domain={domain}
              clientId={clientId}
              isAdmin={isAdmin}
              onDone={setNote}
              onRemoved={() => {
                setNote(texts.removed)
                // The row had the focus.
                headingRef.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <DomainForm clientId={clientId} onDone={setNote} />
    </section>
  )
}

interface DomainRowProps {
  domain: SignInDomain
  clientId: string | undefined
  isAdmin: boolean
  /** Called with the sentence of a success. */
  onDone: (text: string) => void
  onRemoved: () => void
}

function DomainRow(props: DomainRowProps) {
  const { domain, isAdmin } = props
  const { domain: name, verifiedAt, verifiedBy } = domain
  const [question, setQuestion] = useState<'confirm' | 'remove' | null>(null)
  const { verify, confirm, remove } = useDomainChanges(props)
  const failed = [verify, confirm, remove].find(({ isError }) => isError)
  const close = () => {
    setQuestion(null)
  }
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={list.tags}>
          <span className={list.tag}>
            {verifiedAt === null
              ? texts.pending
              : verifiedBy === 'administrator'
                ? texts.byAdministrator
                : texts.byDns}
          </span>
        </p>
        {verifiedAt === null && (
          <>
            <p className={classes.muted}>{texts.record}</p>
            <CopiedLine name={texts.recordName} value={domain.recordName} />
            <CopiedLine name={texts.recordValue} value={domain.recordValue} />
          </>
        )}
        <StatusLine tone="error">{failed !== undefined && describeFailure(failed.error)}</StatusLine>
      </div>
      <div className={list.actions}>
        {verifiedAt === null && (
          <Button
            size="small"
            aria-label={texts.verifyOf(name)}
            busy={verify.isPending}
            onClick={() => {
              verify.mutate()
            }}
          >
            {texts.verify}
          </Button>
        )}
        {verifiedAt === null && isAdmin && (
          <Button
            size="small"
            aria-label={texts.confirmOf(name)}
            busy={confirm.isPending}
            onClick={() => {
              setQuestion('confirm')
            }}
          >
            {texts.confirm}
          </Button>
        )}
        <Button
          size="small"
          variant="danger"
          aria-label={texts.removeOf(name)}
          busy={remove.isPending}
          onClick={() => {
            setQuestion('remove')
          }}
        >
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={question === 'confirm'}
        onOpenChange={close}
        title={texts.confirmQuestion(name)}
        description={texts.confirmAnswer}
        labels={{ ...kit.confirm, confirm: texts.confirm }}
        onConfirm={() => {
          confirm.mutate()
        }}
      />
      <ConfirmDialog
        open={question === 'remove'}
        onOpenChange={close}
        variant="danger"
        title={texts.removeQuestion(name)}
        description={texts.removeAnswer}
        labels={{ ...kit.confirm, confirm: texts.remove }}
        onConfirm={() => {
          remove.mutate()
        }}
      />
    </li>
  )
}

function useDomainChanges({ domain: { id }, clientId, onDone, onRemoved }: DomainRowProps) {
  const calls = useCalls(createOrganisationSignInCalls)
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: signInKey })
  const onVerified = () => {
    onDone(texts.verified)
  }
  const verify = useMutation({
    mutationFn: () => calls.verifySignInDomain(id, { clientId }),
    onSuccess: onVerified,
    onSettled,
  })
  const confirm = useMutation({
    mutationFn: () => calls.confirmSignInDomain(id),
    onSuccess: onVerified,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: () => calls.removeSignInDomain(id, { clientId }),
    onSuccess: onRemoved,
    onSettled,
  })
  return { verify, confirm, remove }
}

function DomainForm({ clientId, onDone }: { clientId: string | undefined; onDone: (text: string) => void }) {
  const { addSignInDomain } = useCalls(createOrganisationSignInCalls)
  const queryClient = useQueryClient()
  const [domain, setDomain] = useState('')
  const add = useMutation({
    mutationFn: () => addSignInDomain(domain.trim(), { clientId }),
    onSuccess: async () => {
      setDomain('')
      onDone(texts.added)
      await queryClient.invalidateQueries({ queryKey: signInKey })
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!add.isPending) add.mutate()
      }}
    >
      <div className={classes.inline}>
        <TextField
          label={texts.domain}
          description={texts.hint}
          error={add.isError ? describeFailure(add.error) : undefined}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={253}
          value={domain}
          onValueChange={setDomain}
        />
        <Button type="submit" busy={add.isPending}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}
