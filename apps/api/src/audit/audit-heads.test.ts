import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../db/database.ts'
import { createLog } from '../platform/process/log.ts'
import { deleteEntriesBefore } from './audit-chain.ts'
import { createHeadLog } from './audit-heads.ts'
import { recordChanges } from './audit.store.ts'

let database: Database
let lines: { level: string; msg: string; position?: number }[]
let note: () => Promise<void>
beforeEach(async () => {
  database = await openTestDatabase()
  lines = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  note = createHeadLog(database.db, createLog('info', { write }))
  for (const at of ['2026-01-01', '2026-02-01', '2026-03-01']) {
    const entry = { action: 'update', kind: 'configurator', subject: at, organisationId: null } as const
    await database.db.transaction((tx) =>
      recordChanges(tx, [{ ...entry, changes: [] }], { actorId: null, at: new Date(at) }),
    )
  }
  await note()
})
afterEach(() => database.close())

const errors = () => lines.filter(({ level }) => level === 'error')

it('logs the end of a chain, and nothing more while it grows or its beginning ends', async () => {
  expect(lines).toMatchObject([{ msg: 'audit chain', position: 3 }])
  await deleteEntriesBefore(database.db, 'changes', new Date('2026-04-01'))
  await note()
  expect(lines.slice(1)).toMatchObject([{ msg: 'audit chain', position: 4 }])
})

it.each([
  ['is removed', sql`delete from audit_chain where position = 3`],
  ['is built again', sql`update audit_chain set hash = 'another' where position = 3`],
  ['is removed with the whole chain', sql`delete from audit_chain`],
])('logs an error when the end of a chain %s', async (_, statement) => {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(statement)
  })
  await note()
  expect(errors()).toMatchObject([{ position: 3, msg: expect.stringContaining('lost a row') }])
})
