import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { RefObject, SyntheticEvent } from 'react'
import { safeParse } from 'valibot'
import type { GenericSchema } from 'valibot'
import { keepEmail, restoreEmail } from './typed-email.ts'

/** Definition of an account form. `Name` are the names of its fields, all of them text. */
export interface AccountFormOptions<Name extends string> {
  /** Validation rules; the form shows the first violation. */
  schema: GenericSchema<unknown, Record<Name, string>>
  /** Takes the focus after a failed send: what the person will most likely change. */
  focusOnFailure: NoInfer<Name>
  /** Sends the form. Resolves to a sentence to show, or to null when the screen moves on. */
  send: (fields: Record<Name, string>) => Promise<string | null>
  /** The sentence for a failed send. */
  describeFailure: (error: unknown) => string
}

/** State of a form: at most one of the three is set. */
export interface AccountFormOutcome {
  busy: boolean
  failure: string | undefined
  success: string | undefined
}

/** Props of a field. */
export interface AccountFieldProps<Name extends string> {
  name: Name
  'aria-invalid': boolean
  'aria-describedby'?: string
}

/** An account form's state, and what its fields and its form element take. */
export interface AccountFormState<Name extends string> {
  formRef: RefObject<HTMLFormElement | null>
  field: (name: Name) => AccountFieldProps<Name>
  onSubmit: (event: SyntheticEvent) => void
  outcome: AccountFormOutcome
  /** Id of the status line; a field with an error references it. */
  statusId: string
}

/**
 * The account forms' common rules: checked when sent, focus on the first error, one send at a time. Their one or
 * two fields are the browser's own (`FormData`): a form library would be a tenth of what /login loads.
 */
export function useAccountForm<Name extends string>({
  schema,
  focusOnFailure,
  send,
  describeFailure,
}: AccountFormOptions<Name>): AccountFormState<Name> {
  const statusId = useId()
  const formRef = useRef<HTMLFormElement>(null)
  const [broken, setBroken] = useState<{ names: ReadonlySet<unknown>; message: string } | null>(null)
  const focus = (names: ReadonlySet<unknown>) => {
    const fields = formRef.current?.querySelectorAll('input') ?? []
    Array.from(fields)
      .find(({ name }) => names.has(name))
      ?.focus()
  }
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: send,
    onError: () => {
      focus(new Set([focusOnFailure]))
    },
  })

  // A choice of another language loads the page again.
  useEffect(() => {
    const form = formRef.current
    if (form === null) return undefined
    restoreEmail(form)
    const keep = () => {
      keepEmail(form)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
    }
  }, [])

  const submit = (form: HTMLFormElement) => {
    if (isPending) return
    const { success, output, issues } = safeParse(schema, Object.fromEntries(new FormData(form)))
    reset()
    if (success) {
      setBroken(null)
      mutate(output)
      return
    }
    const names = new Set(issues.map(({ path }) => path?.[0]?.key))
    setBroken({ names, message: issues[0].message })
    focus(names)
  }

  return {
    formRef,
    field: (name) => {
      const invalid = broken?.names.has(name) === true
      return { name, 'aria-invalid': invalid, ...(invalid && { 'aria-describedby': statusId }) }
    },
    onSubmit: (event) => {
      event.preventDefault()
      if (formRef.current !== null) submit(formRef.current)
    },
    outcome: {
      busy: isPending,
      failure: broken?.message ?? (error === null ? undefined : describeFailure(error)),
      success: data ?? undefined,
    },
    statusId,
  }
}
