import { Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsTexts } from './accounts.texts.ts'
import { describeFailure } from './describe-failure.ts'

/** A button that does something with the address in the form that it is in. */
export function AddressButton({
  label,
  send,
  failed,
}: {
  label: string
  /** Resolves to the sentence of a success. */
  send: (email: string) => Promise<string | undefined>
  /** The sentence of a failure that the server does not explain. */
  failed: string
}) {
  const [isMissing, setIsMissing] = useState(false)
  const { mutate, reset, isPending, isError, error, data } = useMutation({ mutationFn: send })
  const problem = isMissing
    ? accountsTexts.login.emailRequired
    : isError
      ? describeFailure(error, () => failed)
      : undefined
  return (
    <>
      <Button
        wide
        busy={isPending}
        onClick={({ currentTarget: { form } }) => {
          const field = form?.elements.namedItem('email')
          if (!(field instanceof HTMLInputElement)) return
          const email = field.value.trim()
          reset()
          setIsMissing(email === '')
          if (email === '') field.focus()
          else mutate(email)
        }}
      >
        {label}
      </Button>
      {problem !== undefined && <StatusLine tone="error">{problem}</StatusLine>}
      {data !== undefined && <StatusLine tone="success">{data}</StatusLine>}
    </>
  )
}
