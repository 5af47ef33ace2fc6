import type { ReactNode } from 'react'
import { Button, StatusLine } from '@org/ui-kit'
import classes from './accounts.module.css'
import type { AccountFormTexts } from './accounts.texts.ts'
import type { AccountFormOutcome, AccountFormState } from './use-account-form.ts'

/** Frame of an account form: fields, submit button, status line, links to other forms. */
export function AccountForm({
  texts,
  form,
  fields,
  variant = 'primary',
  afterSuccess,
  children,
}: {
  texts: AccountFormTexts
  form: Pick<AccountFormState<string>, 'formRef' | 'onSubmit' | 'outcome' | 'statusId'>
  fields: ReactNode
  /** The look of its button. @default 'primary' */
  variant?: 'primary' | 'danger'
  /** Stands under the sentence of a success. */
  afterSuccess?: ReactNode
  /** Stands under the form: the ways to the other account screens. */
  children?: ReactNode
}) {
  const { formRef, onSubmit, outcome, statusId } = form
  return (
    // A post: should it ever be sent without our script, no field lands in the address.
    <form ref={formRef} noValidate method="post" className={classes.form} onSubmit={onSubmit}>
      {fields}
      <Button type="submit" variant={variant} wide busy={outcome.busy}>
        {texts.submit}
      </Button>
      <div id={statusId}>
        <Outcome busy={texts.busy} outcome={outcome} />
      </div>
      {outcome.success !== undefined && afterSuccess}
      {children}
    </form>
  )
}

function Outcome({ busy, outcome }: { busy: string; outcome: AccountFormOutcome }) {
  if (outcome.busy) return <StatusLine tone="busy">{busy}</StatusLine>
  if (outcome.failure !== undefined) return <StatusLine tone="error">{outcome.failure}</StatusLine>
  return <StatusLine tone="success">{outcome.success}</StatusLine>
}
