import { accountExportSchema } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { addressKey } from '../analytics/address-keys.ts'
import { createTurnRecorder } from '../analytics/turn-recorder.ts'
import { addressKeyRows } from '../../tests/seed/address-key-rows.ts'
import { seedPerson, type SeededPerson } from '../../tests/seed/seed-person.ts'
import { readConfig } from '../config/config.ts'
import { oneTimeTokens } from '../db/schema/auth.ts'
import { rowsOf } from './data-policy.ts'
import { personalData } from './personal-data.ts'
import { applyRetention } from './retention.ts'

const { retention: settings, addressKeys } = readConfig({ DEMO: 'off' })
const dayMs = 86_400_000

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

async function columnsOfDatabase(): Promise<string[]> {
  const { rows } = await test.database.db.execute<{ name: string }>(sql`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns as c join pg_class on relname = c.table_name and relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace and not relispartition
    where c.table_schema = 'public' order by 1
  `)
  return rows.map(({ name }) => name)
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = new Set((await columnsOfDatabase()).map((name) => name.split('.')[0] ?? ''))
  const texts: string[] = []
  for (const table of tables) {
    const { rows } = await test.database.db.execute<{ row: string }>(
      sql`select ${table} || ': ' || to_jsonb(t)::text as row from ${sql.identifier(table)} as t`,
    )
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

async function retain(now: Date): Promise<void> {
  const failures: unknown[] = []
  await applyRetention(test.database.db, {
    registry: personalData,
    settings,
    now,
    onFailure: (table, error) => failures.push([table, error]),
  })
  expect(failures).toEqual([])
}

const get = async (path: string, cookie: string) =>
  test.app.request(path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })

describe('the registry of personal data', () => {
  it('names every column of the database, and no other', async () => {
    const registered = personalData.flatMap(({ table, columns }) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    )
    expect(registered.toSorted()).toEqual(await columnsOfDatabase())
  })

  it('finds an owner for each table with exported columns, and erases each table that has an owner', () => {
    const withoutOwner = personalData.filter(
      ({ columns, owner }) => owner.length === 0 && Object.values(columns).includes('exported'),
    )
    const notErased = personalData.filter(({ owner, erasure }) => owner.length > 0 && erasure.kind === 'none')
    expect([withoutOwner, notErased]).toEqual([[], []])
  })
})

describe('a person with data in every table', () => {
  let user: TestUser
  let cookie: string
  let seeded: SeededPerson
  beforeEach(async () => {
    user = await test.addUser({ role: 'client' })
    cookie = await test.signIn(user)
    seeded = await seedPerson(test.database.db, user)
  })

  it('has a row in every table that has owners', async () => {
    for (const policy of personalData) {
      if (policy.owner.length === 0) continue
      const { rows } = await test.database.db.execute(
        sql`select 1 from ${sql.identifier(policy.table)} where ${rowsOf(policy, { ...user, organisationIds: [user.id] })}`,
      )
      expect([policy.table, rows.length > 0]).toEqual([policy.table, true])
    }
  })

  it('exports every column that the registry calls exported, and no secret', async () => {
    const text = await (await get('/api/account/export', cookie)).text()
    const data = accountExportSchema.strict().parse(JSON.parse(text))
    for (const value of seeded.exported) expect(text).toContain(value)
    for (const value of seeded.withheld) expect(text).not.toContain(value)
    expect(data.statistics).toMatchObject([
      { conversation_id: seeded.conversationId, network: '203.0.113.0/24', subject: 'Sleep' },
    ])
    expect(data.administration).toHaveLength(1)
    expect(data.known_devices.length).toBeGreaterThan(0)
    expect(data.account.verified_at).toMatch(/^20/u)
    expect(data.widgets).toHaveLength(1)
  })

  it('leaves nothing in any table when the account is deleted, but the e-mail that tells of it', async () => {
    const before = await dump()
    for (const value of seeded.identifying) expect(before).toContain(value)
    const deleted = await post(test.app, '/api/account/delete', { password: user.password }, { cookie })
    expect(deleted.status).toBe(200)
    const after = await dump()
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    expect(mails).toMatchObject([{ subject: 'Your account was deleted', deleteWhenSent: true }])
    const rest = after
      .split('\n')
      .filter((row) => !row.startsWith('outbox: ') || !row.includes('Your account was deleted'))
    for (const value of seeded.identifying) expect(rest.filter((row) => row.includes(value))).toEqual([])
    // The counts stay.
    const { rows } = await test.database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from analytics_events where widget_id = ${seeded.widgetId}`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('is anonymous in the statistics once the conversation is deleted', async () => {
    const path = `/api/conversations/${seeded.conversationId}`
    const response = await test.app.request(path, {
      method: 'DELETE',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(response.status).toBeLessThan(300)
    const rows = (await dump()).split('\n').filter((row) => row.startsWith('analytics_'))
    for (const value of [seeded.conversationId, seeded.addressHash]) {
      expect(rows.filter((row) => row.includes(value))).toEqual([])
    }
  })

  it('is not counted by name when an answer ends after its conversation was deleted', async () => {
    const { db } = test.database
    const ended = crypto.randomUUID()
    const record = createTurnRecorder(db, { keys: addressKeys })
    await record({
      ids: {
        conversation: { userId: user.id, conversationId: ended },
        questionId: crypto.randomUUID(),
        answerId: crypto.randomUUID(),
        streamId: crypto.randomUUID(),
      },
      question: { text: 'Hello', history: [] },
      isAgain: false,
      answer: { isEmpty: false, products: [], authors: [] },
      origin: { address: '198.51.100.7', embedId: null },
      askedAt: new Date(),
      answeredAt: new Date(),
    })
    expect(await dump()).not.toMatch(new RegExp(`${ended}|198\\.51\\.100`, 'u'))
  })
})

describe('retention', () => {
  it('rotates the key of addresses every month, and deletes the one before', async () => {
    const { db } = test.database
    const [january, later] = [new Date('2031-01-31T23:59:59Z'), new Date('2031-02-01T00:00:00Z')]
    const [one, again, other] = [
      await addressKey(db, january, addressKeys),
      await addressKey(db, new Date('2031-01-01T00:00:00Z'), addressKeys),
      await addressKey(db, later, addressKeys),
    ]
    expect(again).toBe(one)
    expect(other).not.toBe(one)
    await retain(later)
    expect((await addressKeyRows(db)).map(({ secret }) => secret)).toEqual([other])
  })

  it('mixes a secret that is not in the database into the key', async () => {
    const { db } = test.database
    const now = new Date('2031-03-01T00:00:00Z')
    const plain = await addressKey(db, now, addressKeys)
    const mixed = await addressKey(db, now, { ...addressKeys, secret: 'a secret of the environment, 32+' })
    expect(mixed).not.toBe(plain)
  })

  it('keeps the key of a period that began with the secret before, and uses the new one from the next period', async () => {
    const { db } = test.database
    const [first, second] = ['a secret of the environment, no 1', 'a secret of the environment, no 2']
    const keyAt = (month: string, secret: string, previousSecret: string | null) =>
      addressKey(db, new Date(`2032-${month}-10T00:00:00Z`), { rotation: 'monthly', secret, previousSecret })
    const before = await keyAt('03', first, null)
    expect(await keyAt('03', second, first)).toBe(before)
    expect(await keyAt('03', second, null)).not.toBe(before)
    const next = await keyAt('04', second, first)
    expect(await keyAt('04', second, null)).toBe(next)
  })

  it('has one key for addresses, whoever asks first', async () => {
    const now = new Date('2031-04-01T00:00:00Z')
    const both = [0, 1].map(() => addressKey(test.database.db, now, addressKeys))
    const [one, two] = await Promise.all(both)
    expect(one).toBe(two)
    expect(one?.length).toBeGreaterThan(40)
  })

  it('deletes accounts that nobody confirmed, and no other', async () => {
    const ago = new Date(Date.now() - 8 * dayMs)
    const expired = await test.addUser({ verifiedAt: null, createdAt: ago })
    const fresh = await test.addUser({ verifiedAt: null })
    const confirmed = await test.addUser({ createdAt: ago })
    await retain(new Date())
    const { rows } = await test.database.db.execute<{ email: string }>(sql`select email from users`)
    const emails = rows.map(({ email }) => email)
    expect(emails).toEqual(expect.arrayContaining([fresh.email, confirmed.email]))
    expect(emails).not.toContain(expired.email)
  })

  it('deletes an account that nobody confirmed also when it is signed up again and again', async () => {
    const { db } = test.database
    const created = new Date(Date.now() - 15 * dayMs)
    const old = await test.addUser({ verifiedAt: null, createdAt: created })
    const recent = await test.addUser({ verifiedAt: null, createdAt: new Date(Date.now() - 13 * dayMs) })
    for (const { id } of [old, recent]) {
      await db.insert(oneTimeTokens).values({
        id: crypto.randomUUID(),
        userId: id,
        kind: 'signup',
        tokenHash: crypto.randomUUID(),
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + dayMs),
      })
    }
    await retain(new Date())
    const { rows } = await db.execute<{ email: string }>(sql`select email from users`)
    const emails = rows.map(({ email }) => email)
    expect(emails).toContain(recent.email)
    expect(emails).not.toContain(old.email)
  })

  it('deletes statistics by address, contact messages and sign-ups after their time', async () => {
    const user = await test.addUser()
    const { addressHash } = await seedPerson(test.database.db, user)
    await retain(new Date(Date.now() + 364 * dayMs))
    expect(await dump()).toContain(addressHash)
    await retain(new Date(Date.now() + 440 * dayMs))
    const rows = (await dump()).split('\n')
    expect(rows.filter((row) => row.includes(addressHash))).toEqual([])
    for (const table of ['contact_messages', 'widget_signups', 'analytics_visits']) {
      expect(rows.filter((row) => row.startsWith(`${table}:`))).toEqual([])
    }
  })
})
