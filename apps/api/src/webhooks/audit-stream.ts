import type { AuditLog } from '@org/api-client/contract'
import { and, arrayContains, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type AuditChainName, auditChains, readHeads } from '../audit/audit-chain.ts'
import { readEntries, withoutLongTexts } from '../audit/audit.store.ts'
import type { Db } from '../db/database.ts'
import { auditStreams } from '../db/schema/admin.ts'
import { webhookEndpoints } from '../db/schema/webhooks.ts'
import type { EventSender } from './events/event-sender.ts'

/** Milliseconds between two looks for new entries. */
const lookMs = 5000

/** Rows of a chain in one message. */
const rowsAtOnce = 50

/** Positions of a chain that a message is about. */
export type AuditRange = { chain: AuditChainName; from: number; to: number }

/** A row of a chain as a message has it. */
export interface StreamedRow {
  position: number
  event: 'add' | 'change' | 'retention'
  at: string
  hash: string
  /** The state of the entry when the message is sent; null for `retention`, and once the entry was deleted. */
  entry: AuditLog['items'][number] | null
}

/**
 * Sends new rows of the audit chains to the webhooks of administrators that receive `audit.recorded`, while the server runs.
 * Several instances share the work.
 *
 * @returns stops it; resolves when nothing is under way
 */
export function startStreamingAudit(db: Db, events: EventSender, log: Logger): () => Promise<void> {
  let running: Promise<void> | undefined
  const look = () => {
    running ??= streamAudit(db, events, new Date())
      .catch((error: unknown) => log.warn({ error }, 'new audit entries were not sent'))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(look, lookMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Adds a message for each part of the chains that is not sent yet. The first one begins with the entries that follow it. */
export async function streamAudit(db: Db, events: EventSender, now: Date): Promise<void> {
  if (!(await hasReaders(db))) {
    // A later webhook begins with what happens then.
    await db.delete(auditStreams)
    return
  }
  const heads = await readHeads(db)
  await db
    .insert(auditStreams)
    .values(heads.map(({ chain, position }) => ({ chain, position })))
    .onConflictDoNothing()
  await events.prepare()
  for (const chain of auditChains) while (await sendPart(db, events, { chain, now })) events.wake()
}

async function hasReaders(db: Db): Promise<boolean> {
  const { clientId, disabledBy, events } = webhookEndpoints
  const isReader = and(isNull(clientId), isNull(disabledBy), arrayContains(events, ['audit.recorded']))
  return (await db.$count(webhookEndpoints, isReader)) > 0
}

/** @returns false when nothing is left, or another instance sends it */
async function sendPart(
  db: Db,
  events: EventSender,
  { chain, now }: { chain: AuditChainName; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [stream] = await tx
      .select()
      .from(auditStreams)
      .where(eq(auditStreams.chain, chain))
      .for('update', { skipLocked: true })
    if (stream === undefined) return false
    const { rows } = await tx.execute<{ first: number | null; last: number | null }>(sql`
      select min(place) as first, max(place) as last from (
        select position::float8 as place from audit_chain
        where chain = ${chain} and position > ${stream.position} order by audit_chain.position limit ${rowsAtOnce}
      ) as part
    `)
    const { first, last } = rows[0] ?? { first: null, last: null }
    if (first === null || last === null) return false
    const data: AuditRange = { chain, from: first, to: last }
    await events.record(tx, { type: 'audit.recorded', clientId: null, data, at: now })
    await tx.update(auditStreams).set({ position: last }).where(eq(auditStreams.chain, chain))
    return true
  })
}

/** The rows of a message, with their entries as they are now. */
export async function readStreamed(db: Db, { chain, from, to }: AuditRange): Promise<StreamedRow[]> {
  const { rows } = await db.execute<{
    position: number
    event: StreamedRow['event']
    at: string
    hash: string
    entry: string | null
  }>(sql`
    select position::float8 as position, event, to_json(at) as at, hash, entry_id::text as entry from audit_chain
    where chain = ${chain} and position between ${from} and ${to} order by audit_chain.position
  `)
  const ids = rows.flatMap(({ entry }) => (entry === null ? [] : [Number(entry)]))
  const entries = new Map((await readEntries(db, ids)).map((entry) => [entry.id, entry]))
  return rows.map(({ entry: id, position, event, at, hash }) => ({
    position,
    event,
    at: new Date(at).toISOString(),
    hash,
    entry: shorten(id === null ? undefined : entries.get(id)),
  }))
}

function shorten(entry: StreamedRow['entry'] | undefined): StreamedRow['entry'] {
  return entry ? { ...entry, changes: withoutLongTexts(entry.changes) } : null
}
