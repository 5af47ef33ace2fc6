import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { findEntitlements } from '../settings/entitlements.store.ts'
import { purgeAudit } from '../audit/purge-audit.ts'
import type { Db, Transaction } from '../db/database.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { contactMessages } from '../db/schema/contact.ts'
import { configurators, widgetSignups } from '../db/schema/embed.ts'
import { listShares, purgeShares, toShare } from '../shares/shares.store.ts'
import { exportHandovers, purgeHandovers } from '../handover/handovers.store.ts'
import {
  type DataSubject,
  type ExportContext,
  inOrganisations,
  type RetentionSettings,
  type TablePolicy,
} from './data-policy.ts'
import { eraseFromAudit, eraseFromWidgetHistory } from './erase-from-history.ts'

const untilDeletion = 'until the account is deleted'
const theAccount = { withheld: 'the account that the export is about' }
const dayMs = 86_400_000

/** Conversations, contact messages, and what administrators and clients manage. */
export const contentTables: readonly TablePolicy[] = [
  {
    table: 'message_images',
    purpose: 'images of questions',
    columns: {
      id: 'none',
      message_id: 'none',
      position: 'none',
      mime_type: 'exported',
      name: 'exported',
      bytes: 'exported',
    },
    owner: [{ messageId: 'message_id' }],
    retention: { rule: untilDeletion },
    erasure: { kind: 'rows' },
  },
  {
    table: 'messages',
    purpose: 'questions and answers',
    columns: {
      id: 'exported',
      conversation_id: 'none',
      user_id: theAccount,
      parent_id: 'exported',
      seq: 'none',
      role: 'exported',
      content: 'exported',
      tool_context: 'exported',
      image_description: 'exported',
      status: 'exported',
      feedback: 'exported',
      feedback_reason: 'exported',
      client_message_id: { withheld: 'a random id that makes a retry safe' },
      stream_id: { withheld: 'a random id of a running answer' },
      created_at: 'exported',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: untilDeletion },
    erasure: { kind: 'rows' },
  },
  {
    table: 'conversations',
    purpose: 'groups messages',
    columns: {
      id: 'exported',
      user_id: theAccount,
      title: 'exported',
      client_id: { withheld: 'a random id that makes a repeated import safe' },
      created_at: 'exported',
      updated_at: 'exported',
      is_pinned: 'exported',
      is_archived: 'exported',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: 'until deleted, or pruned by the operator (`admin prune`)' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'conversation_shares',
    purpose: 'shows a snapshot of a conversation to anyone with its link',
    columns: {
      id: 'exported',
      user_id: theAccount,
      conversation_id: 'exported',
      token_hash: { withheld: 'a digest of a secret: of no use to the person, and an aid to an attacker' },
      title: 'exported',
      snapshot: { withheld: 'a redacted copy of messages, which are exported' },
      has_images: 'exported',
      created_at: 'exported',
      updated_at: 'exported',
      expires_at: 'exported',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: 'until it expires, or its conversation is deleted', purge: purgeShares },
    export: {
      section: 'shares',
      read: async ({ db, subject, now }) => (await listShares(db, subject.id, now)).map(toShare),
    },
    erasure: { kind: 'rows' },
  },
  {
    table: 'contact_messages',
    purpose: 'answers people who write',
    columns: {
      id: 'none',
      user_id: theAccount,
      name: 'exported',
      email: 'exported',
      message: 'exported',
      created_at: 'exported',
    },
    owner: [{ userId: 'user_id' }, { email: 'email' }],
    retention: { rule: 'CONTACT_RETENTION_DAYS', purge: purgeContactMessages },
    // Messages of visitors are left out: the address in the form is not verified, so another person may have written.
    export: {
      section: 'contact_messages',
      read: async ({ db, subject }) => {
        const rows = await db
          .select()
          .from(contactMessages)
          .where(eq(contactMessages.userId, subject.id))
          .orderBy(asc(contactMessages.createdAt))
        return rows.map(({ name, email, message, createdAt }) => ({
          name,
          email,
          message,
          created_at: createdAt.toISOString(),
        }))
      },
    },
    erasure: { kind: 'rows' },
  },
  {
    table: 'handovers',
    purpose: 'passes conversations on to a person, with the agreement of the visitor',
    columns: {
      ...none('id request_id widget_id answer_id language status attempts delivered_at'),
      reference: 'exported',
      client_id: { withheld: 'requests of visitors: the owner of the widget has received them' },
      user_id: theAccount,
      name: 'exported',
      email: 'exported',
      message: 'exported',
      transcript: 'exported',
      created_at: 'exported',
    },
    owner: [{ userId: 'user_id' }, { clientId: 'client_id' }, { email: 'email' }],
    retention: { rule: 'CONTACT_RETENTION_DAYS', purge: purgeHandovers },
    // Requests of visitors are left out: the address in the form is not verified.
    export: { section: 'handovers', read: ({ db, subject }) => exportHandovers(db, subject.id) },
    erasure: { kind: 'rows' },
  },
  {
    table: 'widget_signups',
    purpose: 'shows administrators where accounts come from',
    columns: { id: 'none', email: theAccount, embed_id: 'exported', created_at: 'exported' },
    owner: [{ email: 'email' }],
    retention: { rule: 'CONTACT_RETENTION_DAYS', purge: purgeWidgetSignups },
    export: {
      section: 'widget_signups',
      read: async ({ db, subject }) => {
        const rows = await db
          .select()
          .from(widgetSignups)
          .where(eq(widgetSignups.email, subject.email))
          .orderBy(asc(widgetSignups.createdAt))
        return rows.map(({ createdAt, embedId }) => ({
          created_at: createdAt.toISOString(),
          embed_id: embedId,
        }))
      },
    },
    erasure: { kind: 'rows' },
  },
  {
    table: 'entitlements',
    purpose: 'limits what a person may use',
    columns: {
      email: theAccount,
      allowed_tools: 'exported',
      allowed_authors: 'exported',
      allowed_models: 'exported',
      system_prompts: { withheld: 'the prompts are confidential to the site' },
      updated_at: 'none',
    },
    owner: [{ email: 'email' }],
    retention: { rule: untilDeletion },
    export: {
      section: 'entitlements',
      read: async ({ db, subject }) => {
        const { allowedTools, allowedAuthors, allowedModels } = await findEntitlements(db, subject.email)
        return {
          allowed_tools: allowedTools,
          allowed_authors: allowedAuthors,
          allowed_models: allowedModels,
        }
      },
    },
    erasure: { kind: 'rows' },
  },
  {
    table: 'audit_entries',
    purpose: 'shows who changed what, and the security events of accounts',
    columns: {
      id: 'none',
      at: 'exported',
      actor_id: theAccount,
      action: 'exported',
      kind: 'exported',
      subject: 'exported',
      changes: { withheld: 'settings of the site, which may hold its prompts' },
      account_id: theAccount,
      outcome: 'exported',
      count: 'exported',
      bucket: { withheld: 'a digest that groups the events of one hour' },
      organisation_id: { withheld: 'the organisation is exported with its data' },
      salt: 'none',
    },
    owner: [{ userId: 'actor_id' }, { userId: 'account_id' }, { email: 'subject' }],
    retention: {
      rule: 'security events SECURITY_EVENT_DAYS; changes AUDIT_CHANGE_DAYS or for good, the person until the account is deleted',
      purge: purgeAudit,
    },
    export: [
      { section: 'administration', read: readAdministration },
      { section: 'security_events', read: readSecurityEvents },
    ],
    erasure: { kind: 'run', erase: eraseFromAudit },
  },
  {
    table: 'audit_streams',
    purpose: 'states which entries of the audit log were sent to webhooks',
    columns: none('chain position'),
    owner: [],
    retention: { rule: 'one row for each chain, while a webhook receives entries' },
    erasure: { kind: 'none', reason: 'no personal data' },
  },
  {
    table: 'audit_chain',
    purpose: 'shows that entries of the audit log were neither changed nor removed',
    columns: none('chain position entry_id event entry_at at digest hash'),
    owner: [],
    retention: { rule: 'with the oldest entries; digests lead to no content once an entry is changed' },
    erasure: { kind: 'none', reason: 'holds salted digests, whose salt ends with what was erased' },
  },
  {
    table: 'llm_settings_versions',
    purpose: 'history of the master settings',
    columns: {
      version: 'none',
      saved_at: 'none',
      saved_by: { withheld: 'the same change is exported from the audit list' },
      restored_from: 'none',
      state: 'none',
    },
    owner: [{ userId: 'saved_by' }],
    retention: { rule: 'for good; the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) =>
        tx.execute(sql`update llm_settings_versions set saved_by = null where saved_by = ${id}`),
    },
  },
  {
    table: 'configurators',
    purpose: 'widgets of clients',
    columns: {
      ...none(
        'active allow_conversations force_tool_calls widget_theme affiliate_code widget_title model temperature',
      ),
      ...none('system_prompt allow_attachments sidebar_collapsed compose_placeholder allowed_tools'),
      ...none(
        'allowed_authors allowed_origins questions_per_day tokens_per_day appearance client_edits version updated_at is_demonstration',
      ),
      id: 'exported',
      name: 'exported',
      client_owner: theAccount,
      created_at: 'exported',
    },
    owner: [{ clientId: 'client_owner' }],
    retention: { rule: 'until an administrator deletes the widget; the owner until the account is deleted' },
    export: {
      section: 'widgets',
      read: async ({ db, subject }) => {
        const rows = await db
          .select({ id: configurators.id, name: configurators.name, createdAt: configurators.createdAt })
          .from(configurators)
          .where(inArray(configurators.clientOwner, [...subject.organisationIds]))
          .orderBy(asc(configurators.createdAt))
        return rows.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt.toISOString() }))
      },
    },
    erasure: {
      kind: 'run',
      erase: eraseOwner,
    },
  },
  {
    table: 'widget_handovers',
    purpose: 'names the receiver of requests for a person',
    columns: {
      ...none('configurator_id version updated_at'),
      settings: { withheld: 'settings of the widget, which may name a mailbox of its owner' },
    },
    owner: [],
    retention: { rule: 'as long as the widget has the same owner' },
    erasure: { kind: 'by', table: 'configurators' },
  },
  {
    table: 'widget_secrets',
    purpose: 'signs messages between this server and that of a widget’s owner',
    columns: none('id configurator_id kind secret created_at retires_at'),
    owner: [],
    retention: { rule: 'as long as the widget has the same owner; earlier ones for a day' },
    erasure: { kind: 'by', table: 'configurators' },
  },
  {
    table: 'configurator_versions',
    purpose: 'history of widgets',
    columns: {
      configurator_id: 'none',
      version: 'none',
      saved_at: 'none',
      saved_by: { withheld: 'the same change is exported from the audit list' },
      state: { withheld: 'settings of the widget; the owner in it is the exported account' },
    },
    owner: [{ userId: 'saved_by' }],
    retention: {
      rule: 'the 50 newest and the last of each owner, as long as the widget; the person until the account is deleted',
    },
    erasure: { kind: 'run', erase: eraseFromWidgetHistory },
  },
  {
    table: 'operator_entry_versions',
    purpose: 'history of safety phrases, help lines and synonyms',
    columns: {
      ...none('entry_id version saved_at restored_from retired fields'),
      saved_by: { withheld: 'the same change is exported from the audit list' },
    },
    owner: [{ userId: 'saved_by' }],
    retention: { rule: 'for good; the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) =>
        tx.execute(sql`update operator_entry_versions set saved_by = null where saved_by = ${id}`),
    },
  },
  {
    table: 'operator_entries',
    purpose: 'safety phrases, help lines and synonyms of the operators',
    columns: {
      ...none('id kind key version retired fields updated_at'),
      client_id: { withheld: 'the account that the synonyms belong to' },
      updated_by: { withheld: 'the same change is exported from the audit list' },
    },
    owner: [{ clientId: 'client_id' }, { userId: 'updated_by' }],
    retention: { rule: 'for good; those of a client and the person until the account is deleted' },
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(sql`delete from operator_entries where ${inOrganisations('client_id', subject)}`)
        await tx.execute(sql`update operator_entries set updated_by = null where updated_by = ${id}`)
      },
    },
  },
]

async function purgeContactMessages(db: Db, now: Date, { contactDays }: RetentionSettings): Promise<void> {
  const before = new Date(now.getTime() - contactDays * dayMs)
  await db.delete(contactMessages).where(lt(contactMessages.createdAt, before))
}

async function purgeWidgetSignups(db: Db, now: Date, { contactDays }: RetentionSettings): Promise<void> {
  const before = new Date(now.getTime() - contactDays * dayMs)
  await db.delete(widgetSignups).where(lt(widgetSignups.createdAt, before))
}

/** Entries that one statement of an export reads: a client may add dozens in a minute. */
const entriesAtOnce = 1000

async function* readAdministration({ db, subject }: ExportContext) {
  const { id, at, action, kind, subject: about } = auditEntries
  for (let last = 0; ;) {
    const rows = await db
      .select({ id, at, action, kind, subject: about })
      .from(auditEntries)
      .where(and(eq(auditEntries.actorId, subject.id), gt(id, last)))
      .orderBy(asc(id))
      .limit(entriesAtOnce)
    for (const { id: _id, ...row } of rows) yield Object.assign(row, { at: row.at.toISOString() })
    last = rows.at(-1)?.id ?? last
    if (rows.length < entriesAtOnce) return
  }
}

async function* readSecurityEvents({ db, subject }: ExportContext) {
  const { id, at, action, outcome, count } = auditEntries
  const own = and(eq(auditEntries.accountId, subject.id), eq(auditEntries.kind, 'account'))
  for (let last = 0; ;) {
    const rows = await db
      .select({ id, at, action, outcome, count })
      .from(auditEntries)
      .where(and(own, gt(id, last)))
      .orderBy(asc(id))
      .limit(entriesAtOnce)
    for (const { id: _id, ...row } of rows) yield Object.assign(row, { at: row.at.toISOString() })
    last = rows.at(-1)?.id ?? last
    if (rows.length < entriesAtOnce) return
  }
}

/** The widget stays without its owner: nothing is passed on to their mailbox or server any more. */
async function eraseOwner(tx: Transaction, subject: DataSubject): Promise<void> {
  const isOwned = inOrganisations('client_owner', subject)
  const owned = sql`(select id from configurators where ${isOwned})`
  await tx.execute(sql`delete from widget_handovers where configurator_id in ${owned}`)
  await tx.execute(sql`delete from widget_secrets where configurator_id in ${owned}`)
  await tx.execute(sql`update configurators set client_owner = null where ${isOwned}`)
}

export function none(columns: string): Record<string, 'none'> {
  return Object.fromEntries(columns.split(' ').map((column) => [column, 'none']))
}
