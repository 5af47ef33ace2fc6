import { valibotResolver } from '@hookform/resolvers/valibot'
import { createContactCalls } from '@org/api-client'
import type { ContactMessage } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Button, StatusLine, TextArea, TextField } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { check, nonEmpty, object, pipe, string, trim } from 'valibot'
import { OutboxLink } from '../../shared/outbox-link.tsx'
import { useCalls } from '../../shared/services.ts'
import { timeLeft } from '../../shared/time-left.ts'
import { emptyMessage } from './contact-draft.ts'
import classes from './contact.module.css'
import { contactTexts as texts, maxMessageCharacters } from './contact.texts.ts'
import { useContactDraft } from './use-contact-draft.ts'

const required = pipe(string(), trim(), nonEmpty(texts.required))
const schema = object({
  name: required,
  email: required,
  message: pipe(
    required,
    check((message) => countCharacters(message) <= maxMessageCharacters, texts.tooLong(maxMessageCharacters)),
  ),
})

/** Props of {@link ContactForm}. */
export interface ContactFormProps {
  /** Address to write to when the form fails. */
  email: string
  /** Email address of the account; null for a visitor, undefined until the session is known. */
  person: string | null | undefined
}

/** Name, e-mail and message. What is typed survives a failed send and a reload. */
export function ContactForm({ email, person }: ContactFormProps) {
  const { contact } = useCalls(createContactCalls)
  const statusId = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const form = useForm<ContactMessage>({
    defaultValues: emptyMessage,
    resolver: valibotResolver(schema),
    reValidateMode: 'onSubmit',
  })
  const { register, handleSubmit, reset, control, formState } = form
  useContactDraft(form, person)
  const {
    mutate,
    isPending,
    error,
    isError,
    isSuccess,
    reset: forgetOutcome,
  } = useMutation({
    mutationFn: (message: ContactMessage) => contact(message),
    onSuccess: () => {
      reset(emptyMessage)
    },
  })

  // A disabled button loses the focus: it gets it back with the outcome.
  useEffect(() => {
    if (isError || isSuccess) buttonRef.current?.focus()
  }, [isError, isSuccess])

  const { errors } = formState
  const broken = (errors.name ?? errors.email ?? errors.message)?.message
  const used = countCharacters(useWatch({ control, name: 'message' }).trim())
  const field = (name: keyof ContactMessage) => ({
    ...register(name),
    'aria-invalid': errors[name] !== undefined,
    ...(errors[name] !== undefined && { 'aria-describedby': statusId }),
  })

  return (
    <form
      noValidate
      method="post"
      className={classes.form}
      onSubmit={(event) => {
        forgetOutcome()
        void handleSubmit((message) => {
          mutate(message)
        })(event)
      }}
    >
      <fieldset disabled={isPending} className={classes.fields}>
        <TextField label={texts.name} autoComplete="name" {...field('name')} />
        <TextField
          label={texts.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <div>
          <TextArea label={texts.message} rows={6} {...field('message')} />
          <p className={classes.counter} data-over={used > maxMessageCharacters}>
            {texts.counter(format(used), format(maxMessageCharacters))}
          </p>
        </div>
        <Button ref={buttonRef} type="submit" variant="primary">
          {isPending ? texts.sending : texts.send}
        </Button>
      </fieldset>
      <div id={statusId} className={classes.status}>
        {broken !== undefined ? (
          <StatusLine tone="error">{broken}</StatusLine>
        ) : isError ? (
          <StatusLine tone="error">
            {texts.failed} <a href={`mailto:${email}`}>{email}</a> {timeLeft(error)}
          </StatusLine>
        ) : (
          <StatusLine tone="success">{isSuccess && texts.success}</StatusLine>
        )}
        {isSuccess && <OutboxLink className={classes.outbox} />}
      </div>
    </form>
  )
}

function format(count: number): string {
  return count.toLocaleString(localeOr('en-US'))
}

/** As a person counts: code points, as the server does. */
function countCharacters(text: string): number {
  return Array.from(text).length
}
