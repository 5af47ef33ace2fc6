import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@org/services'
import { count, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSlowLine } from '../../tests/measurement/slow-line.ts'
import { openTestApp, post } from '../../tests/test-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/process/ids.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { isDatabaseAway } from './database-failure.ts'
import { parseArticleFile } from '../knowledge/content/article-file.ts'
import { importArticles } from '../knowledge/content/knowledge.import.ts'
import { search } from '../knowledge/search/knowledge.search.ts'
import { conversations, messages } from './schema/chat.ts'
import { users } from './schema/auth.ts'

const server = await startPostgres()
if ('unavailable' in server) process.stdout.write(`PostgreSQL tests skipped: ${server.unavailable}\n`)

describe.skipIf('unavailable' in server)('on a real PostgreSQL', () => {
  const url = 'url' in server ? server.url : ''
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ url })
  })
  afterAll(async () => {
    await database.close()
    if ('stop' in server) await server.stop()
  })

  it('migrates once, however many instances start together', async () => {
    const instances = await Promise.all([1, 2, 3].map(() => openDatabase({ url, maxConnections: 2 })))
    try {
      await Promise.all([database, ...instances].map((instance) => instance.migrate()))
    } finally {
      await Promise.all(instances.map((instance) => instance.close()))
    }
    expect(await database.db.select({ people: count() }).from(users)).toEqual([{ people: 0 }])
  })

  it('has the very schema of the embedded database', async () => {
    const embedded = await openTestDatabase()
    try {
      expect(await readSchema(database.db)).toEqual(await readSchema(embedded.db))
    } finally {
      await embedded.close()
    }
  })

  it('finds passages by the words of a question', async () => {
    const file = parseArticleFile(
      'magnesium',
      '---\ntitle: Magnesium\nauthor: Office of Dietary Supplements\nurl: https://ods.od.nih.gov/\ntopic: nutrition\n---\n' +
        '## How much an adult needs\nAdults need between 310 and 420 milligrams each day.\n',
    )
    await importArticles(database.db, [file])
    const { passages: found } = await search(database.db, 'needs of adults')
    expect(found.map(({ heading }) => heading)).toEqual(['How much an adult needs'])
  })

  it('keeps messages in the order in which they came', async () => {
    const userId = newId()
    const conversationId = newId()
    await database.db.insert(users).values({ id: userId, email: 'order@example.com', passwordHash: '-' })
    await database.db.insert(conversations).values({ id: conversationId, userId, title: 'Order' })
    for (const content of ['one', 'two', 'three']) {
      await database.db
        .insert(messages)
        .values({ id: newId(), userId, conversationId, role: 'user', content, status: 'complete' })
    }
    const newestFirst = await database.db
      .select({ content: messages.content, seq: messages.seq })
      .from(messages)
      .where(eq(messages.conversationId, conversationId))
      .orderBy(desc(messages.seq))
    expect(newestFirst.map(({ content }) => content)).toEqual(['three', 'two', 'one'])
    expect(newestFirst.every(({ seq }) => typeof seq === 'number')).toBe(true)
  })

  it('signs people in and holds up guessers', async () => {
    const test = await openTestApp({ database })
    const user = await test.addUser({ role: 'admin' })
    const cookie = await test.signIn(user)
    const me = await test.app.request('/api/me', { headers: { cookie } })
    expect(await me.json()).toEqual({ authenticated: true, role: 'admin', email: user.email })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const wrong = { email: user.email, password: 'not this one at all' }
      statuses.push((await post(test.app, '/api/login', wrong)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('answers 503 with a time to come back when the database is away', async () => {
    const away = await openDatabase({ url: 'postgres://postgres@127.0.0.1:1/postgres' })
    const test = await openTestApp({ database: away })
    const response = await post(test.app, '/api/login', { email: 'a@example.com', password: 'b' })
    await away.close()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
    expect((await test.app.request('/readyz')).status).toBe(503)
  })

  it('answers 503 when no connection comes free, or a statement takes too long, and goes on afterwards', async () => {
    const narrow = await openDatabase({ url, maxConnections: 1, waitMs: 500, statementMs: 1500 })
    const test = await openTestApp({ database: narrow })
    const login = () => post(test.app, '/api/login', { email: 'a@example.com', password: 'b' })
    const expectUnavailable = async (response: Response) => {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toMatchObject({ code: 'unavailable' })
    }
    // A busy machine may take longer than it may to connect.
    const expectServed = () => expect.poll(async () => (await login()).status).toBe(401)
    await expectServed()
    const slow = narrow.db.execute(sql`select pg_sleep(60)`).catch((error: unknown) => error)
    await expectUnavailable(await login())
    expect(isDatabaseAway(await slow)).toBe(true)

    await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table users`)
      await expectUnavailable(await login())
    })
    await expectServed()
    await narrow.close()
  })

  it('lives when a connection breaks in the middle of a transaction, and has another one for the next', async () => {
    const narrow = await openDatabase({ url, maxConnections: 1 })
    const pid = sql<number>`select pg_backend_pid() as pid`
    const broken = narrow.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(pid)
      await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
      // The end of the connection arrives while nothing is asked on it.
      await expect.poll(() => sessionsOf(rows[0]?.pid)).toBe(0)
      await sleep(50)
      await tx.execute(pid)
    })
    expect(isDatabaseAway(await broken.catch((error: unknown) => error))).toBe(true)
    expect((await narrow.db.transaction((tx) => tx.execute(pid))).rows).toHaveLength(1)
    await narrow.close()
  })

  it('gives up what a server that stands still never answers, and loses no connection by it', async () => {
    const line = await openSlowLine(url)
    const narrow = await openDatabase({ url: line.url, maxConnections: 1, statementMs: 500 })
    const ask = () => narrow.db.transaction((tx) => tx.execute(sql`select 1`))
    await ask()
    line.hold()
    expect(isDatabaseAway(await ask().catch((error: unknown) => error))).toBe(true)
    line.goOn()
    expect((await ask()).rows).toHaveLength(1)
    await narrow.close()
    await line.close()
  })

  const sessionsOf = async (pid: number | undefined) => {
    const { rows } = await database.db.execute(sql`select 1 from pg_stat_activity where pid = ${pid}`)
    return rows.length
  }
})

async function readSchema(db: Db): Promise<unknown[]> {
  const columns = await db.execute(sql`
    select table_name, column_name, data_type, is_nullable, column_default, generation_expression
    from information_schema.columns where table_schema = 'public' order by 1, 2`)
  const indexes = await db.execute(sql`
    select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`)
  const checks = await db.execute(sql`
    select conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`)
  return [columns.rows, indexes.rows, checks.rows]
}
