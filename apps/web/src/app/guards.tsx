import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Session } from '@org/api-client'
import { meQuery } from '../features/session/session.queries.ts'
import { useSession } from '../features/session/use-session.ts'
import { useServices } from '../shared/services.ts'
import { loginPath, paths } from './paths.ts'
import { PageHead } from './shell/page-head.tsx'
import { PagePending } from './shell/page-pending.tsx'

/** Props of a guard. */
export interface GuardedProps {
  /** @default everybody who is signed in */
  roles?: readonly Session['role'][]
  children: ReactNode
}

/**
 * Sends a visitor, and everybody whose role is not in the list, to the sign-in page, which comes back here
 * (specification 1 section 2).
 */
export function Guarded(props: GuardedProps) {
  const { pathname } = useLocation()
  return <Gate key={pathname} {...props} />
}

function Gate({ roles, children }: GuardedProps) {
  const { api } = useServices()
  const { pathname, search, hash } = useLocation()
  const { data: session, isFetching } = useQuery(meQuery(api))
  const [isIn, letIn] = useState(false)
  const isAllowed = session?.authenticated === true && (roles?.includes(session.role) ?? true)
  // Asked once: a later check that fails must not take what somebody is writing from them.
  if (isAllowed && !isFetching && !isIn) letIn(true)

  if (isIn || isAllowed) return children
  return (
    <>
      {/* Also while the sign-in page's code is on its way: the footer would jump else. */}
      <PagePending />
      {!isFetching && <Navigate to={loginPath(pathname + search + hash)} replace />}
    </>
  )
}

/** The start page's way: to the chat with a session, to the sign-in page without (specification 1 section 2). */
export function FromRoot() {
  const { loading, authenticated } = useSession()
  return loading ? <PageHead /> : <Navigate to={authenticated ? paths.chat : paths.login} replace />
}
