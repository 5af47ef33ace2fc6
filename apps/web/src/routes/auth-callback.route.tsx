import { isApiError, secondStepOf } from '@org/api-client'
import { Button, buttonClassName, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { loginPath, paths, returnPath, setPasswordPath } from '../app/paths.ts'
import { PagePending } from '../app/shell/page-pending.tsx'
import { Page } from '../app/shell/page.tsx'
import { shellTexts } from '../app/shell/shell.texts.ts'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { type FollowedLink, readAuthLink } from '../features/accounts/auth-link.ts'
import { fromRecoveryLink } from '../features/accounts/recovery-state.ts'
import type { StepState } from '../features/accounts/second-factor/step-state.ts'
import { recheckSession } from '../features/session/session.queries.ts'
import { Link } from '../shared/link.tsx'
import { useServices } from '../shared/services.ts'
import type { Services } from '../shared/services.ts'

const texts = accountsTexts.callback

/** Error text of a sign-in; `isFinal` when another link would not help, as for a disabled account. */
interface Failure {
  text: string
  isFinal: boolean
}

/** Result of a sign-in: the next path, the failure, or the address of the account that must be confirmed. */
type Outcome =
  | { leadsTo: string; state?: StepState | typeof fromRecoveryLink }
  | { failure: Failure }
  | { elsewhere: string }

// A link's tokens are used once, however often the page is shown.
const outcomes = new WeakMap<Services, Promise<Outcome>>()

/** Signs in with the tokens of a link: `recovery` leads to a new password, anything else to the chat. */
async function completeSignIn({ api, queryClient, authFragment }: Services): Promise<Outcome> {
  const followed = readAuthLink(authFragment)
  if (followed === null) return { failure: { text: texts.missingTokens, isFinal: false } }
  const { returnTo, ...link } = followed
  try {
    // A link of somebody else must not sign anybody in unseen.
    await api.authCallback({ ...link, confirmed: false })
  } catch (error) {
    const elsewhere = accountElsewhere(error)
    if (elsewhere !== null) return { elsewhere }
    const secondStep = secondStepOf(error)
    return secondStep === null
      ? { failure: failureOf(error) }
      : { leadsTo: paths.login, state: { secondStep } }
  }
  if (link.type === 'recovery') {
    return { leadsTo: setPasswordPath(returnTo ?? undefined), state: fromRecoveryLink }
  }
  await recheckSession(queryClient)
  return { leadsTo: paths.chat }
}

/** Returns the server's sentence where it forbids the sign-in; every other failure has one text. */
function failureOf(error: unknown): Failure {
  const isFinal = isApiError(error) && error.status === 403 && error.reason !== undefined
  return { text: isFinal ? (error.reason ?? texts.failed) : texts.failed, isFinal }
}

function outcomeOf(services: Services): Promise<Outcome> {
  const outcome = outcomes.get(services) ?? completeSignIn(services)
  outcomes.set(services, outcome)
  return outcome
}

const OrganisationCallback = lazy(async () => ({
  default: (await import('./organisation-callback.route.tsx')).OrganisationCallback,
}))

/** /auth/organisation/:id: from the identity provider of an organisation. Else /auth/callback: redirects, or shows that the sign-in could not be completed. A sign-in link waits for a press of a button. */
export function AuthCallbackRoute() {
  const { authFragment } = useServices()
  const { id } = useParams()
  if (id !== undefined) return <OrganisationCallback organisation={id} />
  const link = readAuthLink(authFragment)
  return link?.type === 'login' ? <ConfirmSignIn link={link} /> : <CompleteSignIn link={link} />
}

/**
 * Waits for a press, so that programs that open the links of e-mails use none up.
 *
 * @param account address of the account whose link was requested in another browser, where that is known
 */
function ConfirmSignIn({
  link: { returnTo, ...link },
  account = null,
}: {
  link: FollowedLink
  account?: string | null
}) {
  const { api, queryClient } = useServices()
  const open = useMutation({
    mutationFn: (confirmed: boolean) => api.authCallback({ ...link, confirmed }),
    onSuccess: () => recheckSession(queryClient),
  })
  const elsewhere = accountElsewhere(open.error) ?? account
  if (open.isSuccess) return <Navigate to={returnPath(returnTo)} replace />
  const secondStep = secondStepOf(open.error)
  if (secondStep !== null) {
    const state: StepState = { secondStep }
    return <Navigate to={loginPath(returnPath(returnTo))} state={state} replace />
  }
  if (open.isError && accountElsewhere(open.error) === null) return <Failed failure={failureOf(open.error)} />
  return (
    <Page windowTitle={texts.confirmTitle} indexed={false}>
      <AccountScreen title={texts.confirmTitle}>
        <div className={classes.form}>
          <output>{elsewhere === null ? texts.confirmText : texts.elsewhere(elsewhere)}</output>
          <Button
            variant="primary"
            wide
            busy={open.isPending}
            onClick={() => {
              open.mutate(elsewhere !== null)
            }}
          >
            {elsewhere === null ? texts.confirm : texts.confirmElsewhere}
          </Button>
          <p className={classes.others}>
            <Link to={paths.login}>{texts.toLogin}</Link>
          </p>
        </div>
      </AccountScreen>
    </Page>
  )
}

/** Returns the address of the account whose link was requested in another browser; null for other failures. */
function accountElsewhere(error: unknown): string | null {
  if (!isApiError(error) || error.status !== 409) return null
  const { detail } = error
  if (typeof detail !== 'object' || detail === null || !('email' in detail)) return null
  return typeof detail.email === 'string' ? detail.email : null
}

function CompleteSignIn({ link }: { link: FollowedLink | null }) {
  const services = useServices()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    void outcomeOf(services).then(setOutcome)
  }, [services])

  if (outcome === null || 'leadsTo' in outcome) {
    return (
      <>
        <PagePending label={shellTexts.authenticating} />
        {outcome !== null && <Navigate to={outcome.leadsTo} state={outcome.state} replace />}
      </>
    )
  }
  if ('failure' in outcome) return <Failed failure={outcome.failure} />
  return link === null ? null : <ConfirmSignIn link={link} account={outcome.elsewhere} />
}

function Failed({ failure: { text, isFinal } }: { failure: Failure }) {
  return (
    <Page windowTitle={texts.title} indexed={false}>
      <AccountScreen title={texts.title}>
        <div className={classes.form}>
          <StatusLine tone="error">{text}</StatusLine>
          {!isFinal && <p>{texts.hint}</p>}
          <Link
            to={isFinal ? paths.contact : paths.resetPassword}
            className={buttonClassName({ variant: 'primary', wide: true })}
          >
            {isFinal ? texts.contact : texts.newLink}
          </Link>
          <p className={classes.others}>
            <Link to={paths.login}>{texts.toLogin}</Link>
          </p>
        </div>
      </AccountScreen>
    </Page>
  )
}
