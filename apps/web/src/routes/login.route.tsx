import { secondStepOf, type Session } from '@org/api-client'
import { Alert } from '@org/ui-kit'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { originParameter, paths, returnPath, signupPath } from '../app/paths.ts'
import { workAreasFor } from '../app/shell/header/navigation.ts'
import { Page } from '../app/shell/page.tsx'
import { shellTexts } from '../app/shell/shell.texts.ts'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { CredentialsForm } from '../features/accounts/credentials-form.tsx'
import { describeFailure } from '../features/accounts/describe-failure.ts'
import { EmailLinkButton } from '../features/accounts/email-link-button.tsx'
import { OrganisationButton } from '../features/accounts/organisation/organisation-button.tsx'
import { passwordChanged } from '../features/accounts/password-changed.ts'
import { stepOfState } from '../features/accounts/second-factor/step-state.ts'
import { PasskeySignIn, SecondStepScreen } from '../features/accounts/second-factor/lazy-second-step.tsx'
import { mergeSession, recheckSession } from '../features/session/session.queries.ts'
import { useSession } from '../features/session/use-session.ts'
import { TryLink, WelcomePanel } from '../features/site/lazy-welcome-panel.tsx'
import { Link } from '../shared/link.tsx'
import { useServices } from '../shared/services.ts'
import { useAddressParameters } from '../shared/use-address-parameters.ts'

const texts = accountsTexts.login

/** /login: leads to the chat, or back to where a guard has sent the person away. */
export function LoginRoute() {
  const { api, queryClient } = useServices()
  const navigate = useNavigate()
  const session = useSession()
  const { state, key: locationKey } = useLocation()
  const origin = useAddressParameters().get(originParameter)
  const [step, setStep] = useState(() => stepOfState(state))
  const [enteredAt, setEnteredAt] = useState<string | null>(null)
  const enter = async (told: Session) => {
    setEnteredAt(locationKey)
    // A server need not say with the sign-in who is there.
    if (told.authenticated) mergeSession(queryClient, told)
    else await recheckSession(queryClient)
    await navigate(returnPath(origin), { replace: true })
  }
  if (step !== null) {
    return (
      <SecondStepScreen
        step={step}
        onSignedIn={enter}
        onBack={() => {
          setStep(null)
        }}
      />
    )
  }
  // Until the next page has loaded, this one is still shown to somebody who has just signed in.
  const isSignedIn = session.email !== null && enteredAt !== locationKey
  const isRefused = isSignedIn && origin !== null
  return (
    <Page windowTitle={texts.title} width="form">
      <AccountScreen
        title={texts.title}
        lead={texts.lead}
        refusal={
          isRefused ? (
            <Refusal session={session} />
          ) : (
            state === passwordChanged && <Alert tone="success">{texts.passwordChanged}</Alert>
          )
        }
        aside={<WelcomePanel chatPath={paths.chat} />}
        notice={
          !isSignedIn ? (
            <div className={classes.narrowOnly}>
              <TryLink chatPath={paths.chat} />
            </div>
          ) : (
            !isRefused && (
              <p className={classes.others}>
                {texts.signedInAs(session.email ?? '')} <Link to={paths.chat}>{texts.toChat}</Link>
              </p>
            )
          )
        }
      >
        <CredentialsForm
          texts={texts}
          password="current"
          send={async (credentials) => {
            try {
              await enter(await api.login(credentials))
            } catch (error) {
              const next = secondStepOf(error)
              if (next === null) throw error
              setStep(next)
            }
            return null
          }}
          describeFailure={(error) => describeFailure(error, texts.failed)}
        >
          <EmailLinkButton returnTo={returnPath(origin)} />
          <PasskeySignIn onSignedIn={enter} />
          <OrganisationButton returnTo={returnPath(origin)} />
          <p className={classes.others}>
            <Link to={paths.resetPassword}>{texts.forgotPassword}</Link>
          </p>
          <p className={classes.others}>
            {texts.noAccount} <Link to={signupPath(origin ?? undefined)}>{texts.signup}</Link>
          </p>
        </CredentialsForm>
      </AccountScreen>
    </Page>
  )
}

/** Shown to somebody whom a guard has sent here: what their account opens in place of the page. */
function Refusal({ session }: { session: Session }) {
  return (
    <Alert tone="warning" title={texts.refused}>
      <div className={classes.refusal}>
        <p>{texts.canOpen(session.email ?? '')}</p>
        <ul>
          {workAreasFor(session).map(({ to, item }) => (
            <li key={to}>
              <Link to={to}>{shellTexts.items[item]}</Link>
            </li>
          ))}
        </ul>
      </div>
    </Alert>
  )
}
