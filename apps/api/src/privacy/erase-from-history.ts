import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { configurators } from '../db/schema/embed.ts'
import { visitorDomain } from '../db/schema/visitors.ts'
import type { DataSubject } from './data-policy.ts'
import { inParts } from './in-parts.ts'

/** No setting names an identified visitor, of whom thousands may be erased at once. */
function isVisitor(email: string): boolean {
  return email.endsWith(visitorDomain)
}

/** Entries stay, without the account's id, the person's address and their id among the changed values. */
export async function eraseFromAudit(
  tx: Transaction,
  { id, email, organisationIds }: DataSubject,
): Promise<void> {
  await tx.update(auditEntries).set({ accountId: null, bucket: null }).where(eq(auditEntries.accountId, id))
  await tx.update(auditEntries).set({ actorId: null }).where(eq(auditEntries.actorId, id))
  await tx
    .update(auditEntries)
    .set({ subject: '', changes: [] })
    .where(and(eq(auditEntries.kind, 'entitlements'), eq(auditEntries.subject, email)))
  // Budgets and retention rules name their client.
  await tx
    .update(auditEntries)
    .set({ subject: '' })
    .where(sql`lower(btrim(${auditEntries.subject})) = ${email}`)
  if (isVisitor(email)) return
  for (const organisationId of organisationIds) {
    const own = eq(auditEntries.organisationId, organisationId)
    await tx.update(auditEntries).set({ organisationId: null }).where(own)
  }
  const entries = { table: sql`audit_entries`, key: sql`id`, column: sql`changes` }
  for (const quoted of organisationIds.map((organisationId) => `"${organisationId}"`)) {
    await inParts(
      tx,
      { ...entries, where: sql`kind = 'configurator'` },
      (part) => sql`
        update audit_entries set changes = replace(changes::text, ${quoted}, 'null')::jsonb
        where ${part} and position(${quoted} in changes::text) > 0`,
    )
  }
  // Receivers of hand-overs, and whatever other setting names the person's mailbox.
  const address = JSON.stringify(email)
  await inParts(
    tx,
    { ...entries, where: sql`kind <> 'account'` },
    (part) => sql`
      update audit_entries set changes = (
        select jsonb_agg(
          case when position(${email} in lower(change::text)) > 0
            then change || '{"before":null,"after":null}'::jsonb else change end order by place)
        from jsonb_array_elements(changes) with ordinality as listed (change, place)
      )
      where ${part} and position(${address} in lower(changes::text)) > 0`,
  )
}

/** Versions of widgets stay, without the ids of the account and of its organisations. */
export async function eraseFromWidgetHistory(
  tx: Transaction,
  { id, organisationIds }: DataSubject,
): Promise<void> {
  await tx.execute(sql`update configurator_versions set saved_by = null where saved_by = ${id}`)
  for (const quoted of organisationIds.map((organisationId) => `"${organisationId}"`)) {
    await eraseClient(tx, quoted)
  }
}

async function eraseClient(tx: Transaction, quoted: string): Promise<void> {
  for (const { id: widget } of await tx.select({ id: configurators.id }).from(configurators)) {
    await inParts(
      tx,
      {
        table: sql`configurator_versions`,
        key: sql`version`,
        column: sql`state`,
        where: sql`configurator_id = ${widget}`,
      },
      (part) => sql`
        update configurator_versions set state = replace(state::text, ${quoted}, 'null')::jsonb
        where ${part} and position(${quoted} in state::text) > 0`,
    )
  }
}
