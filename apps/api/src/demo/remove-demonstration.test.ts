import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { killPrograms, openBrowser, startProgram, startServerProcess } from '../../tests/server-process.ts'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { users } from '../db/schema/auth.ts'
import { articles } from '../db/schema/knowledge.ts'
import { readContent } from '../knowledge/content/content-folder.ts'
import { importArticles, importProducts } from '../knowledge/content/knowledge.import.ts'
import { packageRoot } from '../package-root.ts'
import { loadDemonstration } from './load-demonstration.ts'
import { countDemonstration, refuseDemonstrationRows, removeDemonstration } from './remove-demonstration.ts'
import { addSampleEvents } from './sample-events.ts'

describe('demonstration rows', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
    await loadDemonstration(test.database.db)
  })
  afterAll(() => test.close())

  it('are marked, and refuse the start of a server that is not a demonstration', async () => {
    expect(await countDemonstration(test.database.db)).toMatchObject({
      accounts: 3,
      widgets: 2,
      products: 24,
    })
    await expect(refuseDemonstrationRows(test.database.db)).rejects.toThrow(
      /^The database holds demonstration data \(3 accounts, 2 widgets, \d+ articles, 24 products\).*admin\.js remove-demonstration\./u,
    )
  })

  it('are removed alone: other accounts, content and statistics stay', async () => {
    const { db } = test.database
    const person = await test.addUser()
    await addSampleEvents(db, new Date())
    const { articles: files, products: records } = await readContent(join(packageRoot, 'demo'))
    // The operator's own import of the same files makes them the operator's.
    const [article] = files
    const [product] = records
    if (article === undefined || product === undefined) throw new Error('There is no demonstration content.')
    await importArticles(db, [article])
    await importProducts(db, [product])
    expect(await removeDemonstration(db)).toMatchObject({
      accounts: 3,
      widgets: 2,
      articles: files.length - 1,
      products: 23,
    })
    await expect(refuseDemonstrationRows(db)).resolves.toBeUndefined()
    expect((await db.select({ email: users.email }).from(users)).map(({ email }) => email)).toEqual([
      person.email,
    ])
    expect((await db.select({ slug: articles.slug }).from(articles)).map(({ slug }) => slug)).toEqual([
      article.slug,
    ])
    const { rows } = await db.execute(sql`
      select (select count(*)::int from analytics_events) as events, (select count(*)::int from analytics_daily) as days
    `)
    expect(rows).toEqual([{ events: 0, days: 0 }])
  })
})

describe('a data directory that was once a demonstration', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'org-api-demonstration-'))
  })
  afterEach(killPrograms)
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('starts no other server until the command has removed the demonstration admin', async () => {
    const demonstration = startServerProcess({ DATA_DIR: dataDir })
    await demonstration.ready
    demonstration.signal('SIGTERM')
    await demonstration.exited
    for (const environment of [{ DEMO: 'off' }, { PUBLIC_URL: 'https://assistant.example' }]) {
      const { code, output } = await startServerProcess({ DATA_DIR: dataDir, ...environment }).exited
      expect([code, output]).toEqual([1, expect.stringContaining('admin.js remove-demonstration')])
    }
    const command = startProgram('cli/admin', ['remove-demonstration'], { DATA_DIR: dataDir })
    expect(await command.exited).toEqual({
      code: 0,
      output: expect.stringMatching(/^Removed 3 accounts, 2 widgets, \d+ articles, 24 products\.\n$/u),
    })
    const server = startServerProcess({ DATA_DIR: dataDir, DEMO: 'off' })
    const admin = { email: 'admin@example.com', password: 'demonstration-only' }
    expect((await openBrowser(await server.ready).post('/api/login', admin)).status).toBe(401)
  }, 180_000)
})
