import { useQuery } from '@tanstack/react-query'
import { Activity, lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { MemberAction, Session } from '@org/api-client'
import { may } from '../features/session/may.ts'
import { meQuery, personKey } from '../features/session/session.queries.ts'
import { useSession } from '../features/session/use-session.ts'
import { DraftReport } from '../shared/draft-report.ts'
import { useServices } from '../shared/services.ts'
import { useLeaveGuard } from '../shared/use-leave-guard.ts'
import { loginPath, paths } from './paths.ts'
import { PageHead } from './shell/page-head.tsx'
import { PagePending } from './shell/page-pending.tsx'
import { Refused } from './shell/failures/refused.tsx'

const DraftLost = lazy(async () => ({ default: (await import('./shell/draft-lost.tsx')).DraftLost }))
const LeaveHidden = lazy(async () => ({ default: (await import('./shell/leave-hidden.tsx')).LeaveHidden }))

/** Props of a guard. */
export interface GuardedProps {
  /** @default everybody who is signed in */
  roles?: readonly Session['role'][]
  /** Action that the role of a member must include. @default none */
  action?: MemberAction
  children: ReactNode
}

/**
 * Sends a visitor, and everybody whose role is not in the list, to the sign-in page, which comes back here
 * (specification 1 section 2). A later session check guards again: without the role the page is hidden, and its drafts
 * are there again once the same person has signed in. Leaving a hidden page with a draft is asked about.
 */
export function Guarded(props: GuardedProps) {
  const { pathname } = useLocation()
  return <Gate key={pathname} {...props} />
}

function Gate({ roles, action, children }: GuardedProps) {
  const { api } = useServices()
  const { pathname, search, hash } = useLocation()
  const { data: session, isFetching, refetch } = useQuery(meQuery(api))
  const [person, setPerson] = useState<string | null>(null)
  const isAllowed =
    session?.authenticated === true &&
    (roles?.includes(session.role) ?? true) &&
    (action === undefined || may(session, action))
  const now = isAllowed ? personKey(session) : person
  const [isDirty, setDirty] = useState(false)
  const [isDraftLost, setDraftLost] = useState(false)
  if (isAllowed && !isFetching && now !== person) {
    // Another person is not told what was written here.
    if (isDirty && person?.startsWith(`${session.email} `)) setDraftLost(true)
    setPerson(now)
  }

  const leaving = useLeaveGuard(isDirty && now !== null && !isAllowed, ({ to }) => to.pathname !== pathname)

  const login = loginPath(pathname + search + hash)
  if (now === null) {
    return (
      <>
        {/* Also while the sign-in page's code is on its way: the footer would jump else. */}
        <PagePending />
        {!isFetching && <Navigate to={login} replace />}
      </>
    )
  }
  return (
    <>
      {!isAllowed && (
        <Refused
          reason={session?.authenticated === true ? 'no_role' : 'signed_out'}
          loginPath={login}
          isChecking={isFetching}
          onCheck={() => void refetch()}
        />
      )}
      {isDraftLost && (
        <Suspense>
          <DraftLost />
        </Suspense>
      )}
      {leaving.isAsked && (
        <Suspense>
          <LeaveHidden question={leaving} />
        </Suspense>
      )}
      {/* Hidden, the page keeps what its person was writing; another person, or another organisation, gets a page of its own. */}
      <Activity key={now} mode={isAllowed ? 'visible' : 'hidden'}>
        <DraftReport value={setDirty}>{children}</DraftReport>
      </Activity>
    </>
  )
}

/** The start page's way: to the chat with a session, to the sign-in page without (specification 1 section 2). */
export function FromRoot() {
  const { loading, authenticated } = useSession()
  return loading ? <PageHead /> : <Navigate to={authenticated ? paths.chat : paths.login} replace />
}
