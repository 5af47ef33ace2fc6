import { createHash } from 'node:crypto'
import type { AuditLog } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { Background } from '../platform/process/background.ts'
import { deleteEntriesBefore, mostSecurityEntries } from './audit-chain.ts'

type Entry = AuditLog['items'][number]

/** Kind of a security event. */
export type SecurityAction = Exclude<Entry['action'], 'create' | 'update' | 'delete'>

/** One security event. It holds no address and no network: the account is its only personal data. */
export interface SecurityEvent {
  action: SecurityAction
  /** @default 'success' */
  outcome?: 'success' | 'failure'
  /** Null when no account is concerned, such as a sign-in with an unknown address. */
  accountId: string | null
}

/** Records a security event without a delay for the caller. */
export type RecordSecurityEvent = (event: SecurityEvent) => void

interface CountedEvent {
  at: Date
  action: SecurityAction
  outcome: 'success' | 'failure'
  account: string | null
  count: number
  bucket: string
}

const hourMs = 3_600_000
const dayMs = 86_400_000

/** Distinct accounts in one statement; events beyond are counted without their account. */
const pendingLimit = 1000

/**
 * Creates the recorder of security events. Each event becomes a line of the log at once. The audit table is written in
 * the background: equal events of one account are counted in one row an hour, which bounds the rows that an attacker can
 * cause, and the events that arrive during a write share the next one.
 */
export function createSecurityLog(services: {
  db: Db
  background: Background
  log: Logger
  now: () => Date
}): RecordSecurityEvent {
  const { db, background, log, now } = services
  let pending = new Map<string, CountedEvent>()
  let isStoring = false

  async function store(): Promise<void> {
    try {
      while (pending.size > 0) {
        const batch = [...pending.values()]
        pending = new Map()
        await storeCounted(db, batch)
      }
    } finally {
      isStoring = false
    }
  }

  return (event) => {
    const counted = countedEvent(event, now())
    const { action, outcome, account } = counted
    log.info({ event: action, outcome, account }, 'security event')
    addTo(pending, pending.size < pendingLimit ? counted : countedEvent({ ...event, accountId: null }, now()))
    if (isStoring) return
    isStoring = true
    background.run('storing security events', store)
  }
}

/** Stores security events at once, for commands without a log. */
export async function storeSecurityEvents(db: Db, events: readonly SecurityEvent[], at: Date): Promise<void> {
  const counted = new Map<string, CountedEvent>()
  for (const event of events) addTo(counted, countedEvent(event, at))
  await storeCounted(db, [...counted.values()])
}

/**
 * Deletes security events after their retention period, and the oldest beyond {@link mostSecurityEntries}, and makes the numbers of
 * earlier hours final.
 */
export async function purgeSecurityEvents(
  db: Db,
  now: Date,
  { securityEventDays }: { securityEventDays: number },
): Promise<void> {
  await finishCounts(db, now)
  const before = new Date(now.getTime() - securityEventDays * dayMs)
  const { rows } = await db.execute<{ at: string }>(sql`
    select to_json(at) as at from audit_entries where kind = 'account' order by id desc offset ${mostSecurityEntries} limit 1
  `)
  const [first] = rows
  const beyond = first === undefined ? before : new Date(first.at)
  await deleteEntriesBefore(db, 'security', beyond > before ? beyond : before)
}

/** Entries of one statement: each appends to the chain when its transaction ends. */
const finishedAtOnce = 1000

/** The chain covers the number of equal events once it is final. */
async function finishCounts(db: Db, now: Date): Promise<void> {
  // An instance may still store events of the hour that has just ended.
  const before = new Date(now.getTime() - 2 * hourMs).toISOString()
  for (;;) {
    const { rows } = await db.execute(sql`
      update audit_entries set bucket = null where id in (
        select id from audit_entries where bucket is not null and at < ${before}::timestamptz limit ${finishedAtOnce}
      ) and bucket is not null returning id
    `)
    if (rows.length < finishedAtOnce) return
  }
}

function countedEvent({ action, outcome = 'success', accountId }: SecurityEvent, at: Date): CountedEvent {
  const hour = Math.floor(at.getTime() / hourMs)
  const name = [hour, action, outcome, accountId ?? ''].join(' ')
  const bucket = createHash('sha256').update(name).digest('base64url')
  return { at, action, outcome, account: accountId, count: 1, bucket }
}

function addTo(events: Map<string, CountedEvent>, event: CountedEvent): void {
  const known = events.get(event.bucket)
  if (known === undefined) events.set(event.bucket, event)
  else known.count += 1
}

async function storeCounted(db: Db, events: CountedEvent[]): Promise<void> {
  try {
    await writeCounted(db, events)
  } catch {
    // The account was deleted, or another instance wrote the same rows, at the same moment.
    await writeCounted(db, events)
  }
}

// Existing rows are updated first: an insert that conflicts uses up an id.
async function writeCounted(db: Db, events: CountedEvent[]): Promise<void> {
  const rows = events.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
  await db.execute(sql`
    with given as (
      select event.*, users.id as account_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as event(at timestamptz, action text, outcome text, account uuid, count int, bucket text)
      left join users on users.id = event.account
    ), updated as (
      update audit_entries as entry set count = entry.count + given.count
      from given where entry.bucket = given.bucket returning entry.bucket
    )
    insert into audit_entries (at, action, kind, subject, changes, outcome, count, bucket, account_id)
    select at, action, 'account', '', '[]'::jsonb, outcome, count, bucket, account_id
    from given where bucket not in (select bucket from updated)
    on conflict (bucket) do update set count = audit_entries.count + excluded.count
  `)
}
