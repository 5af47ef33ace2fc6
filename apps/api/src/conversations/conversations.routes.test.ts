import {
  conversationImportResponseSchema,
  conversationListSchema,
  conversationSchema,
  messageListSchema,
} from '@org/api-client/contract'
import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { conversations } from '../db/schema/chat.ts'
import { newId } from '../platform/process/ids.ts'

describe('conversations', () => {
  let test: ChatApp
  let cookie: string
  beforeAll(async () => {
    test = await openChatApp()
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    cookie = (await test.signedIn()).cookie
  })

  const create = async (title?: string) =>
    conversationSchema.parse(await (await test.send('POST', '/api/conversations', { title }, cookie)).json())
  const list = async (query = '', as = cookie) =>
    conversationListSchema.parse(await (await test.get(`/api/conversations${query}`, as)).json())
  const importOne = async (title: string, contents: string[]) => {
    const messages = contents.map((content, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    }))
    const response = await test.send(
      'POST',
      '/api/conversations/import',
      { conversations: [{ title, messages }] },
      cookie,
    )
    const { ids } = conversationImportResponseSchema.parse(await response.json())
    return ids[0] ?? ''
  }

  it('asks a visitor to sign in', async () => {
    const response = await test.get('/api/conversations')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'login_required' })
  })

  it("are called 'New chat' from the start, and are never cached", async () => {
    expect(await create()).toMatchObject({ title: 'New chat' })
    const response = await test.get('/api/conversations', cookie)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(conversationListSchema.parse(await response.json()).items).toHaveLength(1)
  })

  it("are stored without a title until they are named, also when they are created as 'New chat'", async () => {
    const ids = [await create(), await create('New chat'), await create('Mine')].map(({ id }) => id)
    const storedTitles = async () => {
      const rows = await test.database.db.select().from(conversations).where(inArray(conversations.id, ids))
      return ids.map((id) => rows.find((row) => row.id === id)?.title)
    }
    expect(await storedTitles()).toEqual([null, null, 'Mine'])
    await test.send('PATCH', `/api/conversations/${ids[2]}`, { title: 'New chat' }, cookie)
    expect((await list()).items.map(({ title }) => title)).toEqual(['New chat', 'New chat', 'New chat'])
    expect(await storedTitles()).toEqual([null, null, 'New chat'])
  })

  it('come newest first, 20 a page, each exactly once', async () => {
    const made: string[] = []
    for (let count = 0; count < 45; count += 1) made.push((await create(`Number ${count}`)).id)
    // All of one moment, to the microsecond: the id decides.
    await test.database.db.execute(
      sql`update conversations set updated_at = '2026-01-01 00:00:00.123456Z' where title like 'Number %'`,
    )
    const seen: string[] = []
    const sizes: number[] = []
    for (let query = ''; ;) {
      const { items, next_cursor: next } = await list(query)
      sizes.push(items.length)
      seen.push(...items.map(({ id }) => id))
      if (next === null) break
      query = `?cursor=${next}`
    }
    expect(sizes).toEqual([20, 20, 5])
    expect(seen).toEqual(made.toSorted().toReversed())
  })

  it('take a limit of 1 to 100, and only cursors of ours', async () => {
    await create()
    await create()
    expect((await list('?limit=1')).items).toHaveLength(1)
    for (const limit of ['0', '101', 'x']) {
      expect((await test.get(`/api/conversations?limit=${limit}`, cookie)).status).toBe(422)
    }
    for (const cursor of ['x', 'W10', "' or 1=1", Buffer.from('["2026","no-id"]').toString('base64url')]) {
      const response = await test.get(`/api/conversations?cursor=${encodeURIComponent(cursor)}`, cookie)
      expect(response.status).toBe(400)
    }
    const notATime = Buffer.from(JSON.stringify(['yesterday-ish', newId()])).toString('base64url')
    expect((await test.get(`/api/conversations?cursor=${notATime}`, cookie)).status).toBe(400)
  })

  it('are found by title and by message, whatever the signs in the text', async () => {
    await importOne('Sleep', ['What about 100% wool_blankets?', 'They are warm.'])
    await importOne('Iron', ['How much?', 'Some.'])
    const titles = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).items.map(({ title }) => title)
    expect(await titles('sLEEp')).toEqual(['Sleep'])
    expect(await titles('100% wool_')).toEqual(['Sleep'])
    expect(await titles('%')).toEqual(['Sleep'])
    expect(await titles('_')).toEqual(['Sleep'])
    expect(await titles('nowhere')).toEqual([])
  })

  it("are renamed: 'any text accepted', of which 200 characters are kept; 'an empty title becomes Untitled'", async () => {
    const { id } = await create()
    const rename = async (title: string) =>
      conversationSchema.parse(
        await (await test.send('PATCH', `/api/conversations/${id}`, { title }, cookie)).json(),
      )
    expect(await rename('  Mine ')).toMatchObject({ id, title: 'Mine' })
    expect(await rename('   ')).toMatchObject({ title: 'Untitled' })
    expect(await rename('<b>💪</b> בריא')).toMatchObject({ title: '<b>💪</b> בריא' })
    expect(await rename('💪'.repeat(200))).toMatchObject({ title: '💪'.repeat(200) })
    expect(await rename('x'.repeat(5000))).toMatchObject({ title: `${'x'.repeat(199)}…` })
  })

  it('are pinned to the top of every page, in the order of their times, and unpinned again', async () => {
    const ids: string[] = []
    for (const title of ['One', 'Two', 'Three', 'Four']) ids.push((await create(title)).id)
    const pin = async (index: number, pinned: boolean) =>
      conversationSchema.parse(
        await (await test.send('PATCH', `/api/conversations/${ids[index]}`, { pinned }, cookie)).json(),
      )
    const before = await pin(0, true)
    expect(before).toMatchObject({ title: 'One', pinned: true, archived: false })
    await pin(2, true)
    const first = await list('?limit=3')
    const rest = await list(`?limit=3&cursor=${first.next_cursor}`)
    const titles = [...first.items, ...rest.items].map(({ title }) => title)
    expect(titles).toEqual(['Three', 'One', 'Four', 'Two'])
    expect(await pin(0, false)).toEqual({ ...before, pinned: false })
    expect((await list()).items.map(({ title }) => title)).toEqual(['Three', 'Four', 'Two', 'One'])
  })

  it('are archived into a list of their own, searched there, and restored', async () => {
    const { id } = await create('Old zinc')
    await create('New zinc')
    const patch = (body: object) => test.send('PATCH', `/api/conversations/${id}`, body, cookie)
    const titles = async (query: string) => (await list(query)).items.map(({ title }) => title)
    await patch({ pinned: true })
    expect(conversationSchema.parse(await (await patch({ archived: true })).json())).toMatchObject({
      pinned: false,
      archived: true,
    })
    expect(await titles('')).toEqual(['New zinc'])
    expect(await titles('?q=zinc')).toEqual(['New zinc'])
    expect(await titles('?archived=true')).toEqual(['Old zinc'])
    expect(await titles('?archived=true&q=new')).toEqual([])
    expect((await test.get('/api/conversations?archived=maybe', cookie)).status).toBe(422)
    await patch({ archived: false })
    expect(await titles('')).toEqual(['New zinc', 'Old zinc'])
    expect(await titles('?archived=true')).toEqual([])
  })

  it('are restored by the next question', async () => {
    const { id } = await create('Minerals')
    await test.send('PATCH', `/api/conversations/${id}`, { archived: true }, cookie)
    const answer = await test.ask({ text: 'How much zinc?', conversation_id: id }, cookie)
    expect(answer.status).toBe(200)
    await answer.text()
    expect((await list()).items).toMatchObject([{ id, archived: false }])
  })

  it('refuse a change of nothing', async () => {
    const { id } = await create()
    expect((await test.send('PATCH', `/api/conversations/${id}`, {}, cookie)).status).toBe(422)
  })

  it('are deleted with 204, and then unknown', async () => {
    const { id } = await create()
    expect((await test.send('DELETE', `/api/conversations/${id}`, undefined, cookie)).status).toBe(204)
    expect((await test.send('DELETE', `/api/conversations/${id}`, undefined, cookie)).status).toBe(404)
    expect((await test.get(`/api/conversations/${id}`, cookie)).status).toBe(404)
  })

  it('of another person are 404, like unknown ones, on every call', async () => {
    const { id } = await create('Private')
    const other = (await test.signedIn()).cookie
    for (const unknown of [id, newId(), 'not-an-id']) {
      const path = `/api/conversations/${unknown}`
      const answers = await Promise.all([
        test.get(path, other),
        test.get(`${path}/messages`, other),
        test.send('PATCH', path, { title: 'Stolen' }, other),
        test.send('DELETE', path, undefined, other),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    expect((await list('', other)).items).toEqual([])
    expect((await list()).items).toMatchObject([{ id, title: 'Private' }])
  })

  it('are imported once by their client id, whatever is sent again, and by each person for themselves', async () => {
    const clientId = crypto.randomUUID()
    const conversation = (title: string) => ({
      client_id: clientId,
      title,
      messages: [{ role: 'user', content: 'Hello?', created_at: '2026-01-01T00:00:00.000Z' }],
    })
    const importAs = async (cookie: string, ...titles: string[]) => {
      const body = { conversations: titles.map(conversation) }
      const response = await test.send('POST', '/api/conversations/import', body, cookie)
      expect(response.status).toBe(200)
      return conversationImportResponseSchema.parse(await response.json()).ids
    }
    const [first, second] = [(await test.signedIn()).cookie, (await test.signedIn()).cookie]
    const [id = ''] = await importAs(first, 'One')
    // A repeat after a lost answer, two at once, and one that names it twice.
    const repeats = await Promise.all([importAs(first, 'One'), importAs(first, 'Renamed', 'One')])
    expect(repeats).toEqual([[id], [id, id]])
    expect((await list('', first)).items).toMatchObject([{ id, title: 'One' }])
    const messages = await test.get(`/api/conversations/${id}/messages`, first)
    expect(messageListSchema.parse(await messages.json()).items).toHaveLength(1)
    const [others] = await importAs(second, 'One')
    expect(others).not.toBe(id)
  })

  it('are imported into the account that was shown alone, not into another that has signed in since', async () => {
    const [first, second] = [(await test.signedIn()).cookie, (await test.signedIn()).cookie]
    const { account_id: account } = await list('', first)
    const messages = [{ role: 'user', content: 'Hello?', created_at: '2026-01-01T00:00:00.000Z' }]
    const body = { account_id: account, conversations: [{ title: 'One', messages }] }
    const refused = await test.send('POST', '/api/conversations/import', body, second)
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'conflict' }])
    expect((await list('', second)).items).toEqual([])
    expect((await test.send('POST', '/api/conversations/import', body, first)).status).toBe(200)
    expect((await list('', first)).items).toMatchObject([{ title: 'One' }])
  })

  it("bring a guest's history into the account, message after message", async () => {
    const contents = Array.from({ length: 25 }, (_, index) => `Message ${index}`)
    const id = await importOne('From before', contents)
    const page = async (query: string) =>
      messageListSchema.parse(
        await (await test.get(`/api/conversations/${id}/messages${query}`, cookie)).json(),
      )
    const first = await page('')
    expect(first.items.map(({ content }) => content)).toEqual(contents.slice(5).toReversed())
    expect(first.items[0]).toMatchObject({ parent_id: first.items[1]?.id, status: 'complete', images: [] })
    const second = await page(`?cursor=${first.next_cursor}`)
    expect(second.items.map(({ content }) => content)).toEqual(contents.slice(0, 5).toReversed())
    expect(second.next_cursor).toBeNull()
  })

  it('are not put above later ones by a browser whose clock runs ahead', async () => {
    const messages = [{ role: 'user', content: 'Soon', created_at: '2999-01-01T00:00:00Z' }]
    await test.send(
      'POST',
      '/api/conversations/import',
      { conversations: [{ title: 'Soon', messages }] },
      cookie,
    )
    const later = await (await test.send('POST', '/api/conversations', { title: 'Later' }, cookie)).json()
    const { items } = conversationListSchema.parse(
      await (await test.get('/api/conversations', cookie)).json(),
    )
    expect(items[0]).toEqual(later)
  })

  it('of a browser whose clock was never set begin in 1970, not in this century', async () => {
    const { cookie: own } = await test.signedIn()
    const messages = [{ role: 'user', content: 'Early', created_at: '0001-01-01T00:00:00Z' }]
    const body = { conversations: [{ title: 'Early', messages }] }
    expect((await test.send('POST', '/api/conversations/import', body, own)).status).toBe(200)
    const { items } = conversationListSchema.parse(await (await test.get('/api/conversations', own)).json())
    expect(items).toMatchObject([{ created_at: '1970-01-01T00:00:00.000Z' }])
  })

  it('keep a rating of an answer, and take it back', async () => {
    const id = await importOne('Rated', ['Question', 'Answer'])
    const messages = async () =>
      messageListSchema.parse(await (await test.get(`/api/conversations/${id}/messages`, cookie)).json())
        .items
    const [answer, question] = await messages()
    const rate = (message: string | undefined, rating: unknown, as = cookie) =>
      test.send('PUT', `/api/messages/${message}/feedback`, { rating, reason: 'Clear.' }, as)
    expect(await (await rate(answer?.id, 'up')).json()).toEqual({ ok: true })
    expect((await messages())[0]?.feedback).toBe('up')
    await rate(answer?.id, null)
    expect((await messages())[0]?.feedback).toBeNull()
    expect((await rate(answer?.id, 'sideways')).status).toBe(422)
    expect((await rate(question?.id, 'up')).status).toBe(404)
    expect((await rate(answer?.id, 'up', (await test.signedIn()).cookie)).status).toBe(404)
  })
})
