import { auditCheckSchema, auditLogSchema } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { type Change, recordChanges } from '../audit/audit.store.ts'

let test: TestApp
let admin: string
let author: TestUser
let client: TestUser
beforeAll(async () => {
  test = await openTestApp()
  admin = await test.signIn(await test.addUser({ role: 'admin' }))
  author = await test.addUser({ role: 'admin' })
  client = await test.addUser({ role: 'client' })
  await add({ subject: 'old', organisationId: null }, '2026-01-01T00:00:00.000Z')
  await add({ subject: 'of the client', organisationId: client.id }, '2026-02-01T23:59:59.000Z')
  await add({ subject: 'by the author', organisationId: null }, '2026-03-01T00:00:00.000Z', author.id)
})
afterAll(() => test.close())

const add = (change: Pick<Change, 'subject' | 'organisationId'>, at: string, actorId: string | null = null) =>
  test.database.db.transaction((tx) =>
    recordChanges(
      tx,
      [
        {
          action: 'update',
          kind: 'configurator',
          ...change,
          changes: [{ field: 'title', before: '=1+1', after: 'a, "b"' }],
        },
      ],
      { actorId, at: new Date(at) },
    ),
  )

const get = async (path: string, cookie = admin) =>
  test.app.request(`/api/admin/audit${path}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })

const subjects = async (query: string) =>
  auditLogSchema
    .parse(await (await get(`?limit=100&${query}`)).json())
    .items.filter(({ kind }) => kind !== 'account')
    .map(({ subject }) => subject)

it('is filtered by actor, client, kind and time', async () => {
  expect(await subjects(`actor=${encodeURIComponent(` ${author.email.toUpperCase()} `)}`)).toEqual([
    'by the author',
  ])
  expect(await subjects(`organisation_id=${client.id}`)).toEqual(['of the client'])
  expect(await subjects('organisation_id=none')).toEqual([])
  expect(await subjects('kind=configurator')).toEqual(['by the author', 'of the client', 'old'])
  const february = 'from=2026-02-01T00:00:00.000Z&to=2026-03-01T00:00:00.000Z'
  expect(await subjects(february)).toEqual(['of the client'])
  expect(await subjects(`${february}&kind=budget`)).toEqual([])
  expect((await get('?from=yesterday')).status).toBe(422)
})

it('finds the sign-ins of a person, and names the client of a change', async () => {
  await test.signIn(client)
  await test.mails()
  const events = auditLogSchema.parse(await (await get(`?actor=${client.email}`)).json()).items
  expect(events).toMatchObject([{ action: 'sign_in', account: client.email }])
  const [entry] = auditLogSchema.parse(await (await get(`?organisation_id=${client.id}`)).json()).items
  expect(entry).toMatchObject({ organisation_id: client.id, organisation: client.email })
})

it('is exported as a table without formulas, the oldest first', async () => {
  const response = await get('/export?kind=configurator')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/filename="audit-[\d-]+\.csv"/u)
  const bytes = Buffer.from(await response.arrayBuffer())
  // A byte order mark, which `text()` would drop.
  const lines = bytes.toString('utf8').trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFF"id","at","actor","action","kind","account","organisation","outcome","count","subject","changes"',
  )
  expect(lines.map((line) => line.split('","')[9])).toEqual([
    'subject',
    'old',
    'of the client',
    'by the author',
  ])
  expect(lines[1]).toContain(`""after"":""a, \\""b\\""""`)
  await test.mails()
  expect(test.logged).toContainEqual(expect.objectContaining({ event: 'data_export' }))
})

it('is exported as JSON lines with the hash of each entry', async () => {
  const lines = (await (await get('/export?kind=configurator&format=jsonl')).text()).trimEnd().split('\n')
  const entries = lines.map((line) => JSON.parse(line))
  const { rows } = await test.database.db.execute(
    sql`select position::float8 as position, hash from audit_chain where chain = 'changes' order by audit_chain.position`,
  )
  expect(entries.map(({ position, hash }) => ({ position, hash }))).toEqual(rows)
  expect(entries[0]).toMatchObject({ subject: 'old', changes: [{ before: '=1+1' }] })
})

it('is checked, and shows what was changed in the database', async () => {
  const check = async () => auditCheckSchema.parse(await (await get('/check')).json()).chains
  expect(await check()).toMatchObject([
    { chain: 'changes', first: 1, position: 3, entries: 3, problem_count: 0 },
    { chain: 'security', problem_count: 0 },
  ])
  await test.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update audit_entries set changes = '[]' where subject = 'old'`)
  })
  expect((await check())[0]).toMatchObject({
    entries: 2,
    problem_count: 1,
    problems: [{ kind: 'changed_entry', position: 1 }],
  })
})

it('is nobody else’s', async () => {
  const cookie = await test.signIn(client)
  for (const path of ['', '/export', '/check']) expect((await get(path, cookie)).status).toBe(403)
})
