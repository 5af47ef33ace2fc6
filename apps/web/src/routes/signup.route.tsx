import { secondStepOf } from '@org/api-client'
import { useNavigate } from 'react-router'
import { loginPath, originParameter, returnPath } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { CredentialsForm } from '../features/accounts/credentials-form.tsx'
import { describeFailure } from '../features/accounts/describe-failure.ts'
import type { StepState } from '../features/accounts/second-factor/step-state.ts'
import { recheckSession } from '../features/session/session.queries.ts'
import { Link } from '../shared/link.tsx'
import { OutboxLink } from '../shared/outbox-link.tsx'
import { useServices } from '../shared/services.ts'
import { useAddressParameters } from '../shared/use-address-parameters.ts'

const texts = accountsTexts.signup

/** /signup: a confirmation e-mail, or where the server leads. */
export function SignupRoute() {
  const { api, queryClient } = useServices()
  const navigate = useNavigate()
  const origin = useAddressParameters().get(originParameter)
  return (
    <Page windowTitle={texts.title}>
      <AccountScreen title={texts.title} lead={texts.lead}>
        <CredentialsForm
          texts={texts}
          password="new"
          send={async (credentials) => {
            const answer = await api.signup(credentials).catch(secondStepOrThrow)
            if ('secondStep' in answer) {
              await navigate(loginPath(origin ?? undefined), { state: answer, replace: true })
              return null
            }
            const { message, redirect } = answer
            if (redirect === null) return message ?? texts.confirmationSent
            await recheckSession(queryClient)
            await navigate(returnPath(origin ?? redirect), { replace: true })
            return null
          }}
          describeFailure={(error) => describeFailure(error, () => texts.failed)}
          afterSuccess={<OutboxLink className={classes.others} />}
        >
          <p className={classes.others}>
            {texts.haveAccount} <Link to={loginPath(origin ?? undefined)}>{texts.login}</Link>
          </p>
        </CredentialsForm>
      </AccountScreen>
    </Page>
  )
}

/** The site may require a second factor of every account: the sign-up has succeeded, and its set-up comes next. */
function secondStepOrThrow(error: unknown): StepState {
  const secondStep = secondStepOf(error)
  if (secondStep === null) throw error
  return { secondStep }
}
