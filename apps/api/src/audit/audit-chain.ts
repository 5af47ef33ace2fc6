import { createHash } from 'node:crypto'
import type { AuditProblemKind } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { pauseWhenDue } from '../platform/process/pause-when-due.ts'

/**
 * The hash chains of the audit log, which triggers of the database append to:
 *
 * - `digest = SHA-256(salt | content of the entry)`
 * - `hash = SHA-256(hash before | chain | position | event | entry | time of the entry | time | digest)`
 *
 * A check computes both anew, without the functions of the database. It notices entries that were changed, added or removed
 * without the triggers. Whoever may write to the database can also build a whole new chain: compare with a hash that was
 * noted outside of it, in the log of the server, at a webhook or by an administrator.
 */
export const auditChains = ['changes', 'security'] as const
export type AuditChainName = (typeof auditChains)[number]

/** Last row of a chain. */
export interface ChainHead {
  chain: AuditChainName
  /** 0 before the first entry. */
  position: number
  /** Empty before the first entry. */
  hash: string
}

/** A contradiction in a chain. */
export interface ChainProblem {
  kind: AuditProblemKind
  /** Position in the chain; null for an entry outside of it. */
  position: number | null
  /** Id of the entry. */
  entry: number | null
}

/** Result of the check of one chain. */
export interface ChainCheck extends ChainHead {
  /** First stored position; rows before it ended with the retention period. 0 for an empty chain. */
  first: number
  /** Entries whose content was compared. */
  entries: number
  /** Rows that removed personal data, or made a number final. */
  changes: number
  /** The first contradictions, at most {@link shownProblems}. */
  problems: ChainProblem[]
  /** Number of all contradictions. */
  problemCount: number
  /** Noted positions whose rows have passed the retention period: they were not compared. */
  expired: number[]
}

/** Days for which entries are stored, from the configuration; null for good. */
export type RetentionDays = Record<AuditChainName, number | null>

/** Contradictions that a check lists. */
export const shownProblems = 20

/** Entries of security events that are stored: a flood of them ends the oldest before their retention period. */
export const mostSecurityEntries = 500_000

/** Microseconds by which the clock of the database, which dates rows, may be behind that of the server, which computes retention. */
const clockDifference = 3_600_000_000n
const dayMicros = 86_400_000_000n

/** Rows that one statement reads: a change of the assistant's settings may have 64 KB. */
const rowsAtOnce = 100

// A type alias, because only type aliases have the index signature that rows need.
type Row = {
  position: string
  entry: string | null
  event: string
  entryMicros: string
  micros: string
  digest: string
  hash: string
  /** False for a row whose entry has a later one. */
  isLast: boolean
  /** Null for an entry that is not stored. */
  content: string | null
  /** What `retention` states: the end of the period, and the position and the hash before it at which the chain begins. */
  horizon: string | null
  start: string | null
}

/** The last row of each chain. */
export async function readHeads(db: Db): Promise<ChainHead[]> {
  const heads: ChainHead[] = []
  for (const chain of auditChains) {
    const { rows } = await db.execute<{ place: string; hash: string }>(sql`
      select position::text as place, hash from audit_chain
      where chain = ${chain} and position > 0 order by audit_chain.position desc limit 1
    `)
    heads.push({ chain, position: Number(rows[0]?.place ?? 0), hash: rows[0]?.hash ?? '' })
  }
  return heads
}

/**
 * Checks both chains up to the rows that are last when it begins.
 *
 * @param options.noted rows that were noted before: each must still have its hash
 * @param options.retention how long entries are stored: none may have been deleted before @default it is not compared
 * @throws the reason of `signal` once it aborts
 */
export async function checkChains(
  db: Db,
  {
    noted = [],
    retention,
    signal,
  }: { noted?: readonly ChainHead[]; retention?: RetentionDays; signal?: AbortSignal } = {},
): Promise<ChainCheck[]> {
  const checks: ChainCheck[] = []
  for (const head of await readHeads(db)) {
    const expected = noted.filter(({ chain }) => chain === head.chain)
    checks.push(await checkChain(db, { head, expected, retention, signal }))
  }
  return checks
}

interface Task {
  head: ChainHead
  expected: readonly ChainHead[]
  retention: RetentionDays | undefined
  signal: AbortSignal | undefined
}

async function checkChain(db: Db, { head, expected, retention, signal }: Task): Promise<ChainCheck> {
  const { chain, position: end } = head
  const check: ChainCheck = {
    ...head,
    first: 0,
    entries: 0,
    changes: 0,
    problems: [],
    problemCount: 0,
    expired: [],
  }
  const wanted = new Map(expected.map(({ position, hash }) => [position, hash]))
  let before: Link = { position: 0, hash: '' }
  let early: Row | undefined
  for (;;) {
    signal?.throwIfAborted()
    const rows = await readRows(db, { chain, after: before.position, end })
    for (const row of rows) {
      await pauseWhenDue()
      check.first ||= Number(row.position)
      checkRow(check, row, before)
      if (retention !== undefined && isEarly(row, retention[chain])) early ??= row
      before = { position: Number(row.position), hash: row.hash }
      const noted = wanted.get(before.position)
      wanted.delete(before.position)
      if (noted !== undefined && noted !== row.hash) report(check, 'other_head', row)
    }
    if (rows.length < rowsAtOnce) break
  }
  if (early !== undefined && !(await isFlooded(db, chain))) report(check, 'early_retention', early)
  if (await hasRowsBeforeFirst(db, chain)) note(check, { kind: 'changed_row', position: 0, entry: null })
  for (const position of wanted.keys()) {
    if (position < check.first) check.expired.push(position)
    else note(check, { kind: 'other_head', position, entry: null })
  }
  for (const entry of await readOutside(db, chain)) {
    note(check, { kind: 'entry_outside', position: null, entry })
  }
  return check
}

/** A row as the next one refers to it. */
interface Link {
  position: number
  hash: string
}

function checkRow(check: ChainCheck, row: Row, before: Link): void {
  const previous = Number(row.position) === before.position + 1 ? before : startOf(row)
  if (previous === undefined) report(check, before.position === 0 ? 'missing_start' : 'missing_row', row)
  else if (row.hash !== hashOf(check.chain, row, previous.hash)) report(check, 'changed_row', row)
  if (row.event === 'change') check.changes += 1
  if (!row.isLast || row.entry === null) return
  const problem = problemOf(row)
  if (problem === undefined) check.entries += 1
  else report(check, problem, row)
}

/** The removed row before the first one of a chain, as `retention` states it. */
function startOf({ position, start }: Row): Link | undefined {
  const [first, hash = ''] = (start ?? '').split('|')
  return first === position ? { position: Number(position) - 1, hash } : undefined
}

/** The contradiction between the last row of an entry and the stored entry. */
function problemOf({ content, digest, entryMicros, horizon }: Row): ChainProblem['kind'] | undefined {
  if (content !== null) return sha256(content) === digest ? undefined : 'changed_entry'
  return horizon !== null && BigInt(entryMicros) < BigInt(horizon) ? undefined : 'missing_entry'
}

/**
 * Returns whether a row states a retention that ends entries before their period: the function of the database that adds
 * such rows takes any time.
 */
function isEarly({ event, entryMicros, micros: at }: Row, days: number | null): boolean {
  if (event !== 'retention') return false
  return days === null || BigInt(entryMicros) > BigInt(at) - BigInt(days) * dayMicros + clockDifference
}

async function isFlooded(db: Db, chain: AuditChainName): Promise<boolean> {
  if (chain !== 'security') return false
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from audit_entries where ${kindsOf(chain)}`,
  )
  return (rows[0]?.count ?? 0) >= mostSecurityEntries
}

/** Positions begin with 1: no row refers to an earlier one, so that its hash protects nothing. */
async function hasRowsBeforeFirst(db: Db, chain: AuditChainName): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from audit_chain where chain = ${chain} and position < 1 limit 1`,
  )
  return rows.length > 0
}

function report(check: ChainCheck, kind: ChainProblem['kind'], { position, entry }: Row): void {
  note(check, { kind, position: Number(position), entry: entry === null ? null : Number(entry) })
}

function note(check: ChainCheck, problem: ChainProblem): void {
  check.problemCount += 1
  if (check.problems.length < shownProblems) check.problems.push(problem)
}

function hashOf(chain: AuditChainName, row: Row, before: string): string {
  const { position, event, entry, entryMicros, micros, digest } = row
  return sha256([before, chain, position, event, entry ?? '', entryMicros, micros, digest].join('|'))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const micros = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000000)::bigint`)

/** Content of an entry as its digest covers it; `audit_content` in the migrations is the same. */
const content = sql`entry.salt || '|' || jsonb_build_array(
  entry.id, ${micros('entry.at')}, entry.action, entry.kind, entry.actor_id, entry.account_id, entry.organisation_id,
  entry.subject, entry.changes, entry.outcome, case when entry.bucket is null then entry.count end
)::text`

async function readRows(
  db: Db,
  { chain, after, end }: { chain: AuditChainName; after: number; end: number },
): Promise<Row[]> {
  // One statement reads rows, entries and the retention: the state of a moment.
  const { rows } = await db.execute<Row>(sql`
    select link.position::text, link.entry_id::text as entry, link.event,
      ${micros('link.entry_at')}::text as "entryMicros", ${micros('link.at')}::text as micros,
      link.digest, link.hash, ${content} as content,
      not exists (
        select from audit_chain as later
        where later.chain = link.chain and later.entry_id = link.entry_id and later.position > link.position
      ) as "isLast",
      retention.horizon, retention.start
    from audit_chain as link left join audit_entries as entry on entry.id = link.entry_id
    cross join (
      select ${micros('max(entry_at)')}::text as horizon, (array_agg(digest order by position desc))[1] as start
      from audit_chain where chain = ${chain} and event = 'retention' and position > 0
    ) as retention
    where link.chain = ${chain} and link.position > ${after} and link.position <= ${end}
    order by link.position limit ${rowsAtOnce}
  `)
  return rows
}

/** Entries that are not in their chain: they were added without the triggers. */
async function readOutside(db: Db, chain: AuditChainName): Promise<number[]> {
  const { rows } = await db.execute<{ entry: string }>(sql`
    select id::text as entry from audit_entries as entry
    where ${kindsOf(chain)} and not exists (
      select from audit_chain as link
      where link.chain = ${chain} and link.entry_id = entry.id and link.position > 0
    )
    order by id limit ${shownProblems}
  `)
  return rows.map(({ entry }) => Number(entry))
}

function kindsOf(chain: AuditChainName) {
  return chain === 'security' ? sql`kind = 'account'` : sql`kind <> 'account'`
}

/** Entries that one transaction deletes: all of a long period would take longer than a statement may. */
const deletedAtOnce = 2000

/**
 * Deletes the entries of a chain from before a time, in parts, and the rows at the beginning of the chain that refer to such
 * entries alone. A row of the chain states the time and the new beginning of each part first: the database refuses every
 * other deletion.
 *
 * @returns the number of deleted entries
 */
export async function deleteEntriesBefore(db: Db, chain: AuditChainName, before: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const end = await endOfPart(db, chain, before)
    deleted += await deletePart(db, chain, end)
    if (end >= before) return deleted
  }
}

/** Time before which at least {@link deletedAtOnce} entries end, among those before `before`; else `before`. */
async function endOfPart(db: Db, chain: AuditChainName, before: Date): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select to_json(at) as at from audit_entries where ${isBefore(chain, before)}
    order by audit_entries.at limit 1 offset ${deletedAtOnce - 1}
  `)
  const [last] = rows
  // The next millisecond: that entry is part of it.
  const end = last === undefined ? before : new Date(Date.parse(last.at) + 1)
  return end < before ? end : before
}

async function deletePart(db: Db, chain: AuditChainName, before: Date): Promise<number> {
  const old = isBefore(chain, before)
  return db.transaction(async (tx) => {
    // The entries first: a transaction that removes personal data has them locked when it waits for the chain.
    const { rows } = await tx.execute(sql`select id from audit_entries where ${old} for update`)
    if (rows.length === 0) return 0
    await tx.execute(sql`select audit_retain(${chain}, ${timeOf(before)})`)
    await tx.execute(sql`delete from audit_entries where ${old}`)
    await tx.execute(sql`
      delete from audit_chain where chain = ${chain} and position < (
        select split_part(digest, '|', 1)::bigint from audit_chain
        where chain = ${chain} and event = 'retention' order by position desc limit 1
      )
    `)
    return rows.length
  })
}

const timeOf = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
const isBefore = (chain: AuditChainName, before: Date) =>
  sql`${kindsOf(chain)} and audit_entries.at < ${timeOf(before)}`
