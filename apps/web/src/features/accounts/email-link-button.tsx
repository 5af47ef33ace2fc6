import { createSessionCalls } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../shared/services.ts'
import { accountsTexts } from './accounts.texts.ts'
import { describeFailure } from './describe-failure.ts'

const texts = accountsTexts.login

/** Mails a link that signs in, to the address in the form that the button is in. */
export function EmailLinkButton({ returnTo }: { returnTo: string }) {
  const { loginLink } = useCalls(createSessionCalls)
  const [isMissing, setIsMissing] = useState(false)
  const send = useMutation({ mutationFn: (email: string) => loginLink(email, { returnTo }) })
  return (
    <>
      <Button
        wide
        busy={send.isPending}
        onClick={({ currentTarget: { form } }) => {
          const field = form?.elements.namedItem('email')
          if (!(field instanceof HTMLInputElement)) return
          const email = field.value.trim()
          send.reset()
          setIsMissing(email === '')
          if (email === '') field.focus()
          else send.mutate(email)
        }}
      >
        {texts.emailLink}
      </Button>
      {isMissing && <StatusLine tone="error">{texts.emailRequired}</StatusLine>}
      {send.isError && (
        <StatusLine tone="error">{describeFailure(send.error, () => texts.linkFailed)}</StatusLine>
      )}
      {send.isSuccess && <StatusLine tone="success">{send.data.message ?? texts.linkSent}</StatusLine>}
    </>
  )
}
