import { sql } from 'drizzle-orm'
import type { Db } from '../../src/db/database.ts'
import { auditEntries, entitlements, llmSettingsVersions } from '../../src/db/schema/admin.ts'
import { configurators, configuratorVersions, widgetSightings } from '../../src/db/schema/embed.ts'
import { widgetHandovers, widgetSecrets } from '../../src/db/schema/handover.ts'
import { apiKeys, apiKeySecrets, apiKeyWrites } from '../../src/db/schema/api-keys.ts'
import {
  oidcAttempts,
  oidcConnections,
  oidcDomains,
  oidcIdentities,
} from '../../src/db/schema/organisation-sign-in.ts'
import { webhookDeliveries, webhookEndpoints, webhookSecrets } from '../../src/db/schema/webhooks.ts'
import { newId } from '../../src/platform/process/ids.ts'
import type { Writer } from './writer.ts'
import { widgetRow } from './widget-row.ts'

/** Entitlements, entries of the audit log, and a widget with its settings and versions. */
export async function seedAdministration(
  db: Db,
  { userId, email, widgetId, of, now }: Writer & { widgetId: string },
): Promise<void> {
  await db.insert(entitlements).values({
    email,
    allowedTools: [of('tool')],
    allowedAuthors: [of('only-author')],
    allowedModels: [of('model')],
    systemPrompts: [of('prompt')],
    updatedAt: now,
  })
  await db.insert(auditEntries).values([
    { at: now, actorId: userId, action: 'update', kind: 'configurator', subject: of('changed'), changes: [] },
    {
      at: now,
      accountId: userId,
      action: 'role_change',
      outcome: 'success',
      bucket: of('bucket'),
      kind: 'account',
      subject: '',
      changes: [],
    },
    {
      at: now,
      actorId: null,
      action: 'update',
      kind: 'entitlements',
      subject: email,
      changes: [{ field: 'allowed_tools', before: of('before'), after: null }],
    },
    {
      at: now,
      actorId: null,
      action: 'update',
      kind: 'configurator',
      subject: 'A widget',
      changes: [{ field: 'client_owner', before: null, after: userId }],
    },
  ])
  await db.insert(configurators).values(widgetRow({ id: widgetId, name: of('widget'), clientOwner: userId }))
  const origin = 'https://seen.example'
  await db.insert(widgetSightings).values({ clientId: userId, embedId: widgetId, origin, seenAt: now })
  await db.insert(widgetHandovers).values({
    configuratorId: widgetId,
    settings: {
      channel: 'email',
      email: of('mailbox@example.com'),
      url: '',
      name: 'optional',
      reply: 'optional',
      hours: null,
      outside: '',
      redact: false,
    },
    version: 1,
    updatedAt: now,
  })
  await db.insert(widgetSecrets).values({
    id: newId(),
    configuratorId: widgetId,
    kind: 'webhook',
    secret: of('webhook-secret'),
    createdAt: now,
  })
  const endpointId = newId()
  await db.insert(webhookEndpoints).values({
    id: endpointId,
    clientId: userId,
    createdBy: userId,
    url: `https://shop.example/${of('webhook')}`,
    events: ['content.synced'],
    createdAt: now,
  })
  await db
    .insert(webhookSecrets)
    .values({ id: newId(), endpointId, secret: of('endpoint-secret'), createdAt: now })
  await db.insert(webhookDeliveries).values({
    id: newId(),
    endpointId,
    event: 'content.synced',
    data: { source: of('event') },
    response: of('response'),
    createdAt: now,
  })
  const keyId = newId()
  await db.insert(apiKeys).values({
    id: keyId,
    organisationId: userId,
    userId,
    name: of('key-name'),
    scopes: ['content:read'],
    createdAt: now,
  })
  await db
    .insert(apiKeySecrets)
    .values({ hash: of('key-hash'), keyId, start: of('key-start'), createdAt: now })
  await db.insert(apiKeyWrites).values({
    keyId,
    idempotencyHash: of('key-write'),
    requestHash: of('key-request'),
    createdAt: now,
  })
  await db.insert(oidcConnections).values({
    organisationId: userId,
    issuer: `https://login.example/${of('issuer')}`,
    oauthClientId: of('oauth-client'),
    oauthClientSecret: of('oauth-secret'),
    secretAt: now,
    scope: 'openid email',
    groupsClaim: 'groups',
    groupRoles: [],
    defaultRole: 'viewer',
    enforced: false,
    createdAt: now,
  })
  await db.insert(oidcDomains).values({
    id: newId(),
    organisationId: userId,
    domain: `${of('domain')}.example`,
    challenge: of('challenge'),
    createdAt: now,
  })
  await db.insert(oidcIdentities).values({
    organisationId: userId,
    subject: of('subject'),
    accountId: userId,
    createdAt: now,
    lastSignInAt: now,
  })
  await db.insert(oidcAttempts).values({
    stateHash: of('state'),
    organisationId: userId,
    browserHash: of('browser'),
    testedBy: userId,
    fresh: false,
    expiresAt: new Date(now.getTime() + 600_000),
  })
  // The states are JSON to the database: these hold the part that refers to a person.
  const state = JSON.stringify({ name: of('saved'), client_owner: userId })
  await db.execute(sql`
    insert into ${configuratorVersions} (configurator_id, version, saved_at, saved_by, state)
    values (${widgetId}, 1, ${now.toISOString()}::timestamptz, ${userId}, ${state}::jsonb)
  `)
  await db.execute(sql`
    insert into ${llmSettingsVersions} (version, saved_at, saved_by, state)
    select coalesce(max(version), 0) + 1, ${now.toISOString()}::timestamptz, ${userId}::uuid, '{}'::jsonb
    from ${llmSettingsVersions}
  `)
}
