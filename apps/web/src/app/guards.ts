import { redirect, replace } from 'react-router'
import type { MiddlewareFunction } from 'react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { Session, SessionCalls } from '@org/api-client'
import { meQuery } from '../features/session/session.queries.ts'
import { loginPath, paths } from './paths.ts'

/** What the guards ask: the session check and where its answer is kept. */
export interface GuardServices {
  api: SessionCalls
  queryClient: QueryClient
}

/** Sends a visitor to the sign-in page, which comes back here (specification 1 section 2). */
export function requireSession(services: GuardServices): MiddlewareFunction {
  return allow(services, (session) => session.authenticated)
}

/** Sends everybody whose role is not in the list to the sign-in page (specification 1 section 2). */
export function requireRole(services: GuardServices, roles: readonly Session['role'][]): MiddlewareFunction {
  return allow(services, (session) => session.authenticated && roles.includes(session.role))
}

/** The start page's way: to the chat with a session, to the sign-in page without (specification 1 section 2). */
export function redirectFromRoot(services: GuardServices) {
  return async ({ request }: { request: Request }) => {
    const session = await currentSession(services)
    return leadOn(request, session.authenticated ? paths.chat : paths.login)
  }
}

/** Leads to another address. One that the browser shows already is replaced, so that Back does not lead here again. */
export function leadOn(request: Request, address: string): Response {
  const isShown = request.url === window.location.href.split('#')[0]
  return isShown ? replace(address) : redirect(address)
}

function allow(services: GuardServices, isAllowed: (session: Session) => boolean): MiddlewareFunction {
  return async ({ request }) => {
    if (isAllowed(await currentSession(services))) return
    const { pathname, search, hash } = new URL(request.url)
    throw leadOn(request, loginPath(pathname + search + hash))
  }
}

function currentSession({ api, queryClient }: GuardServices): Promise<Session> {
  return queryClient.query(meQuery(api))
}
