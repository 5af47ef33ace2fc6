import { type OrganisationQuery, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { AuthServices } from '../auth/auth.service.ts'
import { signIn } from '../auth/sign-in.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { clientOf, may, type SessionUser } from '../platform/http/principal.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { serve } from '../platform/request/contract-route.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import {
  acceptMemberInvitation,
  inviteMember,
  previewMemberInvitation,
  resendMemberInvitation,
  revokeMemberInvitation,
} from './member-invitations.ts'
import {
  chooseOrganisation,
  listMembers,
  listOrganisations,
  removeMember,
  saveMemberRole,
  saveOrganisation,
  transferOwnership,
} from './members.store.ts'

/** Calls within an hour: invitations of an organisation, and opened links of an address. */
const perHour = { invitations: 60, links: 60 } as const

/** Serves the members of an organisation to its members and to administrators, and invitations to the invited. */
export function mountMembers(app: Hono<AppEnv>, services: AuthServices): void {
  mountMembership(app, services)
  mountInvitations(app, services)
  mountOrganisations(app, services)
}

const idOf = (c: AppContext) => (c.req.param('id') ?? '').toLowerCase()

function mountMembership(app: Hono<AppEnv>, { db, now }: AuthServices): void {
  const editOf = ({ id }: SessionUser) => ({ actorId: id, at: now() })
  const changeOf = (c: AppContext, user: SessionUser, query: OrganisationQuery) => ({
    organisationId: organisationOf(user, query),
    accountId: idOf(c),
    edit: editOf(user),
  })

  serve(app, routes.members, (_c, { query, user }) =>
    listMembers(db, organisationOf(user, query), {
      role: user.organisation?.role ?? null,
      now: now(),
      managed: may(user, 'manage'),
    }),
  )

  serve(app, routes.saveMemberRole, async (c, { query, body, user }) => {
    await saveMemberRole(db, changeOf(c, user, query), body.role)
    return { ok: true }
  })

  serve(app, routes.removeMember, async (c, { query, user }) => {
    await removeMember(db, changeOf(c, user, query))
    return null
  })

  serve(app, routes.transferOwnership, async (c, { user }) => {
    await transferOwnership(db, changeOf(c, user, {}))
    return { ok: true }
  })

  serve(app, routes.leaveOrganisation, async (_c, { user }) => {
    const organisationId = organisationOf(user, {})
    await removeMember(db, { organisationId, accountId: user.id, edit: editOf(user) })
    return { ok: true }
  })

  serve(app, routes.saveOrganisation, async (_c, { query, body, user }) => {
    await saveOrganisation(db, {
      organisationId: organisationOf(user, query),
      name: body.name,
      edit: editOf(user),
    })
    return { ok: true }
  })
}

function mountInvitations(app: Hono<AppEnv>, services: AuthServices): void {
  const { db, now } = services
  const editOf = (c: AppContext, user: SessionUser, query: OrganisationQuery) => ({
    organisationId: organisationOf(user, query),
    language: readerLanguage(c),
    edit: { actorId: user.id, at: now() },
  })
  const count = (name: keyof typeof perHour, subject: string) =>
    countHourly(db, { name: `member-${name}`, limit: perHour[name], subject }, now())

  serve(app, routes.inviteMember, async (c, { query, body, user }) => {
    const edit = editOf(c, user, query)
    await count('invitations', edit.organisationId)
    await inviteMember(services, body, edit)
    return { ok: true }
  })

  serve(app, routes.resendMemberInvitation, async (c, { query, user }) => {
    const edit = editOf(c, user, query)
    await count('invitations', edit.organisationId)
    await resendMemberInvitation(services, idOf(c), edit)
    return { ok: true }
  })

  serve(app, routes.revokeMemberInvitation, async (c, { query, user }) => {
    await revokeMemberInvitation(services, idOf(c), editOf(c, user, query))
    return null
  })

  serve(app, routes.previewMemberInvitation, async (c, { body, user }) => {
    await count('links', countedAddress(c.get('clientAddress')))
    return previewMemberInvitation(services, body.token, user)
  })

  serve(app, routes.acceptMemberInvitation, async (c, { body, user }) => {
    await count('links', countedAddress(c.get('clientAddress')))
    const { organisationId, account } = await acceptMemberInvitation(services, body, user)
    const session = c.get('session')
    if (account === null && user !== null && session !== null) {
      await chooseOrganisation(db, { accountId: user.id, sessionId: session.id, organisationId })
    }
    if (account !== null) {
      const { passwordHash } = account
      const proof = { factorAt: null, provenAt: now() }
      // The account exists even where the organisation requires a second factor, whose set-up comes next.
      services.recordEvent({ action: 'sign_up', accountId: account.id })
      await signIn(services, c, account, { isFirst: true, proof, passwordHash })
      services.recordEvent({ action: 'sign_in', accountId: account.id })
    }
    return { ok: true }
  })
}

function mountOrganisations(app: Hono<AppEnv>, { db }: AuthServices): void {
  serve(app, routes.organisations, (_c, { user }) =>
    listOrganisations(db, user.id, user.organisation?.id ?? null),
  )

  serve(app, routes.chooseOrganisation, async (c, { body, user }) => {
    const session = c.get('session')
    if (session === null) throw new HttpError('forbidden', 'Please do this on our own site.')
    const choice = { accountId: user.id, sessionId: session.id, organisationId: body.id.toLowerCase() }
    await chooseOrganisation(db, choice)
    return { ok: true }
  })
}

/** A member has the organisation in use; an administrator names one. */
function organisationOf(user: SessionUser, { client_id: named }: OrganisationQuery): string {
  const own = clientOf(user)
  if (own !== null) return own
  if (named === undefined) throw notFound('Client not found.')
  return named.toLowerCase()
}
