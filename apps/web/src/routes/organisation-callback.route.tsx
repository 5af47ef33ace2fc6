import {
  createOrganisationLoginCalls,
  isApiError,
  type OrganisationLoginResult,
  secondStepOf,
  type SecondStep,
  type SignInTest,
} from '@org/api-client'
import { Alert, buttonClassName, StatusLine } from '@org/ui-kit'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { loginPath, paths, returnPath } from '../app/paths.ts'
import { PagePending } from '../app/shell/page-pending.tsx'
import { Page } from '../app/shell/page.tsx'
import { shellTexts } from '../app/shell/shell.texts.ts'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import own from '../features/accounts/organisation/organisation.module.css'
import { organisationLoginTexts as texts } from '../features/accounts/organisation/organisation.texts.ts'
import type { StepState } from '../features/accounts/second-factor/step-state.ts'
import { recheckSession } from '../features/session/session.queries.ts'
import { useSession } from '../features/session/use-session.ts'
import { Link } from '../shared/link.tsx'
import { memberRoleTexts } from '../shared/member-roles.texts.ts'
import { useServices } from '../shared/services.ts'
import type { Services } from '../shared/services.ts'
import { useAddressParameters } from '../shared/use-address-parameters.ts'

type Outcome = OrganisationLoginResult | { secondStep: SecondStep } | { failure: string }

// The code of an answer is used once, however often the page is shown.
const outcomes = new WeakMap<Services, Map<string, Promise<Outcome>>>()

function outcomeOf(services: Services, organisation: string, given: URLSearchParams): Promise<Outcome> {
  const state = given.get('state') ?? ''
  const known = outcomes.get(services) ?? new Map<string, Promise<Outcome>>()
  outcomes.set(services, known)
  const outcome = known.get(state) ?? complete(services, organisation, given)
  known.set(state, outcome)
  return outcome
}

async function complete(
  { http, queryClient }: Services,
  organisation: string,
  given: URLSearchParams,
): Promise<Outcome> {
  const state = given.get('state')
  if (state === null) return { failure: texts.missing }
  const valueOf = (name: string) => given.get(name) ?? undefined
  try {
    const result = await createOrganisationLoginCalls(http).completeOrganisationLogin({
      organisation,
      state,
      code: valueOf('code'),
      iss: valueOf('iss'),
      error: valueOf('error'),
    })
    if ('session' in result) await recheckSession(queryClient)
    return result
  } catch (error) {
    const secondStep = secondStepOf(error)
    return secondStep === null
      ? { failure: (isApiError(error) ? error.reason : undefined) ?? texts.failed }
      : { secondStep }
  }
}

/** /auth/organisation/:id: completes a sign-in, or a test, by the identity provider of an organisation. */
export function OrganisationCallback({ organisation: id }: { organisation: string }) {
  const services = useServices()
  const navigate = useNavigate()
  const given = useAddressParameters()
  // The parameters are taken out of the address once they are used; whoever opens it without any has nothing to complete.
  const [outcome, setOutcome] = useState<Outcome | null>(() =>
    given.size === 0 ? { failure: texts.missing } : null,
  )
  useEffect(() => {
    if (given.size === 0) return
    const settle = async () => {
      const next = await outcomeOf(services, id, given)
      setOutcome(next)
      // The code must not stay in the history.
      if ('failure' in next || 'test' in next) await navigate(`/auth/organisation/${id}`, { replace: true })
    }
    void settle()
  }, [services, id, given, navigate])

  if (outcome === null) return <PagePending label={shellTexts.authenticating} />
  if ('session' in outcome) return <Navigate to={returnPath(outcome.returnTo)} replace />
  if ('secondStep' in outcome) {
    const state: StepState = outcome
    return <Navigate to={loginPath()} state={state} replace />
  }
  return (
    <Page windowTitle={texts.title} indexed={false}>
      <AccountScreen title={texts.title}>
        <div className={classes.form}>
          {'test' in outcome ? (
            <TestResult test={outcome.test} />
          ) : (
            <StatusLine tone="error">{outcome.failure}</StatusLine>
          )}
          <Way />
        </div>
      </AccountScreen>
    </Page>
  )
}

function Way() {
  const { authenticated } = useSession()
  return (
    <Link
      to={authenticated ? paths.members : paths.login}
      className={buttonClassName({ variant: 'primary', wide: true })}
    >
      {authenticated ? texts.toSettings : accountsTexts.callback.toLogin}
    </Link>
  )
}

function TestResult({ test: { email, groups, role } }: { test: SignInTest }) {
  return (
    <Alert tone="success" title={texts.tested}>
      <p>{texts.testedText}</p>
      <dl className={own.facts}>
        <dt>{accountsTexts.email}</dt>
        <dd>
          <bdi>{email}</bdi>
        </dd>
        <dt>{texts.groups}</dt>
        <dd>
          {groups.length === 0 ? (
            texts.noGroups
          ) : (
            <ul>
              {groups.map((group) => (
                <li key={group}>
                  <bdi>{group}</bdi>
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>{texts.role}</dt>
        <dd>{role === null ? texts.noRole : memberRoleTexts.names[role]}</dd>
      </dl>
    </Alert>
  )
}
