import { randomBytes } from 'node:crypto'
import { accountStorageSchema, errorBodySchema } from '@org/api-client/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { answerText, type ChatApp, openChatApp, parseStream } from '../../tests/chat-app.ts'
import { createScriptedModel, type ScriptedModel } from '../../tests/scripted-model.ts'

const most = {
  createdPerMinute: 1000,
  searchesPerMinute: 1000,
  importsPerHour: 1000,
  changesPerMinute: 1000,
  storageBytes: 1_000_000,
}

let test: ChatApp | undefined
afterEach(() => test?.close())

async function open(limits: Partial<typeof most>, options: Parameters<typeof openChatApp>[0] = {}) {
  const app = await openChatApp({ ...options, config: { conversations: { ...most, ...limits } } })
  test = app
  return app
}

const refusal = async (response: Response) => {
  const { code, error } = errorBodySchema.parse(await response.json())
  return { status: response.status, code, error, retryAfter: response.headers.get('retry-after') }
}

function conversation(content: string) {
  const message = { role: 'user', content, created_at: '2026-11-21T09:30:00.000Z' }
  return { conversations: [{ title: 'Imported', messages: [message] }] }
}

describe('an account', () => {
  it('stores no share link beyond its storage', async () => {
    const app = await open({ storageBytes: 150_000 })
    const { cookie } = await app.signedIn()
    const imported = conversation(randomBytes(50_000).toString('hex'))
    const stored = await app.send('POST', '/api/conversations/import', imported, cookie)
    const [id] = Object(await stored.json()).ids
    const response = await app.send('POST', `/api/conversations/${id}/share`, {}, cookie)
    expect(await refusal(response)).toMatchObject({ status: 413, code: 'too_large' })
    const shown = await app.get(`/api/conversations/${id}/share`, cookie)
    expect(await shown.json()).toEqual({ share: null })
  })

  it('searches its conversations so often in a minute, and lists them as often as it likes', async () => {
    const app = await open({ searchesPerMinute: 2 })
    const [person, other] = [await app.signedIn(), await app.signedIn()]
    const search = (cookie: string) => app.get('/api/conversations?q=sleep', cookie)
    expect((await search(person.cookie)).status).toBe(200)
    expect((await search(person.cookie)).status).toBe(200)
    expect(await refusal(await search(person.cookie))).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retryAfter: expect.stringMatching(/^\d+$/u),
    })
    expect((await search(other.cookie)).status).toBe(200)
    expect((await app.get('/api/conversations', person.cookie)).status).toBe(200)
  })

  it('creates so many conversations in a minute, and a refused call stores none', async () => {
    const app = await open({ createdPerMinute: 2 })
    const [person, other] = [await app.signedIn(), await app.signedIn()]
    const create = (cookie: string) => app.send('POST', '/api/conversations', { title: 'New' }, cookie)
    expect((await create(person.cookie)).status).toBe(200)
    expect((await create(person.cookie)).status).toBe(200)
    expect(await refusal(await create(person.cookie))).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retryAfter: expect.stringMatching(/^\d+$/u),
    })
    expect((await create(other.cookie)).status).toBe(200)
    const { items } = Object(await (await app.get('/api/conversations', person.cookie)).json())
    expect(items).toHaveLength(2)
  })

  it('makes so many changes of any kind in a minute, and reads as often as it likes', async () => {
    const app = await open({ changesPerMinute: 3 })
    const [person, other] = [await app.signedIn(), await app.signedIn()]
    const created = await app.send('POST', '/api/conversations', { title: 'New' }, person.cookie)
    const path = `/api/conversations/${Object(await created.json()).id}`
    const rename = (cookie: string) => app.send('PATCH', path, { title: 'Newer' }, cookie)
    expect((await rename(person.cookie)).status).toBe(200)
    expect((await rename(person.cookie)).status).toBe(200)
    expect(await refusal(await rename(person.cookie))).toMatchObject({ status: 429, code: 'rate_limited' })
    const removal = await app.send('DELETE', path, undefined, person.cookie)
    expect(await refusal(removal)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect((await rename(other.cookie)).status).toBe(404)
    expect((await app.get(path, person.cookie)).status).toBe(200)
    expect((await app.send('POST', '/api/logout', {}, person.cookie)).status).toBe(200)
  })

  it('of nobody, as a guest, rates answers and opens sources so often in a minute', async () => {
    const app = await open({ changesPerMinute: 3 })
    const rate = () => app.send('PUT', `/api/messages/${crypto.randomUUID()}/feedback`, { rating: 'up' })
    const opened = () => app.send('POST', `/api/chat/answers/${crypto.randomUUID()}/opened`, {})
    expect([(await rate()).status, (await opened()).status, (await rate()).status]).toEqual([404, 404, 404])
    expect(await refusal(await rate())).toMatchObject({ status: 429, code: 'rate_limited' })
    expect((await opened()).status).toBe(429)
    // Others at the address go on.
    const { cookie } = await app.signedIn()
    expect((await app.send('POST', '/api/conversations', { title: 'New' }, cookie)).status).toBe(200)
  })

  it('imports conversations so often in an hour, and a refused import stores nothing', async () => {
    const app = await open({ importsPerHour: 1 })
    const { cookie } = await app.signedIn()
    const send = () => app.send('POST', '/api/conversations/import', conversation('Hello'), cookie)
    expect((await send()).status).toBe(200)
    expect(await refusal(await send())).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Object(await (await app.get('/api/conversations', cookie)).json()).items).toHaveLength(1)
  })

  it('stores so many bytes: an import and a question over the quota are refused before they are stored', async () => {
    const model = createScriptedModel()
    const app = await open({ storageBytes: 200_000 }, { model })
    const [person, other] = [await app.signedIn(), await app.signedIn()]
    const send = (cookie: string) =>
      app.send('POST', '/api/conversations/import', conversation(text(150_000)), cookie)
    const ids = Object(await (await send(person.cookie)).json()).ids
    expect(await refusal(await send(person.cookie))).toMatchObject(full)
    const question = { text: text(30_000) }
    expect(await answered(app, model, question, person.cookie)).toBe('Yes.')
    expect(await refusal(await app.ask(question, person.cookie))).toMatchObject(full)
    const { items } = Object(await (await app.get('/api/conversations', person.cookie)).json())
    expect(items).toHaveLength(2)
    expect((await send(other.cookie)).status).toBe(200)
    await app.send('DELETE', `/api/conversations/${ids[0]}`, undefined, person.cookie)
    expect(await answered(app, model, question, person.cookie)).toBe('Yes.')
  })

  it('counts conversations without messages, and refuses one that has no room', async () => {
    const app = await open({ storageBytes: 5000 })
    const [person, other] = [await app.signedIn(), await app.signedIn()]
    const create = (cookie: string) => app.send('POST', '/api/conversations', { title: 'Empty' }, cookie)
    const responses = []
    for (let count = 0; count < 12; count += 1) responses.push(await create(person.cookie))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(await refusal(await create(person.cookie))).toMatchObject(full)
    expect((await create(other.cookie)).status).toBe(200)
    const { items } = Object(await (await app.get('/api/conversations', person.cookie)).json())
    expect(items).toHaveLength(9)
    await app.send('DELETE', `/api/conversations/${items[0].id}`, undefined, person.cookie)
    expect((await create(person.cookie)).status).toBe(200)
  })

  it('counts conversations without messages that are imported', async () => {
    const app = await open({ storageBytes: 20_000 })
    const { cookie } = await app.signedIn()
    const empty = { title: 'Empty', messages: [] }
    const conversations = Array.from({ length: 50 }, () => empty)
    const send = (list: object[]) =>
      app.send('POST', '/api/conversations/import', { conversations: list }, cookie)
    expect(await refusal(await send(conversations))).toMatchObject(full)
    expect((await send(conversations.slice(0, 20))).status).toBe(200)
  })

  it('has room for a repeated import when answers have exceeded its quota', async () => {
    const model = createScriptedModel()
    const app = await open({ storageBytes: 50_000 }, { model })
    const { cookie } = await app.signedIn()
    const [first] = conversation(text(47_500)).conversations
    const body = { conversations: [{ ...first, client_id: crypto.randomUUID() }] }
    const send = () => app.send('POST', '/api/conversations/import', body, cookie)
    const stored: unknown = await (await send()).json()
    await answered(app, model, { text: 'How?' }, cookie, text(4000))
    expect(await refusal(await app.ask({ text: 'And then?' }, cookie))).toMatchObject(full)
    const repeated = await send()
    expect([repeated.status, await repeated.json()]).toEqual([200, stored])
  })

  it('stores no more than its quota by imports that are sent at once', async () => {
    const app = await open({ storageBytes: 200_000 })
    const { cookie } = await app.signedIn()
    const send = () => app.send('POST', '/api/conversations/import', conversation(text(150_000)), cookie)
    const responses = await Promise.all(Array.from({ length: 5 }, send))
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 413, 413, 413, 413,
    ])
    expect(Object(await (await app.get('/api/conversations', cookie)).json()).items).toHaveLength(1)
  })

  it('reads its use and its quota as the limit counts them, without delay after a deletion', async () => {
    const app = await open({ storageBytes: 200_000 })
    const [person, other] = [await app.signedIn(), await app.signedIn()]
    const read = async ({ cookie }: typeof person) =>
      accountStorageSchema.parse(await (await app.get('/api/account/storage', cookie)).json())
    expect(await read(person)).toEqual({ used_bytes: 0, limit_bytes: 200_000 })
    const send = () =>
      app.send('POST', '/api/conversations/import', conversation(text(150_000)), person.cookie)
    const { ids } = Object(await (await send()).json())
    const { used_bytes: used } = await read(person)
    expect(used).toBeGreaterThanOrEqual(110_000)
    expect(used).toBeLessThanOrEqual(151_100)
    expect(await read(other)).toEqual({ used_bytes: 0, limit_bytes: 200_000 })
    await app.send('DELETE', `/api/conversations/${ids[0]}`, undefined, person.cookie)
    expect(await read(person)).toEqual({ used_bytes: 0, limit_bytes: 200_000 })
    expect((await app.get('/api/account/storage', '')).status).toBe(401)
  })

  it('receives the answer to the last question that fits, and again when it is sent twice', async () => {
    const model = createScriptedModel()
    const app = await open({ storageBytes: 50_000 }, { model })
    const { cookie } = await app.signedIn()
    await app.send('POST', '/api/conversations/import', conversation(text(47_950)), cookie)
    const question = { text: 'How?', client_message_id: crypto.randomUUID() }
    const long = 'Dark and quiet rooms help. '.repeat(100).trim()
    expect(await answered(app, model, question, cookie, long)).toBe(long)
    expect(answerText(parseStream(await (await app.ask(question, cookie)).text()).events)).toBe(long)
    expect(await refusal(await app.ask({ text: text(1000) }, cookie))).toMatchObject(full)
  })
})

const full = { status: 413, code: 'too_large', error: expect.stringContaining('delete some conversations') }

/** A text that the database cannot compress by much. */
function text(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length)
}

async function answered(
  app: ChatApp,
  model: ScriptedModel,
  question: Record<string, unknown>,
  cookie: string,
  answer = 'Yes.',
) {
  const asked = model.asked()
  const response = app.ask(question, cookie)
  await asked
  model.say(answer)
  model.end()
  return answerText(parseStream(await (await response).text()).events)
}
