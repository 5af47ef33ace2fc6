import type { SessionCalls } from '@org/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { buttonClassName, StatusLine } from '@org/ui-kit'
import { Link, replace, useLoaderData } from 'react-router'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { AccountScreen } from '../features/accounts/account-screen.tsx'
import classes from '../features/accounts/accounts.module.css'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { readAuthLink } from '../features/accounts/auth-link.ts'
import { recheckSession } from '../features/session/session.queries.ts'

const texts = accountsTexts.callback

/**
 * Signs in with the tokens of a link: `recovery` leads to a new password, anything else to the chat. Gives the
 * sentence to show when it cannot.
 */
export async function completeSignIn({
  api,
  queryClient,
  authFragment,
}: {
  api: SessionCalls
  queryClient: QueryClient
  authFragment: string
}): Promise<string | Response> {
  const link = readAuthLink(authFragment)
  if (link === null) return texts.missingTokens
  try {
    await api.authCallback(link)
  } catch {
    return texts.failed
  }
  await recheckSession(queryClient)
  return replace(link.type === 'recovery' ? paths.setPassword : paths.chat)
}

/** /auth/callback: shown where the sign-in could not be completed. */
export function AuthCallbackRoute() {
  const failure = useLoaderData<string>()
  return (
    <Page windowTitle={texts.title} indexed={false}>
      <AccountScreen title={texts.title}>
        <div className={classes.form}>
          <StatusLine tone="error">{failure}</StatusLine>
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
