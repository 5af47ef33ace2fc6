import {
  appearanceSaveSchema,
  type AppearanceSave,
  type ClientEdit,
  clientEditSchema,
  routes,
} from '@org/api-client/contract'
import type { Hono } from 'hono'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { serve } from '../platform/request/contract-route.ts'
import { prepareAppearance } from '../widgets/appearance.store.ts'
import { saveClientAppearance } from '../widgets/configurators.store.ts'
import { readActivity, readRoom } from './client-room.store.ts'
import {
  type InvitationServices,
  inviteClient,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './invitations.ts'
import { clientOf, type SessionUser } from '../platform/http/principal.ts'

/** Dependencies of the calls of clients and about them. */
export interface ClientServices extends InvitationServices {
  /** True when the deployment stores the redacted texts of visitors. */
  keepsText: boolean
}

/** Bytes of a body with two pictures of 1 MiB in base64. */
const saveBytes = 4 * 1024 * 1024

/** Saves of the appearance by one client in an hour: each stores a version and pictures, which count for no quota. */
const appearancesPerHour = 60

/** Serves the room of a client, and to administrators the invitations of clients. */
export function mountClients(app: Hono<AppEnv>, services: ClientServices): void {
  const { db, now, keepsText } = services

  serve(app, routes.clientRoom, (_c, { user }) => readRoom(db, roomOf(user), now()))

  serve(app, routes.clientActivity, (_c, { user }) => readActivity(db, roomOf(user), keepsText, now()))

  serve(
    app,
    routes.saveClientAppearance,
    async (c, { body: { version, ...parts }, user }) => {
      const id = c.req.param('id') ?? ''
      const limit = { name: 'client-appearance', limit: appearancesPerHour, subject: roomOf(user) }
      await countHourly(db, limit, now())
      const appearance = await prepareAppearance(toWhole(parts), user.id)
      const change = { id, clientId: roomOf(user), version, changed: partsOf(parts) }
      await saveClientAppearance(db, change, { actorId: user.id, at: now() }, appearance)
      return { ok: true }
    },
    { maxBytes: saveBytes },
  )

  serve(app, routes.clientInvitations, async () => ({ items: await listInvitations(db, now()) }))

  serve(app, routes.inviteClient, async (c, { body, user }) => {
    const edit = { actorId: user.id, at: now() }
    await inviteClient(services, { email: body.email, language: readerLanguage(c) }, edit)
    return { ok: true }
  })

  serve(app, routes.resendInvitation, async (c, { user }) => {
    const id = c.req.param('id') ?? ''
    const edit = { actorId: user.id, at: now() }
    await resendInvitation(services, { id, language: readerLanguage(c) }, edit)
    return { ok: true }
  })

  serve(app, routes.revokeInvitation, async (c, { user }) => {
    await revokeInvitation(services, c.req.param('id') ?? '', { actorId: user.id, at: now() })
    return null
  })
}

/** The client of a room; that of an administrator, who owns no widgets, is empty. */
function roomOf(user: SessionUser): string {
  return clientOf(user) ?? user.id
}

/** A whole appearance with the given parts; the others take the defaults, and are not stored. */
function toWhole(parts: object): AppearanceSave {
  return appearanceSaveSchema.parse(parts)
}

function partsOf(parts: object): ClientEdit[] {
  const given = new Set(Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [name])))
  return clientEditSchema.options.filter((part) => given.has(part))
}
