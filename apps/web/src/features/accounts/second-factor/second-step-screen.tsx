import type { SecondStep as Step, Session } from '@org/api-client'
import { Page } from '../../../app/shell/page.tsx'
import { AccountScreen } from '../account-screen.tsx'
import classes from '../accounts.module.css'
import { FactorSetup } from './factor-setup.tsx'
import { secondFactorTexts } from './second-factor.texts.ts'
import { SecondStep } from './second-step.tsx'

const { step: stepTexts, setup } = secondFactorTexts
const unknown: Session = { authenticated: false, role: null, email: null }

/** The page of the second step: to confirm the sign-in, or to set up the first factor of an account that needs one. */
export function SecondStepScreen({
  step,
  onSignedIn,
  onBack,
}: {
  step: Step
  onSignedIn: (session: Session) => Promise<void>
  onBack: () => void
}) {
  const { title } = step.setup ? setup : stepTexts
  return (
    <Page windowTitle={title} width="form" indexed={false}>
      <AccountScreen title={title} lead={leadOf(step)}>
        {step.setup ? (
          <div className={classes.form}>
            <p>{setup.choose}</p>
            <FactorSetup onDone={() => void onSignedIn(unknown)} />
          </div>
        ) : (
          <SecondStep step={step} onSignedIn={onSignedIn} onBack={onBack} />
        )}
      </AccountScreen>
    </Page>
  )
}

function leadOf({ setup: isSetup, reason }: Step): string {
  if (!isSetup) return stepTexts.lead
  if (reason === 'organisation') return setup.leadOrganisation
  return reason === 'everybody' ? setup.leadEverybody : setup.lead
}
