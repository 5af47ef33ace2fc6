import { type MemberRole, oidcConnectionSaveSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../tests/test-app.ts'
import { createKey, revokeKey, rotateKey } from './api-keys/api-keys.store.ts'
import type { Edit } from './audit/audit.store.ts'
import { createDeploymentBox } from './auth/factors/deployment-box.ts'
import { inviteMember, resendMemberInvitation, revokeMemberInvitation } from './clients/member-invitations.ts'
import { removeMember, saveMemberRole, saveOrganisation, transferOwnership } from './clients/members.store.ts'
import { createSource } from './content/sources/sources.store.ts'
import type { Db } from './db/database.ts'
import { memberInvitations, organisationMembers } from './db/schema/members.ts'
import { removeConnection, saveConnection } from './organisation-sign-in/connections.store.ts'
import { addDomain, removeDomain } from './organisation-sign-in/domains.store.ts'
import { rotateSecret } from './visitors/identity-secrets.store.ts'
import {
  addEndpoint,
  deleteEndpoint,
  rotateSecret as rotateWebhookSecret,
  saveEndpoint,
} from './webhooks/endpoints.store.ts'

let test: TestApp
let owner: TestUser
let invitationId: string
let keyId: string
let webhookId: string
beforeAll(async () => {
  test = await openTestApp()
  owner = await test.addUser({ role: 'client' })
  await inviteMember(
    {
      db: test.database.db,
      now: test.now,
      siteUrl: () => new URL('https://assistant.example'),
      brandName: 'Brand',
    },
    { email: 'pending@brand.example', role: 'viewer' },
    { organisationId: owner.id, language: 'en', edit: { actorId: owner.id, at: test.now() } },
  )
  const [row] = await test.database.db.select().from(memberInvitations)
  invitationId = row?.id ?? ''
  const edit = { actorId: owner.id, at: test.now() }
  keyId = (await createKey(test.database.db, { owner: { organisationId: owner.id }, given: apiKey }, edit)).id
  webhookId = (await addEndpoint(test.database.db, { owner: owner.id, save: webhook }, edit)).id
})
afterAll(() => test.close())

interface Change {
  db: Db
  /** The member, whose session was that of an owner when the request arrived. */
  actor: TestUser
  edit: Edit
}

const inviting = ({ db, edit }: Change) => ({
  services: { db, now: test.now, siteUrl: () => new URL('https://assistant.example'), brandName: 'Brand' },
  edit: { organisationId: owner.id, language: 'en', edit } as const,
})
const webhook = { url: 'https://shop.example/hook', events: ['content.synced' as const], active: true }
const apiKey = { name: 'A key', scopes: ['content:read' as const], expires_in_days: null }
const source = {
  kind: 'url' as const,
  address: 'https://shop.example/page',
  schedule: 'manual' as const,
  client_id: null,
  author: 'An author',
  language: null,
  topic: '',
  status: 'draft' as const,
}

const provider = oidcConnectionSaveSchema.parse({
  issuer: 'https://provider.example',
  oauth_client_id: 'assistant',
  oauth_client_secret: 'only-for-this-test',
})

/** Changes as their handlers make them once a request was let in. */
const changes: Record<string, (change: Change) => Promise<unknown>> = {
  'takes its own role back': ({ db, actor, edit }) =>
    saveMemberRole(db, { organisationId: owner.id, accountId: actor.id, edit }, 'owner'),
  'changes the role of another member': ({ db, edit }) =>
    saveMemberRole(db, { organisationId: owner.id, accountId: owner.id, edit }, 'viewer'),
  'removes another member': ({ db, edit }) =>
    removeMember(db, { organisationId: owner.id, accountId: owner.id, edit }),
  'hands the ownership over': ({ db, edit }) =>
    transferOwnership(db, { organisationId: owner.id, accountId: owner.id, edit }),
  'renames the organisation': ({ db, edit }) =>
    saveOrganisation(db, { organisationId: owner.id, name: 'Another name', edit }),
  'invites somebody': (change) =>
    inviteMember(
      inviting(change).services,
      { email: 'own-other-address@brand.example', role: 'owner' },
      inviting(change).edit,
    ),
  'sends an invitation again': (change) =>
    resendMemberInvitation(inviting(change).services, invitationId, inviting(change).edit),
  'revokes an invitation': (change) =>
    revokeMemberInvitation(inviting(change).services, invitationId, inviting(change).edit),
  'creates an API key': ({ db, edit }) =>
    createKey(db, { owner: { organisationId: owner.id }, given: apiKey }, edit),
  'rotates an API key': ({ db, edit }) =>
    rotateKey(db, { owner: { organisationId: owner.id }, id: keyId, overlapHours: 0 }, edit),
  'revokes an API key': ({ db, edit }) =>
    revokeKey(db, { owner: { organisationId: owner.id }, id: keyId }, edit),
  'adds a webhook': ({ db, edit }) => addEndpoint(db, { owner: owner.id, save: webhook }, edit),
  'sends the events of a webhook elsewhere': ({ db, edit }) =>
    saveEndpoint(db, { owner: owner.id, id: webhookId, save: webhook }, edit),
  'deletes a webhook': ({ db, edit }) => deleteEndpoint(db, { owner: owner.id, id: webhookId }, edit),
  'creates a secret of a webhook': ({ db, edit }) =>
    rotateWebhookSecret(db, { owner: owner.id, id: webhookId }, edit),
  'creates a secret for visitor ids': ({ db, edit }) =>
    rotateSecret(db, owner.id, { endsPrevious: false }, edit),
  'claims a domain': ({ db, edit }) => addDomain(db, 'brand.example', { organisationId: owner.id, edit }),
  'removes a domain': ({ db, edit }) => removeDomain(db, 'unknown', { organisationId: owner.id, edit }),
  'saves an identity provider': ({ db, edit }) =>
    saveConnection({ db, secretBox: createDeploymentBox(db, []) }, provider, {
      organisationId: owner.id,
      edit,
    }),
  'removes an identity provider': ({ db, edit }) => removeConnection(db, { organisationId: owner.id, edit }),
  'adds a source': ({ db, actor, edit }) =>
    createSource(
      db,
      {
        id: actor.id,
        email: actor.email,
        role: 'client',
        organisation: { id: owner.id, role: 'owner' },
      },
      source,
      edit.at,
    ),
}

async function demote(role: MemberRole | null): Promise<Change> {
  const { db } = test.database
  const actor = await test.addMember(owner.id, role ?? 'owner')
  if (role === null) await db.delete(organisationMembers).where(eq(organisationMembers.accountId, actor.id))
  return { db, actor, edit: { actorId: actor.id, at: test.now() } }
}

/** Members and invitations, the newest last. */
async function state(): Promise<unknown> {
  const { db } = test.database
  return {
    members: await db.select().from(organisationMembers).orderBy(organisationMembers.createdAt),
    invitations: await db.select().from(memberInvitations),
  }
}

it.each(Object.keys(changes))(
  'an owner who was demoted while the request waited: nobody %s',
  async (name) => {
    const change = await demote('viewer')
    const before = await state()
    await expect(changes[name]?.(change)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await state()).toEqual(before)
  },
)

it.each(Object.keys(changes))(
  'an owner who was removed while the request waited: nobody %s',
  async (name) => {
    const change = await demote(null)
    const before = await state()
    await expect(changes[name]?.(change)).rejects.toMatchObject({
      code: name === 'takes its own role back' ? 'not_found' : 'forbidden',
    })
    expect(await state()).toEqual(before)
  },
)

it('every member may leave', async () => {
  const { db, actor, edit } = await demote('viewer')
  await removeMember(db, { organisationId: owner.id, accountId: actor.id, edit })
  const own = eq(organisationMembers.accountId, actor.id)
  expect(await db.$count(organisationMembers, own)).toBe(0)
})
