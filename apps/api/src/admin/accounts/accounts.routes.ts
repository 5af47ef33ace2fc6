import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { AppContext, AppEnv } from '../../platform/http/app-env.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { SessionUser } from '../../platform/http/principal.ts'
import { serve } from '../../platform/request/contract-route.ts'
import {
  type AccountChangeServices,
  type AccountEdit,
  endAllSessions,
  endOneSession,
  resetFactors,
  setDisabled,
  setRole,
} from './account-changes.ts'
import { listAccounts, readAccount } from './account-list.ts'

/** Serves the accounts and sessions of all people to administrators. */
export function mountManagedAccounts(app: Hono<AppEnv>, services: AccountChangeServices): void {
  const { db, now } = services

  serve(app, routes.managedAccounts, (_c, { query }) => listAccounts(db, query, now()))

  serve(app, routes.managedAccount, (c, { user }) => read(editOf(c, user)))

  serve(app, routes.setAccountRole, async (c, { body, user }) => {
    const edit = editOf(c, user)
    await setRole(services, edit, body.role)
    return read(edit)
  })

  serve(app, routes.setAccountDisabled, async (c, { body, user }) => {
    const edit = editOf(c, user)
    await setDisabled(services, edit, body.disabled)
    return read(edit)
  })

  serve(app, routes.resetSecondFactor, async (c, { user }) => {
    await resetFactors(services, editOf(c, user))
    return null
  })

  serve(app, routes.endManagedSessions, async (c, { user }) => {
    await endAllSessions(services, editOf(c, user))
    return null
  })

  serve(app, routes.endManagedSession, async (c, { user }) => {
    await endOneSession(services, editOf(c, user), c.req.param('session') ?? '')
    return null
  })

  function read({ accountId, actorId, sessionId }: AccountEdit) {
    return readAccount(db, accountId, { actorId, sessionId, now: now() })
  }
}

function editOf(c: AppContext, user: SessionUser): AccountEdit {
  const session = c.get('session')
  // Frames have no session of the site, and never the role of an administrator.
  if (session === null) throw new HttpError('forbidden', 'Please do this on our own site.')
  // Ids are compared as they are stored.
  const accountId = (c.req.param('id') ?? '').toLowerCase()
  return { accountId, actorId: user.id, sessionId: session.id }
}
