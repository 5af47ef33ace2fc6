import { createSecondFactorCalls } from '@org/api-client'
import type { SecondStep as Step, Session } from '@org/api-client'
import { lazy, Suspense } from 'react'
import { PagePending } from '../../../app/shell/page-pending.tsx'
import { useCalls } from '../../../shared/services.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { secondFactorTexts } from './second-factor.texts.ts'

const Screen = lazy(async () => ({ default: (await import('./second-step-screen.tsx')).SecondStepScreen }))

/** The second step of a sign-in, whose code comes when it is needed. */
export function SecondStepScreen(props: {
  step: Step
  onSignedIn: (session: Session) => Promise<void>
  onBack: () => void
}) {
  return (
    <Suspense fallback={<PagePending />}>
      <Screen {...props} />
    </Suspense>
  )
}

/** Signs in by a passkey alone. It is there from the start, also in a browser without passkeys: what comes late would move the form. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (session: Session) => Promise<void> }) {
  const { loginPasskey } = useCalls(createSecondFactorCalls)
  return (
    <PasskeyButton
      label={secondFactorTexts.passkey.signIn}
      anyAccount
      send={async (passkey) => {
        await onSignedIn(await loginPasskey(passkey))
      }}
    />
  )
}
