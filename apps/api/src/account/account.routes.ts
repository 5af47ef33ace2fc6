import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { type AuthServices, confirmPassword } from '../auth/auth.service.ts'
import { readDeviceCookie } from '../auth/known-devices.ts'
import { clearSessionCookie } from '../platform/http/session-cookie.ts'
import type { SiteSession } from '../platform/http/principal.ts'
import { endSessionById, endSessionsOf, listSessions } from '../auth/session.store.ts'
import type { Billing } from '../billing/billing.ts'
import type { StorageQuota } from '../conversations/storage-quota.ts'
import type { StreamLog } from '../chat/streams/stream-log.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { requireProof } from '../platform/request/guards.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { exportAccount } from './account-export.ts'
import { createRunningExports } from './running-exports.ts'
import { deleteAccount } from './delete-account.ts'
import { toSession } from '../auth/session-json.ts'

/** Dependencies of the calls about a person's own account. */
export interface AccountRoutesOptions {
  auth: AuthServices
  billing: Billing
  streams: StreamLog
  storage: Pick<StorageQuota, 'usage'>
}

/** Serves a person's sessions, their data as a download, and the deletion of their account. */
export function mountAccount(
  app: Hono<AppEnv>,
  { auth, billing, streams, storage }: AccountRoutesOptions,
): void {
  const { db, now, recordEvent } = auth
  const exports = createRunningExports()

  serve(app, routes.accountSessions, async (c, { user }) => {
    const own = ownSession(c)
    const rows = await listSessions(db, user.id, now())
    return { items: rows.map((row) => Object.assign(toSession(row), { current: row.id === own.id })) }
  })

  serve(app, routes.endOtherSessions, async (c, { user }) => {
    await endSessionsOf(db, user.id, ownSession(c).id)
    recordEvent({ action: 'session_end', accountId: user.id })
    return null
  })

  serve(app, routes.endAccountSession, async (c, { user }) => {
    const own = ownSession(c)
    const id = (c.req.param('id') ?? '').toLowerCase()
    // A borrowed or stolen session must not sign its owner out elsewhere.
    if (id !== own.id) requireProof(c)
    if (!isUuid(id) || !(await endSessionById(db, user.id, id))) throw notFound('Session not found.')
    recordEvent({ action: 'session_end', accountId: user.id })
    if (id === own.id) clearSessionCookie(c)
    return null
  })

  serve(app, routes.accountStorage, async (c, { user }) => {
    ownSession(c)
    const { usedBytes, limitBytes } = await storage.usage(user.id)
    return { used_bytes: usedBytes, limit_bytes: limitBytes }
  })

  serve(app, routes.exportAccount, async (c, { user }) => {
    ownSession(c)
    const date = now().toISOString().slice(0, 10)
    const headers = {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="account-${date}.json"`,
    }
    // Nobody would read or cancel its body.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const body = exports.start(user.id, exportAccount({ db, billing, user, now: now() }))
    recordEvent({ action: 'data_export', accountId: user.id })
    return c.body(body.pipeThrough(new TextEncoderStream()), 200, headers)
  })

  serve(app, routes.deleteAccount, async (c, { body, user }) => {
    // The password alone must not open what the second factor protects.
    if (ownSession(c).hasSecondFactor) requireProof(c)
    await confirmPassword(auth, {
      email: user.email,
      password: body.password,
      clientAddress: c.get('clientAddress'),
      deviceToken: readDeviceCookie(c),
    })
    await deleteAccount({ db, billing, streams, user, language: readerLanguage(c) })
    recordEvent({ action: 'account_deletion', accountId: user.id })
    clearSessionCookie(c)
    return { ok: true }
  })
}

/** A session of a widget's frame must not reach the account, nor one that chooses a password or owes a second step. */
function ownSession(c: AppContext): SiteSession {
  const session = c.get('session')
  if (session?.purpose !== 'site') throw new HttpError('forbidden', 'Please do this on our own site.')
  return session
}
