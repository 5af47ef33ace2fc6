import { asc, eq } from 'drizzle-orm'
import { webhookCreatedSchema } from '@org/api-client/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { openReceiver, type WebhookReceiver } from '../../tests/webhook-receiver.ts'
import { type Change, recordChanges } from '../audit/audit.store.ts'
import { readHeads } from '../audit/audit-chain.ts'
import { users } from '../db/schema/auth.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema/webhooks.ts'
import { createJobSender } from '../jobs/job-queue.ts'
import { createLog } from '../platform/process/log.ts'
import { streamAudit } from './audit-stream.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { createEndpointRests } from './endpoint-rests.ts'
import { createEventSender } from './events/event-sender.ts'

let test: TestApp
let receiver: WebhookReceiver
let adminUser: TestUser
let admin: string
beforeAll(async () => {
  test = await openTestApp({ config: { networkAccess: 'clients' } })
  receiver = await openReceiver()
  adminUser = await test.addUser({ role: 'admin' })
  admin = await test.signIn(adminUser)
})
afterAll(async () => {
  receiver.close()
  await test.close()
})
beforeEach(async () => {
  await test.database.db.delete(webhookEndpoints)
  // A look without a webhook: the next one begins with what follows.
  await stream()
  receiver.received.length = 0
})

const stream = () =>
  streamAudit(
    test.database.db,
    createEventSender(createJobSender(test.database, createLog('silent'))),
    test.now(),
  )

const create = (cookie: string, events: string[]) =>
  post(test.app, '/api/client/webhooks', { url: receiver.url, events }, { cookie })

/** Sends the deliveries of an endpoint, and returns the data of their messages. */
async function deliver(endpointId: string) {
  const { db } = test.database
  const rows = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(asc(webhookDeliveries.id))
  for (const { id } of rows) {
    await deliverWebhook(id, {
      db,
      now: test.now,
      siteUrl: () => new URL('https://assistant.example'),
      networkAccess: 'clients',
      rests: createEndpointRests(),
      signal: new AbortController().signal,
    })
  }
  return receiver.received.map(({ body }) => JSON.parse(body).data)
}

const add = (subjects: string[], actorId: string | null = null) =>
  test.database.db.transaction((tx) =>
    recordChanges(
      tx,
      subjects.map((subject): Change => ({
        action: 'update',
        kind: 'configurator',
        subject,
        organisationId: null,
        changes: [{ field: 'prompt', before: null, after: 'long '.repeat(500) }],
      })),
      { actorId, at: test.now() },
    ),
  )

it('sends each new entry once, with its place and hash in the chain', async () => {
  await add(['before the webhook'])
  const created = webhookCreatedSchema.parse(await (await create(admin, ['audit.recorded'])).json())
  await stream()
  await add(['first', 'second'], adminUser.id)
  await Promise.all([stream(), stream()])
  await stream()
  const [head] = await readHeads(test.database.db)
  const messages = (await deliver(created.id)).filter(({ chain }) => chain === 'changes')
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatchObject({
    chain: 'changes',
    to: head?.position,
    rows: [
      { event: 'add', entry: { subject: 'first', actor: adminUser.email } },
      { event: 'add', hash: head?.hash, position: head?.position, entry: { subject: 'second' } },
    ],
  })
  // Long texts are sent as their length and digest.
  expect(JSON.stringify(messages).length).toBeLessThan(3000)
})

it('splits many entries into messages without a gap', async () => {
  const created = webhookCreatedSchema.parse(await (await create(admin, ['audit.recorded'])).json())
  await stream()
  await add(Array.from({ length: 120 }, (_, index) => `entry ${index}`))
  await stream()
  const messages = (await deliver(created.id)).filter(({ chain }) => chain === 'changes')
  const positions: number[] = messages.flatMap(({ rows }) =>
    rows.map(({ position }: { position: number }) => position),
  )
  expect(messages).toHaveLength(3)
  expect(positions).toEqual(Array.from({ length: 120 }, (_, index) => (positions[0] ?? 0) + index))
})

it('sends nothing of a person who was deleted before the message', async () => {
  const person = await test.addUser()
  const created = webhookCreatedSchema.parse(await (await create(admin, ['audit.recorded'])).json())
  await stream()
  await add(['by a person'], person.id)
  await stream()
  await test.database.db.delete(users).where(eq(users.id, person.id))
  const messages = await deliver(created.id)
  expect(JSON.stringify(messages)).toContain('by a person')
  expect(JSON.stringify(messages)).not.toContain(person.email)
})

it('is for webhooks of administrators alone', async () => {
  const client = await test.addUser({ role: 'client' })
  const refused = await create(await test.signIn(client), ['audit.recorded'])
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('administrators alone'),
  ])
  const named = await post(
    test.app,
    `/api/client/webhooks?client_id=${client.id}`,
    { url: receiver.url, events: ['audit.recorded'] },
    { cookie: admin },
  )
  expect(named.status).toBe(422)
})
