import { createSecondFactorCalls, isApiError } from '@org/api-client'
import type { PasskeyResponse } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import { describeFailure } from '../describe-failure.ts'
import { askForPasskey, hasPasskeys } from './passkey-browser.ts'
import { secondFactorTexts } from './second-factor.texts.ts'

/** Asks for a passkey and sends it. */
export function PasskeyButton({
  label,
  anyAccount = false,
  send,
}: {
  label: string
  /** True for a sign-in by a passkey alone, of whichever account. @default false */
  anyAccount?: boolean
  send: (passkey: PasskeyResponse) => Promise<void>
}) {
  const calls = useCalls(createSecondFactorCalls)
  const use = useMutation({
    mutationFn: async () => {
      if (!hasPasskeys()) throw new TypeError('The browser has no passkeys.')
      await send(await askForPasskey(await calls.passkeyChallenge({ anyAccount })))
    },
  })
  return (
    <>
      <Button
        wide
        busy={use.isPending}
        onClick={() => {
          use.mutate()
        }}
      >
        {label}
      </Button>
      {use.isError && <StatusLine tone="error">{describePasskeyFailure(use.error)}</StatusLine>}
    </>
  )
}

/**
 * Returns the error text of a passkey: the server's sentence; the required address, where the browser refuses the page's
 * own (an IP address, another host than that of the site, no https); or, when the person has cancelled, a general one.
 */
export function describePasskeyFailure(error: unknown): string {
  const { failed, unsupported, wrongAddress } = secondFactorTexts.passkey
  if (!hasPasskeys()) return isSecureContext ? unsupported : wrongAddress
  if (error instanceof Error && error.name === 'SecurityError') return wrongAddress
  return isApiError(error) ? describeFailure(error, () => failed) : failed
}
