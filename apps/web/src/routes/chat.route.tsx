import { ChatEngineProvider, useAccess, useThread } from '@org/chat-engine/react'
import { Provider } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { loginPath, paths, signupPath } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { ChatScreen } from '../features/chat/chat-screen.tsx'
import classes from '../features/chat/chat.module.css'
import { chatTexts } from '../features/chat/chat.texts.ts'
import { chatEngineOf, followPerson } from '../features/chat/engine.ts'
import { LazyAnswer } from '../features/chat/lazy-answer.tsx'
import { recheckSession } from '../features/session/session.queries.ts'
import { useSession } from '../features/session/use-session.ts'
import { Link } from '../shared/link.tsx'
import { useServices } from '../shared/services.ts'

/** /chat: for signed-in users and, where allowed, visitors. The conversation on screen is in the query. */
export function ChatRoute() {
  const { http } = useServices()
  const { loading, email } = useSession()

  useEffect(() => {
    void LazyAnswer.preload()
  }, [])

  useEffect(() => {
    if (!loading) void followPerson(http, email)
  }, [http, loading, email])

  return (
    <Page windowTitle={chatTexts.windowTitle} fullWidth noPadding>
      <Provider>
        <ChatEngineProvider engine={chatEngineOf(http)}>
          <SessionWatch />
          <ChatScreen path={paths.chat} disclaimerHref={paths.disclaimer} signIn={<SignInLinks />} />
        </ChatEngineProvider>
      </Provider>
    </Page>
  )
}

/** A session can end while the page is open: what the server refuses has the session checked, so that the shell does not go on greeting the person. */
function SessionWatch() {
  const { queryClient } = useServices()
  const { authenticated } = useSession()
  const access = useAccess().status
  const run = useThread()?.run
  const isRefused =
    access === 'guest' || access === 'needsAuth' || (run?.phase === 'failed' && run.kind === 'server')

  useEffect(() => {
    if (authenticated && isRefused) void recheckSession(queryClient)
  }, [queryClient, authenticated, isRefused])

  return null
}

function SignInLinks() {
  const { pathname, search } = useLocation()
  const origin = pathname + search
  return (
    <span className={classes.signIn}>
      <Link to={loginPath(origin)}>{chatTexts.login}</Link>
      <Link to={signupPath(origin)}>{chatTexts.signup}</Link>
    </span>
  )
}
