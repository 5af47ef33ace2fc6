import { createSecondFactorCalls } from '@org/api-client'
import type { TotpSetup as Setup } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { describeDevice } from '../../../shared/describe-device.ts'
import { accountsTexts } from '../accounts.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { describePasskeyFailure } from './passkey-button.tsx'
import { hasPasskeys, makePasskey } from './passkey-browser.ts'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { secondFactorTexts } from './second-factor.texts.ts'
import { TotpSetup } from './totp-setup.tsx'
import classes from './second-factor.module.css'

const texts = secondFactorTexts.setup

/** Sets up a second factor: an authenticator app or a passkey, then the recovery codes. */
export function FactorSetup({
  offersApp = true,
  onDone,
}: {
  /** False when an app is set up already. @default true */
  offersApp?: boolean
  /** Called after the set-up, once new recovery codes were confirmed. */
  onDone: () => void
}) {
  const calls = useCalls(createSecondFactorCalls)
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const start = useMutation({ mutationFn: () => calls.startTotp(), onSuccess: setSetup })
  const add = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(await calls.passkeyOptions())
      return calls.createPasskey(passkey, describeDevice(navigator.userAgent, accountsTexts.account.sessions))
    },
    onSuccess: take,
  })

  function take(given: string[]): void {
    setSetup(null)
    setCodes(given)
    if (given.length === 0) onDone()
  }

  if (codes.length > 0) {
    return (
      <RecoveryCodeList
        codes={codes}
        onDone={() => {
          setCodes([])
          onDone()
        }}
      />
    )
  }
  if (setup !== null) {
    return (
      <TotpSetup
        setup={setup}
        onConfirmed={take}
        onCancel={() => {
          setSetup(null)
        }}
      />
    )
  }
  return (
    <div className={classes.actions}>
      {offersApp && (
        <Button
          busy={start.isPending}
          onClick={() => {
            start.mutate()
          }}
        >
          {texts.app}
        </Button>
      )}
      {hasPasskeys() && (
        <Button
          busy={add.isPending}
          onClick={() => {
            add.mutate()
          }}
        >
          {texts.passkey}
        </Button>
      )}
      {start.isError && (
        <StatusLine tone="error">{describeFailure(start.error, () => texts.failed)}</StatusLine>
      )}
      {add.isError && <StatusLine tone="error">{describePasskeyFailure(add.error)}</StatusLine>}
    </div>
  )
}
