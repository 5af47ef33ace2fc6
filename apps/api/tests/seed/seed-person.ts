import { randomUUID } from 'node:crypto'
import { recordMessages } from '../../src/analytics/analytics.events.ts'
import type { Db } from '../../src/db/database.ts'
import { conversations, conversationShares, messageImages, messages } from '../../src/db/schema/chat.ts'
import { newId } from '../../src/platform/process/ids.ts'
import { seedAccount } from './seed-account.ts'
import { seedAdministration } from './seed-administration.ts'
import { seedContact } from './seed-contact.ts'
import { seedKnowledge } from './seed-knowledge.ts'
import { seedOperations, seedOperators } from './seed-operations.ts'
import { seedOutcomes } from './seed-outcomes.ts'
import { seedVisitor } from './seed-visitor.ts'
import { organisationMembers } from '../../src/db/schema/members.ts'
import { organisations } from '../../src/db/schema/organisations.ts'

/** Values that were written for a person. */
export interface SeededPerson {
  conversationId: string
  widgetId: string
  addressHash: string
  /** Must be in the export. */
  exported: string[]
  /** Must not be in it. */
  withheld: string[]
  /** Must be nowhere in the database after the account is deleted. */
  identifying: string[]
}

/** Writes a row of a person into every table that holds personal data, each value recognisable. */
export async function seedPerson(
  db: Db,
  { id: userId, email }: { id: string; email: string },
): Promise<SeededPerson> {
  const mark = randomUUID().slice(0, 8)
  const now = new Date()
  const [conversationId, messageId, widgetId] = [newId(), newId(), newId()]
  const addressHash = randomUUID().replaceAll('-', '')
  const of = (name: string) => `${name}-${mark}`
  // A plain user is no client yet.
  await db.insert(organisations).values({ id: userId, name: email, createdAt: now }).onConflictDoNothing()
  await db
    .insert(organisationMembers)
    .values({ organisationId: userId, accountId: userId, role: 'owner', createdAt: now })
    .onConflictDoNothing()
  await db.insert(conversations).values({ id: conversationId, userId, title: of('title') })
  await db.insert(messages).values({
    id: messageId,
    conversationId,
    userId,
    role: 'assistant',
    content: of('content'),
    toolContext: null,
    status: 'complete',
    feedback: 'down',
    feedbackReason: of('reason'),
  })
  const bytes = Buffer.from(of('bytes'))
  await db
    .insert(messageImages)
    .values({ id: newId(), messageId, position: 0, mimeType: 'image/png', name: of('image'), bytes })
  await db.insert(conversationShares).values({
    id: newId(),
    userId,
    conversationId,
    tokenHash: of('share-link'),
    title: of('share-title'),
    snapshot: [{ role: 'assistant', content: of('content'), tool_context: null, imageIds: [] }],
    hasImages: false,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  })
  await seedContact(db, { userId, email, of, now })
  await seedAdministration(db, { userId, email, widgetId, of, now })
  await seedOperators(db, { userId, now })
  await seedOutcomes(db, { userId, conversationId, of, now })
  await seedOperations(db, { userId, now })
  await seedKnowledge(db, { userId, now })
  await seedAccount(db, { userId, email, of, now })
  await seedVisitor(db, { userId, of, now })
  await recordMessages(db, [
    {
      id: messageId,
      at: now,
      clientId: userId,
      widgetId,
      conversation: conversationId,
      role: 'user',
      addressHash,
      addressMasked: '203.0.113.0/24',
      place: { latitude: 47.38, longitude: 8.54, countryCode: 'CH' },
      products: [of('product')],
      authors: [of('author')],
      subject: 'Sleep',
    },
  ])
  // Stored, in no export, and gone with the account.
  const secrets = [
    'mailbox@example.com',
    'webhook-secret',
    'webhook',
    'endpoint-secret',
    'key-name',
    'key-hash',
    'key-start',
    'key-write',
    'key-request',
    'event',
    'response',
    'totp',
    'recovery',
    'credential',
    'passkey',
    'challenge',
  ]
  const own = ['title', 'content', 'reason', 'image', 'name', 'message', 'bytes'].map(of)
  return {
    conversationId,
    widgetId,
    addressHash,
    exported: [
      ...own.filter((value) => value !== of('bytes')),
      ...[
        'plan',
        'tool',
        'only-author',
        'model',
        'widget',
        'product',
        'author',
        'changed',
        'opened',
        'clicked',
        'handed-over',
      ].map(of),
      bytes.toString('base64'),
      email,
      of('other@example.com'),
    ],
    withheld: [
      'asked',
      'visitor',
      'link',
      'billing-link',
      'prompt',
      'customer',
      'before',
      'saved',
      'bucket',
      ...secrets,
    ].map(of),
    identifying: [
      ...own.filter((value) => value !== of('bytes')),
      ...[
        'asked',
        'case',
        'shop',
        'visitor',
        'opened',
        'clicked',
        'link',
        'billing-link',
        'customer',
        'subscription',
        'bucket',
        'handed-over',
        ...secrets,
      ].map(of),
      userId,
      email,
      conversationId,
      messageId,
      addressHash,
      of('other@example.com'),
    ],
  }
}
