import { createSecondFactorCalls } from '@org/api-client'
import type { SecondFactorProof, SecondStep as Step, Session } from '@org/api-client'
import { Button } from '@org/ui-kit'
import { type ReactNode, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../accounts.module.css'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { secondFactorTexts } from './second-factor.texts.ts'

const texts = secondFactorTexts.step

/** The second step of a sign-in: a code of the app, a recovery code, or a passkey. */
export function SecondStep({
  step: { methods },
  onSignedIn,
  onBack,
}: {
  step: Step
  onSignedIn: (session: Session) => Promise<void>
  onBack: () => void
}) {
  const calls = useCalls(createSecondFactorCalls)
  return (
    <FactorForm
      methods={methods}
      send={async (proof) => {
        await onSignedIn(await calls.loginSecondFactor(proof))
      }}
    >
      <Button variant="ghost" wide onClick={onBack}>
        {texts.back}
      </Button>
    </FactorForm>
  )
}

/** Takes a proof of one of the account's second factors. */
export function FactorForm({
  methods,
  send,
  children,
}: {
  methods: Step['methods']
  /** Sends the proof. The form shows why it failed. */
  send: (proof: SecondFactorProof) => Promise<void>
  /** Stands under the form. */
  children?: ReactNode
}) {
  const hasApp = methods.includes('totp')
  const [usesRecovery, setUsesRecovery] = useState(!hasApp && !methods.includes('passkey'))
  const showsCode = hasApp || usesRecovery
  const passkey = methods.includes('passkey') && (
    <PasskeyButton label={texts.passkey} send={(given) => send({ passkey: given })} />
  )
  return (
    <div className={classes.form}>
      {showsCode && (
        <CodeForm
          key={usesRecovery ? 'recovery' : 'app'}
          formTexts={texts}
          kind={usesRecovery ? 'recovery' : 'app'}
          send={(code) => send({ code })}
        />
      )}
      {passkey}
      {methods.includes('recovery_code') && (hasApp || !usesRecovery) && (
        <Button
          variant="ghost"
          wide
          onClick={() => {
            setUsesRecovery(!usesRecovery)
          }}
        >
          {usesRecovery ? texts.toApp : texts.toRecovery}
        </Button>
      )}
      {children}
    </div>
  )
}
