import { between, eq, ne, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database, Transaction } from '../db/database.ts'
import { auditChain, auditEntries } from '../db/schema/admin.ts'
import { users } from '../db/schema/auth.ts'
import { newId } from '../platform/process/ids.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { personalData } from '../privacy/personal-data.ts'
import { type Change, recordChanges } from './audit.store.ts'
import {
  type ChainHead,
  checkChains,
  deleteEntriesBefore,
  readHeads,
  type RetentionDays,
} from './audit-chain.ts'
import { purgeSecurityEvents, storeSecurityEvents } from './security-events.ts'

const dayMs = 86_400_000
const now = new Date('2026-06-15T12:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

const change = (subject: string): Change => ({
  action: 'update',
  kind: 'configurator',
  subject,
  organisationId: null,
  changes: [{ field: 'title', before: `before ${subject}`, after: 'après, «ü» 😀' }],
})

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const add = (subject: string, at = now, actorId: string | null = null) =>
  database.db.transaction((tx) => recordChanges(tx, [change(subject)], { actorId, at }))

async function addUser(email: string): Promise<string> {
  const id = newId()
  await database.db.insert(users).values({ id, email, passwordHash: '-' })
  return id
}

/** Statements of somebody who controls the database: no trigger runs. */
const manipulate = (run: (tx: Transaction) => Promise<unknown>) =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await run(tx)
  })

async function check(noted: readonly ChainHead[] = [], retention?: RetentionDays) {
  const [changes, security] = await checkChains(database.db, { noted, ...(retention && { retention }) })
  if (changes === undefined || security === undefined) throw new Error('A chain is missing.')
  return { changes, security }
}

const problems = async (noted?: readonly ChainHead[]) =>
  (await check(noted)).changes.problems.map(({ kind, position }) => `${kind} ${position}`)

describe('the chains of the audit log', () => {
  it('link the entries of writers at the same time, in the order in which they commit', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => add(`Widget ${index}`)))
    await storeSecurityEvents(database.db, [{ action: 'sign_in', accountId: null }], now)
    const { changes, security } = await check()
    expect(changes).toMatchObject({ first: 1, position: 40, entries: 40, problemCount: 0 })
    expect(security).toMatchObject({ first: 1, position: 1, entries: 1, problemCount: 0 })
  })

  it('have no row of a transaction that is undone', async () => {
    await add('stays')
    const undone = database.db.transaction(async (tx) => {
      await recordChanges(tx, [change('undone')], { actorId: null, at: now })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await add('stays, too')
    expect((await check()).changes).toMatchObject({ position: 2, entries: 2, problemCount: 0 })
  })

  it('are as long as several pages of a check', async () => {
    const many = Array.from({ length: 450 }, (_, index) => change(`Article ${index}`))
    await database.db.transaction((tx) => recordChanges(tx, many, { actorId: null, at: now }))
    expect((await check()).changes).toMatchObject({ position: 450, entries: 450, problemCount: 0 })
  })
})

describe('the database', () => {
  it.each([
    ['changes an entry', sql`update audit_entries set subject = 'other'`],
    ['gives an entry to another actor', sql`update audit_entries set actor_id = gen_random_uuid()`],
    ['changes the time of an entry', sql`update audit_entries set at = now()`],
    ['changes a final number', sql`update audit_entries set count = 2`],
    ['adds to the changes of an entry', sql`update audit_entries set changes = changes || changes`],
    ['deletes an entry', sql`delete from audit_entries`],
    ['changes the chain', sql`update audit_chain set digest = ''`],
    ['deletes from the chain', sql`delete from audit_chain`],
  ])('refuses a statement that %s', async (_title, statement) => {
    await add('Shop')
    await expect(database.db.execute(statement)).rejects.toThrow('Failed query')
    expect((await check()).changes).toMatchObject({ entries: 1, problemCount: 0 })
  })
})

describe('a check', () => {
  beforeEach(async () => {
    for (const subject of ['one', 'two', 'three', 'four']) await add(subject)
  })

  it('finds an entry that was changed past the triggers', async () => {
    await manipulate((tx) =>
      tx.update(auditEntries).set({ subject: 'x' }).where(eq(auditEntries.subject, 'two')),
    )
    expect(await problems()).toEqual(['changed_entry 2'])
  })

  it('finds entries that were removed and added past the triggers', async () => {
    await manipulate((tx) => tx.delete(auditEntries).where(eq(auditEntries.subject, 'four')))
    await manipulate((tx) => recordChanges(tx, [change('secret')], { actorId: null, at: now }))
    expect(await problems()).toEqual(['missing_entry 4', 'entry_outside null'])
  })

  it('finds rows of the chain that were changed or removed', async () => {
    await manipulate((tx) => tx.delete(auditChain).where(eq(auditChain.position, 2)))
    await manipulate((tx) =>
      tx
        .update(auditChain)
        .set({ entryAt: daysAgo(1) })
        .where(eq(auditChain.position, 4)),
    )
    expect(await problems()).toEqual(['missing_row 3', 'changed_row 4', 'entry_outside null'])
  })

  it('finds that the beginning was removed', async () => {
    await manipulate(async (tx) => {
      await tx.delete(auditChain).where(eq(auditChain.position, 1))
      await tx.delete(auditEntries).where(eq(auditEntries.subject, 'one'))
    })
    expect(await problems()).toEqual(['missing_start 2'])
  })

  it('finds by a noted hash that the whole chain was built again', async () => {
    const noted = await readHeads(database.db)
    await add('five')
    expect(await problems(noted)).toEqual([])
    await manipulate(async (tx) => {
      await tx.update(auditEntries).set({ subject: 'x' }).where(eq(auditEntries.subject, 'two'))
      await tx.delete(auditChain)
      await tx.execute(sql`
        select audit_append('changes', id, 'add', at, audit_sha256(audit_content(audit_entries)))
        from audit_entries order by id
      `)
    })
    expect(await problems()).toEqual([])
    expect(await problems(noted)).toEqual(['other_head 4'])
  })

  it('finds a retention that is stated before the first position, and what it hides', async () => {
    const noted = (await readHeads(database.db)).filter(({ position }) => position > 0)
    // No hash covers this row, and no trigger refuses it. The database then lets entries be deleted.
    await database.db.execute(sql`
      insert into audit_chain (chain, position, event, entry_at, at, digest, hash)
      select 'changes', 0, 'retention', ${now.toISOString()}::timestamptz + interval '1 day', now(), '3|' || hash, ''
      from audit_chain where position = 2`)
    await database.db.delete(auditEntries).where(ne(auditEntries.subject, 'three'))
    await database.db.delete(auditChain).where(between(auditChain.position, 1, 2))
    expect(await problems(noted)).toEqual(['missing_start 3', 'missing_entry 4', 'changed_row 0'])
  })

  it('finds an entry that a row before the first position, or of the other chain, stands for', async () => {
    await manipulate(async (tx) => {
      await recordChanges(tx, [change('added')], { actorId: null, at: now })
      await tx.execute(sql`
        insert into audit_chain (chain, position, entry_id, event, entry_at, at, digest, hash)
        select 'changes', 0, id, 'add', at, now(), '', '' from audit_entries where subject = 'added'`)
      await tx.update(auditEntries).set({ subject: 'x' }).where(eq(auditEntries.subject, 'two'))
      await tx.execute(sql`
        select audit_append('security', id, 'change', at, audit_sha256(audit_content(audit_entries)))
        from audit_entries where subject = 'x'`)
    })
    expect(await problems()).toEqual(['changed_entry 2', 'changed_row 0', 'entry_outside null'])
  })

  it('finds by a noted hash that the end was removed', async () => {
    const noted = await readHeads(database.db)
    await manipulate(async (tx) => {
      await tx.delete(auditChain).where(eq(auditChain.position, 4))
      await tx.delete(auditEntries).where(eq(auditEntries.subject, 'four'))
    })
    expect(await problems()).toEqual([])
    expect(await problems(noted)).toEqual(['other_head 4'])
  })
})

describe('an erasure', () => {
  it('leaves sound chains, and no digest that leads to what was erased', async () => {
    const { db } = database
    const email = 'person@example.com'
    const id = await addUser(email)
    await add('by the person', now, id)
    const entry = { action: 'update', kind: 'entitlements', subject: email, organisationId: null } as const
    const changes = [{ field: 'allowed_tools', before: [], after: ['one'] }]
    await db.transaction((tx) => recordChanges(tx, [{ ...entry, changes }], { actorId: null, at: now }))
    await storeSecurityEvents(db, [{ action: 'sign_in', accountId: id }], now)
    const before = await db.select().from(auditEntries)
    await db.transaction((tx) => erasePerson(tx, personalData, { id, email, organisationIds: [] }))
    const checked = await check()
    expect(checked.changes).toMatchObject({ entries: 2, problemCount: 0 })
    expect(checked.changes.changes).toBeGreaterThan(0)
    expect(checked.security).toMatchObject({ entries: 1, problemCount: 0 })
    const after = await db.select().from(auditEntries)
    expect(JSON.stringify(after)).not.toMatch(new RegExp(`${email}|${id}`, 'u'))
    const salts = new Set(before.map(({ salt }) => salt))
    expect(after.filter(({ salt }) => salts.has(salt))).toEqual([])
  })

  it('cannot be faked: what remains of an entry stays in the chain', async () => {
    const id = await addUser('person@example.com')
    await add('kept', now, id)
    await database.db.delete(users).where(eq(users.id, id))
    expect((await check()).changes).toMatchObject({ position: 2, changes: 1, problemCount: 0 })
    await manipulate((tx) => tx.update(auditEntries).set({ subject: 'x' }))
    expect(await problems()).toEqual(['changed_entry 2'])
  })
})

describe('retention', () => {
  it('deletes the oldest entries with their rows, and leaves sound chains', async () => {
    for (const days of [40, 35, 31, 5, 1]) await add(`${days}`, daysAgo(days))
    expect(await deleteEntriesBefore(database.db, 'changes', daysAgo(30))).toBe(3)
    expect((await check()).changes).toMatchObject({ first: 4, position: 6, entries: 2, problemCount: 0 })
    await add('later')
    expect(await deleteEntriesBefore(database.db, 'changes', daysAgo(3))).toBe(1)
    expect(await deleteEntriesBefore(database.db, 'changes', daysAgo(3))).toBe(0)
    expect((await check()).changes).toMatchObject({ first: 5, position: 8, entries: 2, problemCount: 0 })
  })

  it('of all entries leaves a chain that goes on', async () => {
    await add('old', daysAgo(40))
    await deleteEntriesBefore(database.db, 'changes', daysAgo(30))
    await add('new')
    expect((await check()).changes).toMatchObject({ position: 3, entries: 1, problemCount: 0 })
  })

  it('does not hide that newer entries were removed', async () => {
    for (const days of [40, 5, 4]) await add(`${days}`, daysAgo(days))
    await deleteEntriesBefore(database.db, 'changes', daysAgo(30))
    await manipulate(async (tx) => {
      await tx.delete(auditChain).where(eq(auditChain.position, 2))
      await tx.delete(auditEntries).where(eq(auditEntries.subject, '5'))
    })
    expect(await problems()).toEqual(['missing_start 3'])
  })

  it('names noted positions that it has ended', async () => {
    await add('old', daysAgo(40))
    const noted = (await readHeads(database.db)).filter(({ position }) => position > 0)
    await add('new')
    await deleteEntriesBefore(database.db, 'changes', daysAgo(30))
    expect((await check(noted)).changes).toMatchObject({ expired: [1], problemCount: 0 })
  })

  it('before the end of its period is found, whatever positions it ends', async () => {
    for (const days of [40, 5, 1]) await add(`${days}`, daysAgo(days))
    await deleteEntriesBefore(database.db, 'changes', daysAgo(30))
    const days = (changes: number | null) => ({ changes, security: 180 })
    expect((await check([], days(30))).changes.problems).toEqual([])
    // By the functions of the database, and by the statements that the server uses.
    const [head] = await readHeads(database.db)
    await deleteEntriesBefore(database.db, 'changes', new Date(Date.now() - 86_400_000))
    const found = (await check(head && [head], days(30))).changes
    expect(found.problems).toMatchObject([{ kind: 'early_retention', position: 5 }])
    expect((await check([], days(null))).changes.problemCount).toBe(1)
    expect((await check([], days(1))).changes.problemCount).toBe(0)
  })

  it('ends a long period in parts, each with a row of its own', async () => {
    const { db } = database
    await db.execute(sql`
      insert into audit_entries (at, action, kind, subject, changes)
      select ${daysAgo(50).toISOString()}::timestamptz + n * interval '1 second', 'update', 'configurator', n::text, '[]'
      from generate_series(1, 2500) as n`)
    await add('stays', daysAgo(1))
    expect(await deleteEntriesBefore(db, 'changes', daysAgo(30))).toBe(2500)
    expect(await db.$count(auditChain, eq(auditChain.event, 'retention'))).toBe(2)
    expect((await check()).changes).toMatchObject({ first: 2501, entries: 1, problemCount: 0 })
  })

  it('of many entries of one moment ends', async () => {
    const many = Array.from({ length: 2100 }, (_, index) => change(`${index}`))
    await database.db.transaction((tx) => recordChanges(tx, many, { actorId: null, at: daysAgo(40) }))
    expect(await deleteEntriesBefore(database.db, 'changes', daysAgo(30))).toBe(2100)
  })

  it('makes the number of equal events final once their hour has ended', async () => {
    const { db } = database
    const event = { action: 'sign_in', outcome: 'failure', accountId: null } as const
    await storeSecurityEvents(db, [event], now)
    await storeSecurityEvents(db, [event, event], now)
    expect((await check()).security).toMatchObject({ position: 1, entries: 1, problemCount: 0 })
    await purgeSecurityEvents(db, new Date(now.getTime() + 3 * 3_600_000), { securityEventDays: 30 })
    expect((await check()).security).toMatchObject({ position: 2, changes: 1, problemCount: 0 })
    await expect(db.update(auditEntries).set({ count: 1 })).rejects.toThrow('Failed query')
    await manipulate((tx) => tx.update(auditEntries).set({ count: 1 }))
    expect((await check()).security.problems).toMatchObject([{ kind: 'changed_entry' }])
  })
})
