import { type OidcConnectionSave, type OrganisationQuery, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { reachesOwnNetwork } from '../content/fetching/public-addresses.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { invalid, notFound } from '../platform/http/http-error.ts'
import { clientOf, type SessionUser } from '../platform/http/principal.ts'
import { serve } from '../platform/request/contract-route.ts'
import { findConnection, removeConnection, saveConnection } from './connections.store.ts'
import { addDomain, confirmDomain, removeDomain, verifyDomain } from './domains.store.ts'
import { saveFactorRequirement } from './factor-requirement.store.ts'
import {
  mountOrganisationLogin,
  type OrganisationSignInServices,
  redirectUri,
  startAt,
} from './login.routes.ts'
import { readSignIn } from './sign-in-settings.ts'

/** Calls of one organisation in an hour. */
const perHour = { change: 60, test: 60 } as const

/** Serves the identity provider of an organisation to its owners and to administrators, and sign-ins by it. */
export function mountOrganisationSignIn(app: Hono<AppEnv>, services: OrganisationSignInServices): void {
  const { db, now, secretBox, networkAccess } = services
  const idOf = (c: AppContext) => (c.req.param('id') ?? '').toLowerCase()
  const editOf = (user: SessionUser, query: OrganisationQuery) => ({
    organisationId: organisationOf(user, query),
    edit: { actorId: user.id, at: now() },
  })
  const count = (name: keyof typeof perHour, subject: string) =>
    countHourly(db, { name: `sign-in-${name}`, limit: perHour[name], subject }, now())

  mountOrganisationLogin(app, services)

  serve(app, routes.organisationSignIn, async (_c, { query, user }) => {
    const organisationId = organisationOf(user, query)
    const settings = await readSignIn(db, organisationId)
    return { ...settings, redirect_uri: redirectUri(services, organisationId).href }
  })

  serve(app, routes.saveOidcConnection, async (_c, { query, body, user }) => {
    const edit = editOf(user, query)
    requireIssuer(body, edit.organisationId)
    await count('change', edit.organisationId)
    await saveConnection({ db, secretBox }, body, edit)
    return { ok: true }
  })

  serve(app, routes.removeOidcConnection, async (_c, { query, user }) => {
    await removeConnection(db, editOf(user, query))
    return null
  })

  serve(app, routes.saveFactorRequirement, async (_c, { query, body, user }) => {
    const edit = editOf(user, query)
    await count('change', edit.organisationId)
    await saveFactorRequirement(db, body.required, edit)
    return { ok: true }
  })

  serve(app, routes.testOidcConnection, async (c, { query, user }) => {
    const organisationId = organisationOf(user, query)
    const connection = await findConnection(db, organisationId)
    if (connection === undefined) throw notFound('The organisation has no identity provider.')
    await count('test', organisationId)
    const attempt = { testedBy: user.id, fresh: false, returnTo: null }
    return { url: await startAt(services, c, connection, attempt) }
  })

  serve(app, routes.addSignInDomain, async (_c, { query, body, user }) => {
    const edit = editOf(user, query)
    await count('change', edit.organisationId)
    return addDomain(db, body.domain, edit)
  })

  serve(app, routes.verifySignInDomain, async (c, { query, user }) => {
    const edit = editOf(user, query)
    await count('test', edit.organisationId)
    return verifyDomain(services, idOf(c), edit)
  })

  serve(app, routes.removeSignInDomain, async (c, { query, user }) => {
    await removeDomain(db, idOf(c), editOf(user, query))
    return null
  })

  serve(app, routes.confirmSignInDomain, (c, { user }) =>
    confirmDomain(db, idOf(c), { actorId: user.id, at: now() }),
  )

  /** An issuer is an https address without query and fragment; on the operator's own network it may be without TLS. */
  function requireIssuer({ issuer }: OidcConnectionSave, organisationId: string): void {
    const url = URL.parse(issuer)
    const isPlain =
      url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
    if (isPlain && (url.protocol === 'https:' || reachesOwnNetwork(networkAccess, organisationId))) return
    throw invalid([{ path: 'issuer', message: 'Enter an https address.' }])
  }
}

/** A member has the organisation in use; an administrator names one. */
function organisationOf(user: SessionUser, { client_id: named }: OrganisationQuery): string {
  const own = clientOf(user)
  if (own !== null) return own
  if (named === undefined) throw notFound('Client not found.')
  return named.toLowerCase()
}
