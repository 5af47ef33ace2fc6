import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../src/db/database.ts'
import { killPrograms, openBrowser, startProgram, startServerProcess } from './server-process.ts'
import { startTestPostgres } from './services.ts'

const postgres = await startTestPostgres()
const password = 'a phrase of some length'

describe.each([
  { where: 'the embedded database', present: true },
  { where: 'PostgreSQL', present: postgres !== undefined },
])('the commands of operators on $where', ({ where, present }) => {
  let folder: string
  let source: Record<string, string>
  let target: Record<string, string>
  beforeAll(async () => {
    if (!present) return
    folder = await mkdtemp(join(tmpdir(), 'org-api-admin-'))
    const embedded = where !== 'PostgreSQL'
    if (!embedded) {
      const server = await openDatabase({ url: postgres?.url ?? '', maxConnections: 1 })
      for (const name of ['source', 'target']) await server.db.execute(sql.raw(`create database ${name}`))
      await server.close()
    }
    const place = (name: string): Record<string, string> =>
      embedded
        ? { DATA_DIR: join(folder, name), DEMO: 'off' }
        : { DATABASE_URL: new URL(name, postgres?.url).href }
    source = place('source')
    target = place('target')
  })
  afterEach(killPrograms)
  afterAll(async () => {
    if (present) await rm(folder, { recursive: true, force: true })
    if (where === 'PostgreSQL') await postgres?.stop()
  })

  const admin = (environment: Record<string, string>, args: string[], input = '') =>
    startProgram('cli/admin', args, environment, { input }).exited
  /** Runs a statement in a database whose server is stopped; returns the number of rows. */
  async function countAt(place: Record<string, string>, statement: SQL): Promise<number> {
    const { DATABASE_URL: url, DATA_DIR: dataDir = '' } = place
    const database = await openDatabase(url === undefined ? { dataDir } : { url, maxConnections: 1 })
    try {
      return (await database.db.execute(statement)).rows.length
    } finally {
      await database.close()
    }
  }
  const roleAt = async (url: string) => {
    const browser = openBrowser(url)
    await browser.post('/api/login', { email: 'boss@example.com', password })
    return String(Object(await (await browser.get('/api/me')).json()).role)
  }

  it.skipIf(!present)(
    'make an administrator, change roles, and carry everything to another place',
    async () => {
      expect(await admin(source, ['create-admin', 'Boss@example.com'], `${password}\n`)).toEqual({
        code: 0,
        output: 'Boss@example.com is an administrator.\n',
      })
      expect((await admin(source, ['create-admin', 'boss@example.com'], password)).output).toBe(
        'boss@example.com has an account already; see set-role.\n',
      )
      await countAt(source, sql`insert into analytics_keys (id, secret) values (1, 'a key')`)
      await countAt(
        source,
        sql`
        insert into login_failures (key, failures, last_failure_at) values ('pair:a', 1, now())`,
      )
      const backup = join(folder, 'backup')
      expect((await admin(source, ['backup', backup])).code).toBe(0)
      expect(await admin(source, ['backup', backup])).toMatchObject({ code: 1 })
      expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
      expect((await admin(source, ['set-role', 'boss@example.com', 'client'])).code).toBe(0)
      expect((await admin(source, ['rotate', '--at-once'])).output).toMatch(
        /^The new key signs from 20\S+Z\./u,
      )
      expect((await admin(source, ['reencrypt-secrets'])).output).toBe(
        'Encrypted 0 secrets with the current key.\n',
      )
      const keys = { ENCRYPTION_KEY: 'a key of thirty-two characters or more' }
      expect((await admin({ ...source, ...keys }, ['reencrypt-secrets'])).output).toBe(
        'Encrypted 0 secrets with the current key.\n',
      )
      expect((await admin(source, ['prune', '--days', '30'])).output).toBe('Removed 0 conversations.\n')

      expect((await admin(target, ['restore', backup])).output).toBe(`The database is back from ${backup}.\n`)
      expect((await admin(target, ['restore', backup])).output).toMatch(/not empty|already/u)
      // Keys of addresses end with their period, in dumps, too; the image of a folder holds everything.
      const left = where === 'PostgreSQL' ? 0 : 1
      for (const table of ['analytics_keys', 'login_failures']) {
        const rows = sql`select 1 from ${sql.identifier(table)}`
        expect([await countAt(source, rows), await countAt(target, rows)]).toEqual([1, left])
      }
      const [before, after] = [startServerProcess(target), startServerProcess(source)]
      expect(await roleAt(await before.ready)).toBe('admin')
      expect(await roleAt(await after.ready)).toBe('client')
    },
    300_000,
  )
})

it('says what is wrong in words', async () => {
  const admin = (...args: string[]) => startProgram('cli/admin', args, { DATA_DIR: '/nowhere' }).exited
  const [unknown, role, prune, restore] = await Promise.all([
    admin('unknown'),
    admin('set-role', 'a@example.com', 'king'),
    admin('prune', '--days', 'x'),
    admin('restore', '/nowhere/file'),
  ])
  for (const { code, output } of [unknown, role, prune]) {
    expect([code, output.slice(0, 6)]).toEqual([1, 'Usage:'])
  }
  expect(restore).toEqual({ code: 1, output: 'There is no file /nowhere/file.\n' })
}, 180_000)
