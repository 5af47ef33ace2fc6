import { buttonClassName, StatusLine } from '@org/ui-kit'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { PagePending } from '../app/shell/page-pending.tsx'
import { Page } from '../app/shell/page.tsx'
import { shellTexts } from '../app/shell/shell.texts.ts'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { readAuthLink } from '../features/accounts/auth-link.ts'
import { recheckSession } from '../features/session/session.queries.ts'
import { Link } from '../shared/link.tsx'
import { useServices } from '../shared/services.ts'
import type { Services } from '../shared/services.ts'

const texts = accountsTexts.callback

/** Result of a sign-in: the next path, or the error text. */
type Outcome = { leadsTo: string } | { failure: string }

// A link's tokens are used once, however often the page is shown.
const outcomes = new WeakMap<Services, Promise<Outcome>>()

/** Signs in with the tokens of a link: `recovery` leads to a new password, anything else to the chat. */
async function completeSignIn({ api, queryClient, authFragment }: Services): Promise<Outcome> {
  const link = readAuthLink(authFragment)
  if (link === null) return { failure: texts.missingTokens }
  try {
    await api.authCallback(link)
  } catch {
    return { failure: texts.failed }
  }
  await recheckSession(queryClient)
  return { leadsTo: link.type === 'recovery' ? paths.setPassword : paths.chat }
}

function outcomeOf(services: Services): Promise<Outcome> {
  const outcome = outcomes.get(services) ?? completeSignIn(services)
  outcomes.set(services, outcome)
  return outcome
}

/** /auth/callback: redirects, or shows that the sign-in could not be completed. */
export function AuthCallbackRoute() {
  const services = useServices()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    void outcomeOf(services).then(setOutcome)
  }, [services])

  if (outcome === null || 'leadsTo' in outcome) {
    return (
      <>
        <PagePending label={shellTexts.authenticating} />
        {outcome !== null && <Navigate to={outcome.leadsTo} replace />}
      </>
    )
  }
  return (
    <Page windowTitle={texts.title} indexed={false}>
      <AccountScreen title={texts.title}>
        <div className={classes.form}>
          <StatusLine tone="error">{outcome.failure}</StatusLine>
          <p>{texts.hint}</p>
          <Link to={paths.resetPassword} className={buttonClassName({ variant: 'primary', wide: true })}>
            {texts.newLink}
          </Link>
          <p className={classes.others}>
            <Link to={paths.login}>{texts.toLogin}</Link>
          </p>
        </div>
      </AccountScreen>
    </Page>
  )
}
