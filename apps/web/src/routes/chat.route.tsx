import { createChatCalls } from '@org/api-client'
import { useAccess, useThread } from '@org/chat-engine/react'
import type { HighlightCode } from '@org/citations/highlight'
import '@org/citations/styles.css'
import { kit } from '@org/languages'
import { ChatProvider, createChatView, LazyAnswer, useOpenedParts } from '@org/ui-kit/engine'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { loginPath, paths, signupPath } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { ChatScreen } from '../features/chat/chat-screen.tsx'
import classes from '../features/chat/chat.module.css'
import { chatTexts } from '../features/chat/chat.texts.ts'
import { chatEngineOf, followPerson } from '../features/chat/engine/site-engine.ts'
import { createStoredChoice } from '../features/chat/engine/stored-choice.ts'
import { HandoverProvider } from '../features/chat/handover/handover.tsx'
import { useImageHosts } from '../features/chat/use-chat-lists.ts'
import { recheckSession } from '../features/session/session.queries.ts'
import { useSession } from '../features/session/use-session.ts'
import { Link } from '../shared/link.tsx'
import { useCalls, useServices } from '../shared/services.ts'

// Loads with the first code block.
const highlight: HighlightCode = async (...code) =>
  (await import('@org/citations/highlight')).highlightCode(...code)

/** /chat: for signed-in users and, where allowed, visitors. The conversation on screen is in the query. */
export function ChatRoute() {
  const services = useServices()
  const { loading, email } = useSession()
  const [choice] = useState(() => {
    const stored = createStoredChoice()
    if (!loading) stored.follow(email)
    return stored
  })
  const [view] = useState(() => createChatView({ choice }))
  const imageHosts = useImageHosts()

  useEffect(() => {
    void LazyAnswer.preload()
  }, [])

  useEffect(() => {
    if (loading) return
    choice.follow(email)
    void followPerson(services, email)
  }, [services, loading, email, choice])

  return (
    <Page windowTitle={chatTexts.windowTitle} width="full" noPadding>
      <ChatProvider
        engine={chatEngineOf(services)}
        view={view}
        labels={kit}
        imageHosts={imageHosts}
        highlight={highlight}
      >
        <SessionWatch />
        <OpenedParts />
        <HandoverProvider contactPath={paths.contact}>
          <ChatScreen path={paths.chat} disclaimerHref={paths.disclaimer} signIn={<SignInLinks />} />
        </HandoverProvider>
      </ChatProvider>
    </Page>
  )
}

/** Reports opened sources and products, for the record of the answer. */
function OpenedParts() {
  const { answerOpened } = useCalls(createChatCalls)
  useOpenedParts((answerId, opened) => answerOpened(answerId, opened))
  return null
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
