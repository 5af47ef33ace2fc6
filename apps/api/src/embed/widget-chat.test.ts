import { authorsSchema, configuratorListSchema, embedSessionSchema } from '@org/api-client/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerText, type ChatApp, firstOf, openChatApp, parseStream } from '../../tests/chat-app.ts'
import { post, type TestUser } from '../../tests/test-app.ts'
import { createScriptedModel } from '../../tests/scripted-model.ts'
import { onePixel } from '../../tests/pictures.ts'
import { listAudit } from '../audit/audit.store.ts'
import { createAnswerLimiter } from '../limits/answer-limiter.ts'
import { saveConfigurator } from '../widgets/configurators.store.ts'

const question = 'How much magnesium does an adult need, and what helps me sleep?'
const author = 'National Heart, Lung, and Blood Institute'

let test: ChatApp
let admin: TestUser
beforeAll(async () => {
  test = await openChatApp({ demo: true })
  admin = await test.addUser({ role: 'admin' })
})
afterAll(() => test.close())

const widget = (settings: Parameters<typeof saveConfigurator>[1]) =>
  saveConfigurator(test.database.db, settings, { actorId: admin.id, at: new Date() })

const events = async (response: Response) => {
  expect(response.status).toBe(200)
  return parseStream(await response.text()).events
}

it('takes the code of its affiliate along to the product', async () => {
  const embed_id = await widget({ affiliate_code: 'sleep & co' })
  const { replacement } = firstOf(
    await events(await test.ask({ text: question, embed_id })),
    'product_update',
  ).content
  expect(replacement).toMatch(/href="https:\/\/[^"]*[?&](?:amp;)?ref=sleep\+%26\+co"/u)
})

it('finds its authors’ passages alone, whether or not any are chosen', async () => {
  const { authors } = authorsSchema.parse(await (await test.get('/api/authors')).json())
  const names = authors.map(({ name }) => name)
  const chosen = names.find((name) => name.includes('Heart')) ?? author
  const embed_id = await widget({ allowed_authors: [chosen] })
  const cited = async (body: object) =>
    firstOf(
      await events(await test.ask({ text: 'How much sleep do I need?', embed_id, ...body })),
      'citations',
    ).content
  const all = await cited({})
  expect(all.length).toBeGreaterThan(0)
  expect(all).toEqual(await cited({ authors: [chosen] }))
  const refused = await test.ask({
    text: question,
    embed_id,
    authors: [names.find((name) => name !== chosen)],
  })
  expect(refused.status).toBe(403)
})

it('searches the articles of its own client besides the shared ones, and of no other client', async () => {
  const [owner, other] = [await test.addUser({ role: 'client' }), await test.addUser({ role: 'client' })]
  const article = {
    title: 'Zibeline balm for cracked heels',
    author: 'Shop',
    url: 'https://shop.example/zibeline',
    topic: 'skin',
    status: 'published',
    body: 'Zibeline balm closes cracked heels within nine days when it is applied every evening.',
  }
  const created = await test.send('POST', '/api/admin/knowledge/articles', article, await test.signIn(owner))
  expect(created.status).toBe(200)
  const urls = async (client_owner: string) => {
    const embed_id = await widget({ client_owner })
    const asked = { text: 'How long does Zibeline balm take to close cracked heels?', embed_id }
    return (await events(await test.ask(asked)))
      .flatMap((event) => (event.type === 'citations' ? event.content : []))
      .map((citation) => (typeof citation === 'string' ? citation : citation.url))
  }
  expect(await urls(owner.id)).toContain(article.url)
  expect(await urls(other.id)).not.toContain(article.url)
})

it('uses its tools alone', async () => {
  const embed_id = await widget({ allowed_tools: ['another_tool'] })
  const text = answerText(await events(await test.ask({ text: question, embed_id })))
  expect(text).toContain('switched off')
  expect((await test.ask({ text: question, embed_id, tools: ['search_knowledge'] })).status).toBe(403)
})

it('takes no pictures where attachments are off', async () => {
  const embed_id = await widget({ allow_attachments: false })
  const images = [{ mime_type: 'image/png', data: onePixel.toString('base64'), name: 'a.png' }]
  expect((await test.ask({ text: question, embed_id, images })).status).toBe(403)
})

it('searches first where it must, even for a greeting', async () => {
  const greeting = async (settings: object) => {
    const embed_id = await widget(settings)
    return (await events(await test.ask({ text: 'Hello!', embed_id }))).map(({ type }) => type)
  }
  expect(await greeting({})).not.toContain('status')
  expect(await greeting({ force_tool_calls: true })).toContain('status')
})

it('answers a question that names a widget only with that widget’s own embed token', async () => {
  const [shop, other] = [await widget({}), await widget({})]
  const { cookie } = await test.signedIn()
  const statusOf = async (embed_id: string | undefined, headers: Record<string, string>) =>
    (await post(test.app, '/api/chat', { text: 'Hello!', embed_id }, headers)).status
  const [own, foreign] = [await test.embedHeaders(shop), await test.embedHeaders(other)]
  for (const session of [{}, { cookie }]) {
    expect(await statusOf(shop, session)).toBe(403)
    expect(await statusOf(shop, { ...session, ...foreign })).toBe(403)
    expect(await statusOf(shop, { ...session, authorization: 'Bearer forged.token' })).toBe(403)
    expect(await statusOf(shop, { ...session, ...own })).toBe(200)
    expect(await statusOf(undefined, session)).toBe(200)
  }
})

it('takes a token that was given under another list of origins no longer, and its renewal where it may stand', async () => {
  const origins = (...allowed_origins: string[]) => ({ name: 'Moved', active: true, allowed_origins })
  const id = await widget(origins('https://a.example', 'https://b.example'))
  const statusOf = async (headers: Record<string, string>) =>
    (await post(test.app, '/api/chat', { text: 'Hello!', embed_id: id }, headers)).status
  const session = (origin: string, headers: Record<string, string>) =>
    post(test.app, '/api/embed/session', { cfg: id, origin }, headers)
  const opened = await session('https://a.example', {})
  const bearer = async (response: Response) => ({
    authorization: `Bearer ${embedSessionSchema.parse(await response.json()).token}`,
  })
  const token = await bearer(opened)
  expect(await statusOf(token)).toBe(200)
  await widget({ id, ...origins('https://b.example') })
  expect(await statusOf(token)).toBe(403)
  expect((await session('https://a.example', token)).status).toBe(403)
  expect(await statusOf(await bearer(await session('https://b.example', token)))).toBe(200)
})

it('has a budget of its own, which all of its visitors share', async () => {
  const none = { perMinute: 100, perDay: 100, tokensPerDay: 1_000_000, atOnce: 10 }
  const quotas = { user: none, guest: none, address: none, widget: { ...none, perDay: 2 } }
  const app = await openChatApp({ database: test.database, config: { quotas } })
  const [shop, other] = [await widget({}), await widget({})]
  const { cookie } = await app.signedIn()
  const statusOf = async (embed_id: string | undefined, session?: string) => {
    const response = await app.ask({ text: 'Hello!', embed_id }, session)
    await response.text()
    return response.status
  }
  expect([await statusOf(shop), await statusOf(shop, cookie)]).toEqual([200, 200])
  expect([await statusOf(shop), await statusOf(shop, cookie)]).toEqual([429, 429])
  expect([await statusOf(other), await statusOf(undefined)]).toEqual([200, 200])
  await app.close()
})

it('has the budget of a day that its configurator sets, which leaves other widgets theirs', async () => {
  const none = { perMinute: 100, perDay: 100, tokensPerDay: 1_000_000, atOnce: 10 }
  const quotas = { user: none, guest: none, address: none, widget: { ...none, perDay: 3 } }
  const app = await openChatApp({ database: test.database, config: { quotas } })
  const statusesOf = async (embed_id: string, times: number) => {
    const statuses: number[] = []
    for (let index = 0; index < times; index += 1) {
      const response = await app.ask({ text: 'Hello!', embed_id })
      await response.text()
      statuses.push(response.status)
    }
    return statuses
  }
  const small = await widget({ questions_per_day: 1 })
  const large = await widget({ questions_per_day: 5 })
  const cheap = await widget({ tokens_per_day: 10, questions_per_day: 50 })
  const usual = await widget({})
  expect(await statusesOf(small, 2)).toEqual([200, 429])
  expect(await statusesOf(large, 6)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await statusesOf(usual, 4)).toEqual([200, 200, 200, 429])
  // An answer counts at most a tenth of the day's tokens, so that ten are always answered.
  expect(await statusesOf(cheap, 11)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  const { items } = configuratorListSchema.parse(
    await (await app.get('/api/admin/configurators', await app.signIn(admin))).json(),
  )
  expect(items.find(({ id }) => id === small)).toMatchObject({ questions_per_day: 1, tokens_per_day: null })
  await app.close()
})

it('keeps what was used of the day when its budget changes, up or down', async () => {
  const app = await openChatApp({ database: test.database })
  const cookie = await app.signIn(admin)
  const id = await widget({ questions_per_day: 2 })
  const ask = async () => {
    const response = await app.ask({ text: 'Hello!', embed_id: id })
    await response.text()
    return response.status
  }
  const budget = async (questions_per_day: number | null) => {
    const body = { id, name: 'Shop', questions_per_day }
    expect((await app.send('POST', '/api/admin/configurators', body, cookie)).status).toBe(200)
  }
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 429, 429])
  await budget(3)
  expect([await ask(), await ask()]).toEqual([200, 429])
  await budget(1)
  expect(await ask()).toBe(429)
  await budget(null)
  expect(await ask()).toBe(200)
  await budget(4)
  expect(await ask()).toBe(429)
  await app.close()
})

it('has its budget of the day anew with its next owner, and what was used of it again with the former one', async () => {
  const app = await openChatApp({ database: test.database })
  const cookie = await app.signIn(admin)
  const [former, next] = [await test.addUser({ role: 'client' }), await test.addUser({ role: 'client' })]
  const own = { name: 'Handed over', questions_per_day: 1 }
  const id = await widget({ ...own, client_owner: former.id })
  const handOver = async (client_owner: string) => {
    const body = { ...own, id, client_owner }
    expect((await app.send('POST', '/api/admin/configurators', body, cookie)).status).toBe(200)
  }
  const ask = async () => {
    const response = await app.ask({ text: 'Hello!', embed_id: id })
    await response.text()
    return response.status
  }
  expect([await ask(), await ask()]).toEqual([200, 429])
  await handOver(next.id)
  expect([await ask(), await ask()]).toEqual([200, 429])
  await handOver(former.id)
  expect(await ask()).toBe(429)
  await app.close()
})

it('is stopped at once by its switch: running answers end, questions and sessions are refused', async () => {
  const model = createScriptedModel()
  const app = await openChatApp({ database: test.database, model })
  const cookie = await app.signIn(admin)
  const [shop, other] = [await widget({ name: 'Switched' }), await widget({})]
  const asked = model.asked()
  const running = await app.ask({ text: question, embed_id: shop })
  await asked
  model.say('An answer that')
  const token = await app.embedHeaders(shop)
  const change = (active: boolean) =>
    app.send('POST', `/api/admin/configurators/${shop}/active`, { active }, cookie)
  expect((await change(false)).status).toBe(200)
  const { events: seen, done } = parseStream(await running.text())
  expect([answerText(seen), done]).toEqual(['An answer that', true])
  expect((await post(app.app, '/api/chat', { text: 'And?', embed_id: shop }, token)).status).toBe(404)
  expect(await app.embedHeaders(shop)).toEqual({})
  expect(await app.embedHeaders(other)).not.toEqual({})
  const { items } = await listAudit(test.database.db, { limit: 1, kind: 'configurator' })
  expect(items).toMatchObject([
    {
      action: 'update',
      subject: 'Switched',
      actor: admin.email,
      changes: [{ field: 'active', before: true, after: false }],
    },
  ])
  expect((await change(true)).status).toBe(200)
  expect(await app.embedHeaders(shop)).not.toEqual({})
  for (const [path, session, status] of [
    [shop, undefined, 401],
    [shop, (await app.signedIn()).cookie, 403],
    ['unknown', cookie, 404],
  ] as const) {
    const url = `/api/admin/configurators/${path}/active`
    expect((await app.send('POST', url, { active: false }, session)).status).toBe(status)
  }
  await app.close()
})

it.each(['guest', 'person'])('is stopped for a question of a %s that is being taken, too', async (who) => {
  const limiter = createAnswerLimiter()
  let beforePlace = (): Promise<unknown> => Promise.resolve()
  const model = createScriptedModel()
  const app = await openChatApp({
    database: test.database,
    model,
    runtime: {
      limiter: {
        ...limiter,
        async acquire(...place) {
          await beforePlace()
          return limiter.acquire(...place)
        },
      },
    },
  })
  const [adminCookie, person] = [await app.signIn(admin), await app.signedIn()]
  const cookie = who === 'guest' ? undefined : person.cookie
  const shop = await widget({})
  const switchTo = (active: boolean) =>
    app.send('POST', `/api/admin/configurators/${shop}/active`, { active }, adminCookie)
  // The widget was found active, and its running answers are listed before this one is among them.
  beforePlace = () => switchTo(false)
  const body = { text: question, embed_id: shop, client_message_id: crypto.randomUUID() }
  expect((await app.ask(body, cookie)).status).toBe(404)
  expect(model.calls).toEqual([])
  expect(Object(await (await app.get('/api/conversations', person.cookie)).json()).items).toEqual([])
  beforePlace = () => Promise.resolve()
  await switchTo(true)
  const asked = model.asked()
  const again = app.ask(body, cookie)
  await asked
  model.say('Yes.')
  model.end()
  expect(answerText(parseStream(await (await again).text()).events)).toBe('Yes.')
  await app.close()
})

it('is unknown when it is inactive, and opens no chat that is closed to visitors', async () => {
  const inactive = await widget({ active: false })
  expect((await test.ask({ text: question, embed_id: inactive })).status).toBe(404)
  expect((await test.ask({ text: question, embed_id: 'forged' })).status).toBe(404)
  const closed = await openChatApp({ database: test.database, config: { anonymousChat: 'blocked' } })
  const embed_id = await widget({})
  for (const id of [embed_id, 'forged']) {
    const response = await closed.ask({ text: question, embed_id: id })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'login_required' })
    expect(await (await closed.get(`/api/chat/anon-status?embed_id=${id}`)).json()).toEqual({ blocked: true })
  }
  await closed.close()
})

it('answers by its own model, temperature and prompt, and else by the master settings', async () => {
  const [master, own] = [createScriptedModel(), createScriptedModel()]
  const names: string[] = []
  const app = await openChatApp({
    database: test.database,
    model: master,
    runtime: {
      modelNamed(name) {
        names.push(name)
        return own
      },
    },
  })
  const answerBy = async (model: typeof master, settings: object) => {
    const asked = model.asked()
    const response = app.ask({ text: question, embed_id: await widget(settings) })
    await asked
    model.say('Done.')
    model.end()
    expect(answerText(await events(await response))).toBe('Done.')
    return model.calls.at(-1)
  }
  const overridden = await answerBy(own, { model: 'tiny', temperature: 0.1, system_prompt: 'Be brief.' })
  expect(names).toEqual(['tiny'])
  expect(overridden?.temperature).toBe(0.1)
  expect(JSON.stringify(overridden?.prompt[0])).toContain('Be brief.')
  const plain = await answerBy(master, {})
  expect(JSON.stringify(plain?.prompt[0])).not.toContain('Be brief.')
  expect(names).toEqual(['tiny'])
  await app.close()
})
