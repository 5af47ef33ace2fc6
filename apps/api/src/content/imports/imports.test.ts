import {
  articleListSchema,
  articleSchema,
  contentImportSchema,
  importListSchema,
  importStartedSchema,
  productListSchema,
} from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openImportApp } from '../../../tests/import-app.ts'
import { docxOf, pdfOf } from '../../../tests/import-files.ts'
import { countStatements } from '../../../tests/measurement/statement-counter.ts'
import { searchPassages, searchProducts } from '../../knowledge/search/knowledge.search.ts'
import { purgeImports } from '../../privacy/knowledge-tables.ts'

type App = Awaited<ReturnType<typeof openImportApp>>
type Person = Awaited<ReturnType<App['person']>>

let test: App
let admin: Person
async function open(options?: Parameters<typeof openImportApp>[0]) {
  test = await openImportApp(options)
  admin = await test.person('admin')
}
beforeEach(() => open())
afterEach(() => test.close())

const listed = async (who: Person, query = '') =>
  articleListSchema.parse(await (await who.call('GET', `/knowledge/articles?limit=100${query}`)).json()).items
const products = async (who: Person) =>
  productListSchema.parse(await (await who.call('GET', '/knowledge/products?limit=100')).json()).items
const titlesFor = async (question: string, clientId?: string) => {
  const { passages } = await searchPassages(
    test.database.db,
    question,
    clientId === undefined ? {} : { clientId },
  )
  return passages.map(({ title }) => title)
}
const storedChunks = async () => {
  const { rows } = await test.database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from content_import_chunks`,
  )
  return rows[0]?.n
}

describe('an upload', () => {
  it('of several files is found by the next question, and leaves no bytes behind', async () => {
    const done = await admin.upload(
      [
        ['borage.md', '# Borage oil\n\nBorage oil is pressed from seeds of the starflower.'],
        ['sage.pdf', pdfOf([['Sage tea soothes a sore throat.']], 'Sage tea')],
        [
          'thyme.docx',
          docxOf([{ style: 'Heading1', text: 'Thyme' }, { text: 'Thyme syrup eases a cough.' }]),
        ],
      ],
      { topic: 'herbs' },
    )
    expect(done).toMatchObject({
      status: 'done',
      done: 3,
      total: 3,
      added: 3,
      failures: [],
      names: ['borage.md', 'sage.pdf', 'thyme.docx'],
      client_id: null,
    })
    expect(await titlesFor('what is borage oil pressed from?')).toEqual(['Borage oil'])
    expect(await titlesFor('does sage tea soothe a sore throat?')).toEqual(['Sage tea'])
    expect(await titlesFor('does thyme syrup ease a cough?')).toEqual(['Thyme'])
    const articles = await listed(admin)
    expect(articles.map(({ author, topic, status }) => [author, topic, status])).toEqual(
      articles.map(() => ['Kitchen', 'herbs', 'published']),
    )
    expect(await storedChunks()).toBe(0)
  })

  it('of a file of the same name makes a new version, which keeps what an editor has set', async () => {
    const name = 'borage.md'
    await admin.upload([[name, '# Borage\n\nBorage is blue.']], { status: 'draft' })
    const [article] = await listed(admin)
    const { body, ...rest } = articleSchema.parse(
      await (await admin.call('GET', `/knowledge/articles/${article?.id}`)).json(),
    )
    const edited = { ...rest, body, topic: 'flowers', review_by: '2027-01-01', status: 'published' }
    expect((await admin.call('PUT', `/knowledge/articles/${article?.id}`, edited)).status).toBe(200)
    expect(await admin.upload([[name, '# Borage\n\nBorage is white.']])).toMatchObject({
      changed: 1,
      added: 0,
    })
    expect(await listed(admin)).toMatchObject([
      { id: article?.id, version: 3, topic: 'flowers', review_by: '2027-01-01', status: 'published' },
    ])
    expect(await admin.upload([[name, '# Borage\n\nBorage is white.']])).toMatchObject({ unchanged: 1 })
    expect(await titlesFor('is borage white?')).toEqual(['Borage'])
  })

  it('of a long text becomes several articles, which go when the text gets shorter', async () => {
    const section = (number: number) =>
      `## Section ${number}\n\n${'Borage is blue and bees like it. '.repeat(500)}`
    const long = ['# Borage', ...Array.from({ length: 10 }, (_one, number) => section(number))].join('\n\n')
    expect(await admin.upload([['long.md', long]])).toMatchObject({ added: 1, failures: [] })
    expect((await listed(admin)).map(({ title }) => title).toSorted()).toEqual([
      'Borage (1/2)',
      'Borage (2/2)',
    ])
    await admin.upload([['long.md', '# Borage\n\nShort.']])
    expect((await listed(admin)).map(({ title }) => title)).toEqual(['Borage'])
  })

  it('of a long text without spaces is not split within a character, which the database would refuse', async () => {
    const done = await admin.upload([['emoji.txt', `a${'\u{1F33F}'.repeat(60_000)}`]])
    expect(done).toMatchObject({ added: 1, failures: [] })
  })

  it('of products adds them, and changes those of the same name', async () => {
    const csv =
      'Name,Price,Currency,URL,Keywords,Available\n"Oil, blue",19.9,eur,https://shop.example/oil,borage;starflower,yes\nTea,500,JPY,https://shop.example/tea,,no\n'
    expect(await admin.upload([['prices.csv', csv]])).toMatchObject({ added: 1, failures: [] })
    expect(
      (await products(admin))
        .map(({ name, unit_amount: amount, available }) => `${name} ${amount} ${available}`)
        .toSorted(),
    ).toEqual(['Oil, blue 1990 true', 'Tea 500 false'])
    expect((await searchProducts(test.database.db, 'starflower')).map(({ name }) => name)).toEqual([
      'Oil, blue',
    ])
    expect(await admin.upload([['prices.csv', csv.replace('19.9', '24')]])).toMatchObject({ changed: 1 })
    expect(await admin.upload([['prices.csv', csv.replace('19.9', '24')]])).toMatchObject({ unchanged: 1 })
    expect((await products(admin)).find(({ name }) => name === 'Oil, blue')).toMatchObject({
      unit_amount: 2400,
      version: 2,
    })
  })

  it('imports nothing of a file with an error, and says which rows or columns have it', async () => {
    const head = 'name,price,currency,url'
    const row = 'Oil,1,eur,https://shop.example/oil'
    const done = await admin.upload([
      ['rows.csv', `${head}\n${row}\nTea,free,eur,https://shop.example/tea\n${row}`],
      ['columns.csv', 'name,price\nOil,1'],
      ['empty.md', '---\nauthor: Kitchen\n---\n'],
      ['program.exe', 'MZ'],
      ['bad.md', '---\nurl: javascript:alert(1)\n---\ntext'],
      ['good.md', 'Borage is blue.'],
    ])
    expect(done).toMatchObject({ done: 6, total: 6, added: 1 })
    expect(done.failures).toEqual([
      { address: 'rows.csv', reason: 'invalid_rows', detail: '3, 4', can_retry: false },
      { address: 'columns.csv', reason: 'missing_columns', detail: 'currency, url', can_retry: false },
      { address: 'empty.md', reason: 'no_text', detail: '', can_retry: false },
      { address: 'program.exe', reason: 'unknown_type', detail: '', can_retry: false },
      { address: 'bad.md', reason: 'invalid_fields', detail: 'url', can_retry: false },
    ])
    expect(await products(admin)).toEqual([])
    expect(await listed(admin)).toHaveLength(1)
    expect(await storedChunks()).toBe(0)
  })

  it('is followed by its events until it is done', async () => {
    const response = await admin.send([['borage.md', 'Borage is blue.']])
    const { job_id: id } = importStartedSchema.parse(await response.json())
    const events = await admin.call('GET', `/knowledge/jobs/${id}`, undefined, {
      accept: 'text/event-stream',
    })
    expect(events.headers.get('content-type')).toContain('text/event-stream')
    const lines = (await events.text()).split('\n\n').filter((line) => line !== '')
    expect(lines.at(-1)).toBe('data: [DONE]')
    const states = lines.slice(0, -1).map((line) => contentImportSchema.parse(JSON.parse(line.slice(6))))
    expect(states.at(-1)).toMatchObject({ status: 'done', added: 1 })
  })

  it.each([
    ['no files', [], {}, 422],
    ['no author', [['a.md', 'text']], { author: ' ' }, 422],
    ['an unknown client', [['a.md', 'text']], { client_id: crypto.randomUUID() }, 422],
    ['too many files', Array.from({ length: 21 }, (_one, index) => [`${index}.md`, 'text']), {}, 413],
  ] as const)('with %s is refused', async (_what, files, fields, status) => {
    const response = await admin.send(
      files.map(([name, text]) => [name, text]),
      fields,
    )
    expect(response.status).toBe(status)
    expect(importListSchema.parse(await (await admin.call('GET', '/knowledge/jobs')).json()).items).toEqual(
      [],
    )
    expect(await storedChunks()).toBe(0)
  })

  it('with a field after the files is refused, and leaves nothing behind', async () => {
    const { app } = test
    const cookie = await test.signIn(await test.addUser({ role: 'admin' }))
    const form = new FormData()
    form.set('author', 'Kitchen')
    form.append('files', new File(['text'], 'a.md'))
    form.set('client_id', crypto.randomUUID())
    const response = await app.request('/api/admin/knowledge/uploads', {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      body: form,
    })
    expect(response.status).toBe(422)
    expect(await storedChunks()).toBe(0)
    expect(importListSchema.parse(await (await admin.call('GET', '/knowledge/jobs')).json()).items).toEqual(
      [],
    )
  })

  it('that breaks off leaves nothing behind', async () => {
    const { database, app } = test
    const cookie = await test.signIn(await test.addUser({ role: 'admin' }))
    const start =
      '--x\r\ncontent-disposition: form-data; name="author"\r\n\r\nKitchen\r\n--x\r\ncontent-disposition: form-data; name="files"; filename="a.md"\r\n\r\n'
    const part = Buffer.alloc(200_000, 'a')
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 1
        if (sent === 1) controller.enqueue(Buffer.from(start))
        else if (sent < 5) controller.enqueue(part)
        else controller.error(new Error('The connection broke.'))
      },
    })
    const request = new Request('http://localhost/api/admin/knowledge/uploads', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect((await app.request(request)).status).toBe(400)
    expect(await storedChunks()).toBe(0)
    const { rows } = await database.db.execute(sql`select 1 from content_imports`)
    expect(rows).toEqual([])
  })

  it.each([
    ['of parts without content', '--b\r\n'],
    ['of parts that are neither fields nor files', '--b\r\na: b\r\n\r\nc\r\n'],
    ['of many fields', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'],
  ])('%s is refused at the first part too many, without reading the others', async (_name, part) => {
    const piece = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)))
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 100) {
          controller.enqueue(Buffer.from('--b--\r\n'))
          controller.close()
          return
        }
        sent += 1
        controller.enqueue(piece)
      },
    })
    const cookie = await test.signIn(await test.addUser({ role: 'admin' }))
    const request = new Request('http://localhost/api/admin/knowledge/uploads', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=b' },
    })
    const refused = await test.app.request(request)
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'too_large' }])
    expect(sent).toBeLessThan(10)
    expect(await storedChunks()).toBe(0)
  })

  it('of too large a file refuses that file alone', async () => {
    const done = await admin.upload([
      ['large.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'a')],
      ['long.txt', 'Borage is blue. '.repeat(30_000)],
      ['small.txt', 'Borage is blue.'],
    ])
    expect(done.added).toBe(1)
    expect(done.failures).toMatchObject([
      { address: 'large.txt', reason: 'too_large' },
      { address: 'long.txt', reason: 'too_long' },
    ])
  })

  it.each([
    ['has lost its role', sql`role = null`],
    ['is disabled', sql`disabled_at = now()`],
  ])('of an account that %s is not written', async (_, change) => {
    const client = await test.person('client')
    const { id } = client
    await test.queue.stop()
    const response = await client.send([['borage.md', 'Borage is blue.']])
    const { job_id: job } = importStartedSchema.parse(await response.json())
    await test.database.db.execute(sql`update users set ${change} where id = ${id}`)
    const again = await openQueue()
    expect((await admin.finished(job)).failures).toMatchObject([{ reason: 'owner_gone' }])
    await again.stop()
  })

  it('is deleted after 30 days, and after an hour when its files never arrived', async () => {
    await admin.upload([['borage.md', 'Borage is blue.']])
    await test.database.db.execute(sql`insert into content_imports (id, kind, fields, created_at)
      values (${crypto.randomUUID()}, 'upload', '{}', now())`)
    const count = async () => {
      const { rows } = await test.database.db.execute<{ n: number }>(
        sql`select count(*)::int as n from content_imports`,
      )
      return rows[0]?.n
    }
    await purgeImports(test.database.db, new Date())
    expect(await count()).toBe(2)
    await purgeImports(test.database.db, new Date(Date.now() + 2 * 3_600_000))
    expect(await count()).toBe(1)
    await purgeImports(test.database.db, new Date(Date.now() + 31 * 86_400_000))
    expect(await count()).toBe(0)
    expect(await listed(admin)).toHaveLength(1)
  })
})

describe('imports of thousands of pages', () => {
  it('are read one after the other for a list, which has the first failures of each', async () => {
    const imports = 4
    const pages = 150
    const { db } = test.database
    for (let at = 0; at < imports; at += 1) {
      const id: string = crypto.randomUUID()
      await db.execute(sql`insert into content_imports (id, kind, fields, created_at, queued_at, finished_at)
        values (${id}, 'sync', '{}', now() + ${at} * interval '1 second', now(), now())`)
      // The last ones can be tried again.
      await db.execute(sql`
        insert into content_import_items (id, import_id, position, address, state, reason)
        select gen_random_uuid(), ${id}, n, 'https://shop.example/' || n, 'failed',
          case when n > 140 then 'unreachable' else 'no_text' end
        from generate_series(1, ${pages}) n`)
    }
    const read = async (path: string): Promise<unknown> => (await admin.call('GET', path)).json()
    const statements = countStatements()
    const { items } = importListSchema.parse(await read('/knowledge/jobs?limit=100'))
    expect(statements()).toBeGreaterThan(imports)
    expect(items.map(({ total, done, failures }) => [total, done, failures.length])).toEqual(
      Array.from({ length: imports }, () => [pages, pages, 100]),
    )
    expect(items[0]?.failures.filter((failure) => failure.can_retry)).toHaveLength(10)
    const whole = contentImportSchema.parse(await read(`/knowledge/jobs/${items[0]?.id}`))
    expect(whole.failures.map(({ address }) => address)).toEqual(
      Array.from({ length: pages }, (_, at) => `https://shop.example/${at + 1}`),
    )
  })
})

async function openQueue() {
  const { startJobQueue } = await import('../../jobs/job-queue.ts')
  const { runImport } = await import('./run-import.ts')
  const { createLog } = await import('../../platform/process/log.ts')
  const { db } = test.database
  const options = { db, now: () => new Date(), storageBytes: 1e9, networkAccess: 'public' } as const
  const run = async ({ id }: { id: string }, signal: AbortSignal) => {
    expect(await runImport(id, { ...options, signal })).toBe('done')
  }
  return startJobQueue(test.database, {
    log: createLog('silent'),
    handlers: { uploads: run, sources: run, evaluations: run, reports: run, handovers: run, webhooks: run },
  })
}

describe('uploads of two clients', () => {
  it('are their own: listed, read, repeated and found by nobody else', async () => {
    const [one, other] = [await test.person('client'), await test.person('client')]
    const mine = await one.upload([['borage.md', '# Borage\n\nBorage is blue.']], { client_id: other.id })
    const theirs = await other.upload([
      ['borage.md', '# Borage\n\nBorage is white.'],
      ['program.exe', 'MZ'],
    ])
    expect([mine.client_id, theirs.client_id]).toEqual([one.id, other.id])
    const own = async (who: Person) =>
      importListSchema
        .parse(await (await who.call('GET', '/knowledge/jobs')).json())
        .items.map(({ id }) => id)
    expect(await own(one)).toEqual([mine.id])
    expect(await own(admin)).toEqual([theirs.id, mine.id])
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/retry'],
    ] as const) {
      const path = `/knowledge/jobs/${theirs.id}${rest}`
      const unknown = `/knowledge/jobs/${crypto.randomUUID()}${rest}`
      expect([(await one.call(method, path)).status, (await one.call(method, unknown)).status]).toEqual([
        404, 404,
      ])
    }
    expect((await other.call('POST', `/knowledge/jobs/${theirs.id}/retry`)).status).toBe(409)
    expect(await listed(one)).toHaveLength(1)
    expect(await titlesFor('is borage blue?')).toEqual([])
    expect(await titlesFor('is borage blue?', one.id)).toEqual(['Borage'])
  })

  it('have the room of their content, before they are stored and when they are imported', async () => {
    await test.close()
    await open({ storageBytes: 134_000 })
    const client = await test.person('client')
    const tooMuch = await client.send([['large.txt', 'Borage is blue. '.repeat(20_000)]])
    expect(tooMuch.status).toBe(413)
    expect(await storedChunks()).toBe(0)
    // Both fit when they arrive, and the second no longer when it is imported.
    const text = 'Borage is blue. '.repeat(4000)
    const done = await client.upload([
      ['one.txt', text],
      ['two.txt', text],
    ])
    expect(done).toMatchObject({
      added: 1,
      failures: [{ address: 'two.txt', reason: 'storage_full', can_retry: true }],
    })
    const [article] = await listed(client)
    await client.call('DELETE', `/knowledge/articles/${article?.id}`)
    expect((await client.call('POST', `/knowledge/jobs/${done.id}/retry`)).status).toBe(200)
    expect(await client.finished(done.id)).toMatchObject({ added: 2, failures: [] })
  })
})
