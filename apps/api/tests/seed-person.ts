import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { recordMessages } from '../src/analytics/analytics.events.ts'
import type { Db } from '../src/db/database.ts'
import { auditEntries, entitlements, llmSettingsVersions } from '../src/db/schema/admin.ts'
import { clientInvitations, clientSteps, knownDevices, oneTimeTokens, users } from '../src/db/schema/auth.ts'
import { approvedAnswers, approvedAnswerVersions } from '../src/db/schema/approved.ts'
import { billingCustomers, subscriptions, testBillingLinks } from '../src/db/schema/billing.ts'
import { conversations, conversationShares, messageImages, messages } from '../src/db/schema/chat.ts'
import { contactMessages } from '../src/db/schema/contact.ts'
import { contentVersions } from '../src/db/schema/content.ts'
import { configurators, configuratorVersions, widgetSignups } from '../src/db/schema/embed.ts'
import { contentImports, contentSources } from '../src/db/schema/imports.ts'
import { articles, products } from '../src/db/schema/knowledge.ts'
import { operatorEntries, operatorEntryVersions, safetySpikes } from '../src/db/schema/operators.ts'
import {
  evaluationCases,
  evaluationResults,
  evaluationRuns,
  settingsDrafts,
  settingsTrials,
} from '../src/db/schema/evaluations.ts'
import { noExpectations } from '../src/evaluations/added-cases.ts'
import { defaultLlmSettings } from '../src/settings/master-settings.ts'
import { outcomeDaily, outcomeHourly } from '../src/db/schema/figures.ts'
import { handovers, widgetHandovers, widgetSecrets } from '../src/db/schema/handover.ts'
import { gaps } from '../src/db/schema/gaps.ts'
import {
  budgets,
  operationAlerts,
  reportPreferences,
  retentionReports,
  retentionRules,
  weeklyReports,
} from '../src/db/schema/operations.ts'
import { answerOutcomes } from '../src/db/schema/outcomes.ts'
import { identitySecrets, visitors } from '../src/db/schema/visitors.ts'
import { queueMail } from '../src/mail/outbox.store.ts'
import { newId } from '../src/platform/process/ids.ts'

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

/** A visitor whom the person, as a client, has identified. */
async function seedVisitor(
  db: Db,
  { userId, of, now }: { userId: string; of: (name: string) => string; now: Date },
): Promise<void> {
  const id = newId()
  await db
    .insert(identitySecrets)
    .values({ id, clientId: userId, secret: of('identity-secret'), createdAt: now })
  await db
    .insert(users)
    .values({ id, email: `${of('visitor')}@visitor.invalid`, passwordHash: of('visitor-hash') })
  await db
    .insert(visitors)
    .values({ userId: id, clientId: userId, externalId: of('visitor-id'), createdAt: now, lastSeenAt: now })
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
  await db.insert(knownDevices).values({ userId, tokenHash: of('device'), createdAt: now, lastUsedAt: now })
  await db.insert(oneTimeTokens).values({
    id: newId(),
    userId,
    kind: 'recovery',
    tokenHash: of('link'),
    expiresAt: new Date(now.getTime() + 3_600_000),
    createdAt: now,
  })
  await db.insert(clientInvitations).values({
    id: newId(),
    userId,
    invitedBy: userId,
    createdAt: now,
    sentAt: now,
    sends: 1,
    expiresAt: now,
  })
  await db.insert(clientSteps).values({ userId, step: 'look', doneAt: now })
  await seedVisitor(db, { userId, of, now })
  await db.insert(billingCustomers).values({ userId, customerId: of('customer') })
  await db.insert(subscriptions).values({
    id: of('subscription'),
    userId,
    status: 'active',
    priceId: 'price',
    plan: of('plan'),
    currentPeriodEnd: new Date(now.getTime() + 30 * 86_400_000),
    cancelAtPeriodEnd: true,
    updatedAt: now,
  })
  await db.insert(testBillingLinks).values({
    secretHash: of('billing-link'),
    userId,
    kind: 'portal',
    expiresAt: new Date(now.getTime() + 3_600_000),
  })
  await recordMessages(db, [
    {
      id: messageId,
      at: now,
      clientId: widgetId,
      widgetId,
      conversation: conversationId,
      role: 'user',
      addressHash,
      addressMasked: '203.0.113.0/24',
      place: null,
      products: [of('product')],
      authors: [of('author')],
      subject: 'Sleep',
    },
  ])
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
      'mailbox@example.com',
      'webhook-secret',
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
        'mailbox@example.com',
        'webhook-secret',
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

interface Writer {
  userId: string
  email: string
  of: (name: string) => string
  now: Date
}

async function seedContact(db: Db, { userId, email, of, now }: Writer): Promise<void> {
  const written = { name: of('name'), message: of('message'), createdAt: now }
  // Signed in with another address in the form, and as a visitor with the account's.
  await db.insert(contactMessages).values([
    { id: newId(), userId, email: of('other@example.com'), ...written },
    { id: newId(), userId: null, email: email.toUpperCase(), ...written },
  ])
  const copy = { recipient: 'us@example.com', subject: of('name'), body: of('message') }
  await queueMail(db, { ...copy, replyTo: of('other@example.com'), userId })
  await queueMail(db, { ...copy, replyTo: email })
  await queueMail(db, { recipient: email, subject: 'Sign in', body: of('link') })
  await db.insert(widgetSignups).values({ id: newId(), email, embedId: null, createdAt: now })
  await seedHandovers(db, { userId, email, of, now })
}

/** Requests of the account, of a visitor with its address, and of a visitor of its widget. */
async function seedHandovers(db: Db, { userId, email, of, now }: Writer): Promise<void> {
  const request = () => ({
    id: newId(),
    requestId: newId(),
    reference: of(newId()),
    language: 'en',
    createdAt: now,
  })
  const written = { name: of('name'), message: of('message'), transcript: [] }
  await db.insert(handovers).values([
    {
      ...request(),
      ...written,
      userId,
      email: of('other@example.com'),
      transcript: [{ role: 'user', text: of('handed-over') }],
    },
    { ...request(), ...written, email: email.toUpperCase() },
    { ...request(), clientId: userId, name: of('visitor'), email: '', message: '', transcript: [] },
  ])
}

async function seedAdministration(
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
  await db.insert(configurators).values({
    id: widgetId,
    name: of('widget'),
    clientOwner: userId,
    active: true,
    allowConversations: 'multi',
    forceToolCalls: false,
    widgetTheme: 'ultra',
    widgetTitle: '',
    allowAttachments: true,
    sidebarCollapsed: false,
    composePlaceholder: '',
    allowedTools: [],
    allowedAuthors: [],
  })
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

/** Synonyms of a client, and what an administrator saved and saw. */
async function seedOperators(db: Db, { userId, now }: Pick<Writer, 'userId' | 'now'>): Promise<void> {
  const common = { kind: 'brand_synonym', version: 1, retired: false, fields: {}, updatedAt: now } as const
  const ids = [newId(), newId()] as const
  await db.insert(operatorEntries).values([
    { ...common, id: ids[0], key: ids[0], clientId: userId },
    { ...common, id: ids[1], key: ids[1], updatedBy: userId },
  ])
  await db.insert(operatorEntryVersions).values(
    ids.map((entryId) => ({
      entryId,
      version: 1,
      savedAt: now,
      savedBy: userId,
      retired: false,
      fields: {},
    })),
  )
  await db
    .insert(safetySpikes)
    .values({ category: ids[0], hour: now, count: 10, usual: 0, seenAt: now, seenBy: userId })
}

/** Figures, budgets, rules, alerts and weekly e-mails of a client. */
async function seedOperations(db: Db, { userId, now }: Pick<Writer, 'userId' | 'now'>): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const client = { clientId: userId }
  await db.insert(outcomeDaily).values({ ...client, widgetId: newId(), day, model: 'local', answers: 1 })
  await db.insert(outcomeHourly).values({ ...client, hour: now, answers: 1 })
  await db
    .insert(budgets)
    .values({ ...client, id: newId(), amountMicros: 1, alertPercent: 80, hardStop: true, updatedAt: now })
  await db.insert(retentionRules).values({ ...client, id: newId(), texts: 1, updatedAt: now })
  await db.insert(retentionReports).values({ ...client, at: now, dataClass: 'texts', days: 1, deleted: 1 })
  await db
    .insert(operationAlerts)
    .values({ ...client, kind: 'gaps', subject: '', day, at: now, count: 1, seenAt: now, seenBy: userId })
  await db.insert(reportPreferences).values({ userId, seenLanguage: 'es' })
  await db
    .insert(weeklyReports)
    .values({ ...client, id: newId(), firstDay: day, lastDay: day, createdAt: now })
}

/** Records of an answer to the person, and of an answer to a guest in the person's widget. */
async function seedOutcomes(
  db: Db,
  { userId, conversationId, of, now }: Omit<Writer, 'email'> & { conversationId: string },
): Promise<void> {
  const record = {
    at: now,
    ending: 'complete',
    outcome: 'answered',
    language: 'en',
    model: 'local',
    tokens: 0,
    totalMs: 1,
    searches: [],
    products: [],
  } as const
  const cited = { title: 'A source', heading: '', quote: '', publisher: '' }
  await db.insert(answerOutcomes).values([
    {
      ...record,
      searches: [],
      id: newId(),
      userId,
      conversationId,
      question: of('asked'),
      citations: [{ ...cited, number: 1, url: of('opened') }],
      citationsOpened: [1],
      products: [of('clicked')],
      productsClicked: [of('clicked')],
    },
    {
      ...record,
      searches: [],
      products: [],
      id: newId(),
      clientId: userId,
      question: of('visitor'),
      citations: [],
    },
    { ...record, searches: [], products: [], id: newId(), assignee: userId, citations: [] },
  ])
  await db.insert(gaps).values({ id: newId(), clientId: userId, language: 'en' })
  await seedEvaluations(db, { userId, conversationId, of, now })
}

/** A case of a person's question, and drafts, runs and trials of an administrator. */
async function seedEvaluations(
  db: Db,
  { userId, conversationId, of, now }: Pick<Writer, 'userId' | 'of' | 'now'> & { conversationId: string },
): Promise<void> {
  const [draftId, runId, caseId] = [newId(), newId(), newId()]
  const state = defaultLlmSettings
  await db
    .insert(settingsDrafts)
    .values({ id: draftId, name: 'Shorter', state, updatedAt: now, updatedBy: userId })
  await db.insert(settingsTrials).values({
    id: newId(),
    draftId,
    draftVersion: 1,
    state,
    share: 5,
    startedAt: now,
    startedBy: userId,
    endedAt: now,
    end: 'stopped',
  })
  const asked = {
    source: 'review' as const,
    question: of('case'),
    history: [],
    language: 'en',
    widgetId: null,
    clientId: null,
    expectations: noExpectations,
    required: true,
  }
  const times = { createdAt: now, updatedAt: now, enabled: true }
  await db.insert(evaluationCases).values([
    { ...asked, ...times, id: caseId, askedBy: userId, conversationId },
    { ...asked, ...times, id: newId(), question: of('shop'), clientId: userId },
    { ...asked, ...times, id: newId(), question: 'What is zinc?', updatedBy: userId },
  ])
  await db.insert(evaluationRuns).values({
    id: runId,
    draftId,
    draftVersion: 1,
    publishedVersion: 0,
    draftState: state,
    publishedState: state,
    createdAt: now,
    createdBy: userId,
  })
  await db.insert(evaluationResults).values({ id: newId(), runId, caseId, position: 0, asked })
}

/** Articles, products and approved answers of a client, and what a person saved. */
async function seedKnowledge(db: Db, { userId, now }: Pick<Writer, 'userId' | 'now'>): Promise<void> {
  const article = { title: '', author: '', url: '', topic: '', contentHash: '', updatedBy: userId }
  const ids = [newId(), newId()] as const
  const fields = { author: 'Publisher', topic: '', language: null, status: 'draft' as const }
  await db.insert(contentSources).values({
    id: newId(),
    kind: 'url',
    address: 'https://brand.example/',
    clientId: userId,
    createdBy: userId,
    fields,
    schedule: 'manual',
    createdAt: now,
  })
  await db.insert(contentImports).values({
    id: newId(),
    kind: 'upload',
    clientId: userId,
    createdBy: userId,
    fields,
    createdAt: now,
  })
  await db.insert(articles).values([
    { ...article, id: ids[0], slug: ids[0], clientId: userId },
    { ...article, id: ids[1], slug: ids[1] },
  ])
  const product = {
    description: '',
    unitAmount: 1,
    currency: 'USD',
    url: '',
    contentHash: '',
    updatedBy: userId,
  }
  await db.insert(products).values([
    { ...product, pk: ids[0], name: ids[0], clientId: userId },
    { ...product, pk: ids[1], name: ids[1] },
  ])
  await db
    .insert(contentVersions)
    .values({ id: newId(), articleId: ids[1], version: 1, savedAt: now, savedBy: userId, fields: {} })
  const approved = {
    status: 'published' as const,
    language: 'en' as const,
    question: '',
    variants: [],
    answer: '',
    citations: [],
    reviewer: '',
    reviewedAt: '2026-01-01',
    updatedAt: now,
    updatedBy: userId,
  }
  await db.insert(approvedAnswers).values([
    { ...approved, id: ids[0], clientId: userId },
    { ...approved, id: ids[1] },
  ])
  await db
    .insert(approvedAnswerVersions)
    .values({ id: newId(), answerId: ids[1], version: 1, savedAt: now, savedBy: userId, fields: {} })
}

/** The keys of the visitors' addresses that are stored. */
export async function addressKeyRows(db: Db): Promise<{ id: number; secret: string }[]> {
  const { rows } = await db.execute<{ id: number; secret: string }>(
    sql`select id, secret from analytics_keys order by id`,
  )
  return rows
}
