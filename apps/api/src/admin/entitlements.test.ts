import {
  auditLogSchema,
  authorsSchema,
  embedListsSchema,
  entitlementOptionsSchema,
  entitlementsResponseSchema,
  entitlementsUpdateResponseSchema,
  toolsSchema,
} from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatApp, firstOf, openChatApp, parseStream } from '../../tests/chat-app.ts'
import { createScriptedModel } from '../../tests/scripted-model.ts'
import type { TestUser } from '../../tests/test-app.ts'
import { entitlements } from '../db/schema/admin.ts'
import { configurators, widgetSignups } from '../db/schema/embed.ts'
import { withDefaults } from '../embed/configurators.store.ts'
import { newId } from '../platform/ids.ts'

const path = '/api/admin/entitlements'
const none = { allowed_tools: [], allowed_authors: [], allowed_models: [], system_prompts: [] }
let test: ChatApp
let admin: string
let person: { user: TestUser; cookie: string }
let authors: string[]

beforeAll(async () => {
  test = await openChatApp({ demo: true })
  admin = await test.signIn(await test.addUser({ role: 'admin' }))
  person = await test.signedIn()
  const list = authorsSchema.parse(await (await test.get('/api/authors')).json()).authors
  authors = list.map(({ name }) => name)
})
afterAll(() => test.close())

const lookUp = async (email: string) =>
  entitlementsResponseSchema.parse(
    await (await test.get(`${path}?email=${encodeURIComponent(email)}`, admin)).json(),
  )
const save = async (body: object) => {
  const response = await test.send('POST', path, body, admin)
  expect(response.status).toBe(200)
  return entitlementsUpdateResponseSchema.parse(await response.json()).entitlements
}
const entitle = (body: object) => save({ email: person.user.email, mode: 'replace', ...body })

async function widget(settings: Parameters<typeof withDefaults>[0]): Promise<string> {
  const id = newId()
  await test.database.db.insert(configurators).values({ id, ...withDefaults(settings) })
  return id
}

describe('entitlements', () => {
  it('merge: unites each list with what is stored and keeps absent fields', async () => {
    const email = 'merge@example.com'
    await save({ email, mode: 'merge', allowed_tools: ['a', 'b'], allowed_models: ['m'] })
    const merged = await save({ email, mode: 'merge', allowed_tools: ['b', 'c', 'c'], system_prompts: ['p'] })
    expect(merged).toEqual({
      allowed_tools: ['a', 'b', 'c'],
      allowed_authors: [],
      allowed_models: ['m'],
      system_prompts: ['p'],
    })
    expect((await lookUp(email)).entitlements).toEqual(merged)
  })

  it('replace: stores exactly what is sent, absent lists empty', async () => {
    const email = 'replace@example.com'
    await save({ email, mode: 'replace', allowed_tools: ['a'], allowed_authors: ['b'] })
    const replaced = await save({ email, mode: 'replace', allowed_tools: ['c'] })
    expect(replaced).toEqual({ ...none, allowed_tools: ['c'] })
    expect((await lookUp(email)).entitlements).toEqual(replaced)
  })

  it('lose none of several merges at once', async () => {
    const email = 'together@example.com'
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((tool) => save({ email, mode: 'merge', allowed_tools: [tool] })),
    )
    expect((await lookUp(email)).entitlements.allowed_tools.toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are found whatever the case of the address, and tell whether it has an account', async () => {
    await save({ email: ' Later@Example.com ', mode: 'merge', allowed_tools: ['a'] })
    expect(await lookUp('later@example.com')).toMatchObject({
      has_account: false,
      entitlements: { allowed_tools: ['a'] },
    })
    expect(await lookUp(person.user.email)).toMatchObject({ has_account: true, entitlements: none })
  })

  it.each([
    [{ email: 'nobody', mode: 'merge' }, 'email'],
    [{ email: 'a@example.com', mode: 'append' }, 'mode'],
    [{ email: 'a@example.com', mode: 'merge', allowed_tools: 'x' }, 'allowed_tools'],
  ])('refuse %j', async (body, field) => {
    const response = await test.send('POST', path, body, admin)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: [{ path: field }] })
  })

  it('come with the 20 most recent signups', async () => {
    await test.database.db.insert(widgetSignups).values(
      Array.from({ length: 23 }, (_, index) => ({
        id: newId(),
        email: `signup-${index}@example.com`,
        embedId: null,
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      })),
    )
    const { signups } = await lookUp('anybody@example.com')
    expect(signups).toHaveLength(20)
    expect(signups[0]).toEqual({
      email: 'signup-22@example.com',
      created_at: '2026-01-23T00:00:00.000Z',
      embed_id: null,
    })
  })

  it('stand in the audit log, and go with the account', async () => {
    const leaving = await test.signedIn()
    const { email } = leaving.user
    await save({ email, mode: 'merge', allowed_tools: ['a'] })
    // Nothing changes, so nothing is noted.
    await save({ email, mode: 'merge', allowed_tools: ['a'] })
    const log = async () =>
      auditLogSchema.parse(await (await test.get('/api/admin/audit', admin)).json()).items
    const noted = (await log()).filter(({ subject }) => subject === email)
    expect(noted).toMatchObject([
      { kind: 'entitlements', changes: [{ field: 'allowed_tools', before: [], after: ['a'] }] },
    ])
    const gone = await test.send(
      'POST',
      '/api/account/delete',
      { password: leaving.user.password },
      leaving.cookie,
    )
    expect(gone.status).toBe(200)
    expect((await lookUp(email)).entitlements).toEqual(none)
    expect(JSON.stringify(await log())).not.toContain(email)
  })
})

it('the options are the models and the system prompts in use', async () => {
  await widget({ model: 'tiny', system_prompt: 'Be brief.' })
  const options = entitlementOptionsSchema.parse(await (await test.get(`${path}/options`, admin)).json())
  expect(options.models).toEqual(expect.arrayContaining(['local', 'tiny']))
  expect(options.system_prompts).toEqual(
    expect.arrayContaining([expect.stringContaining('You are the assistant'), 'Be brief.']),
  )
})

describe('where the chat chooses, entitlements hold', () => {
  const ask = (body: object) =>
    test.ask({ text: 'How much sleep does an adult need?', ...body }, person.cookie)
  const cited = async (body: object = {}) => {
    const { events } = parseStream(await (await ask(body)).text())
    return firstOf(events, 'citations').content
  }

  it('authors: others are refused, and without a choice those of the list count', async () => {
    const heart = authors.find((name) => name.includes('Heart')) ?? ''
    const other = authors.find((name) => name !== heart) ?? ''
    await entitle({ allowed_authors: [heart] })
    const response = await ask({ authors: [other] })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: `Your account may not use the author '${other}'.` })
    expect(await cited()).toEqual(await cited({ authors: [heart] }))
    const listed = await test.get('/api/authors', person.cookie)
    expect(authorsSchema.parse(await listed.json()).authors.map(({ name }) => name)).toEqual([heart])
    expect(authorsSchema.parse(await (await test.get('/api/authors', admin)).json()).authors).toHaveLength(
      authors.length,
    )
  })

  it('authors: of a widget’s, too', async () => {
    const [one = '', two = ''] = authors
    await entitle({ allowed_authors: [one] })
    const shared = await widget({ allowed_authors: [one, two] })
    expect((await ask({ embed_id: shared, authors: [two] })).status).toBe(403)
    expect((await ask({ embed_id: shared })).status).toBe(200)
    expect((await ask({ embed_id: await widget({ allowed_authors: [two] }) })).status).toBe(403)
  })

  it('a widget’s lists offer what the chat takes there, and nothing that it refuses', async () => {
    const [one = '', two = '', three = ''] = authors
    const embed_id = await widget({ allowed_authors: [one, two] })
    const offered = async (cookie?: string) => {
      const lists = await test.get(`/api/embed/lists?embed_id=${embed_id}`, cookie)
      return embedListsSchema.parse(await lists.json())
    }
    await entitle({ allowed_authors: [two, three], allowed_tools: ['another_tool'] })
    expect((await offered(person.cookie)).authors).toEqual([{ name: two }])
    expect((await offered(person.cookie)).tools).toEqual([])
    await entitle({ allowed_authors: [two, three] })
    const { authors: mine, tools } = await offered(person.cookie)
    expect(tools).toEqual([{ name: 'search_knowledge' }])
    for (const name of authors) {
      const { status } = await ask({ embed_id, authors: [name] })
      expect(status).toBe(mine.some((author) => author.name === name) ? 200 : 403)
    }
    expect((await offered()).authors.map(({ name }) => name).toSorted()).toEqual([one, two].toSorted())
  })

  it('tools: the search is off for who may not use it', async () => {
    await entitle({ allowed_tools: ['another_tool'] })
    expect((await ask({ tools: ['search_knowledge'] })).status).toBe(403)
    const { events } = parseStream(await (await ask({})).text())
    expect(events.map(({ type }) => type)).not.toContain('citations')
    expect(toolsSchema.parse(await (await test.get('/api/tools', person.cookie)).json()).tools).toEqual([])
  })

  it('models and system prompts: what is not in the list gives way to its first entry', async () => {
    const model = createScriptedModel()
    const named: string[] = []
    const app = await openChatApp({
      database: test.database,
      model,
      runtime: {
        modelNamed(name) {
          named.push(name)
          return model
        },
      },
    })
    const answeredWith = async (body: object = {}) => {
      named.length = 0
      const hears = model.asked()
      const answer = app.ask({ text: 'How much iron?', ...body }, person.cookie)
      await hears
      model.say('Done.')
      model.end()
      await (await answer).text()
      return { model: named[0], system: model.calls.at(-1)?.prompt[0]?.content }
    }
    await entitle({})
    expect((await answeredWith()).model).toBeUndefined()
    await entitle({ allowed_models: ['small', 'tiny'], system_prompts: ['Be kind.', 'Be brief.'] })
    expect(await answeredWith()).toMatchObject({
      model: 'small',
      system: expect.stringMatching(/^Be kind\./u),
    })
    const embed_id = await widget({ model: 'tiny', system_prompt: 'Be brief.' })
    expect(await answeredWith({ embed_id })).toMatchObject({
      model: 'tiny',
      system: expect.stringMatching(/^Be brief\./u),
    })
    await entitle({ allowed_models: ['local'] })
    expect((await answeredWith()).model).toBeUndefined()
    await app.close()
  })

  it('a tool that is renamed keeps its place in the lists', async () => {
    const embed_id = await widget({ allowed_tools: ['search_knowledge'] })
    await entitle({ allowed_tools: ['search_knowledge', 'x'] })
    const rename = (name: string) =>
      test.send('POST', '/api/admin/llm-settings', { search_tool_name: name }, admin)
    expect((await rename('look_up')).status).toBe(200)
    expect((await lookUp(person.user.email)).entitlements.allowed_tools).toEqual(['look_up', 'x'])
    const [stored] = await test.database.db
      .select({ tools: configurators.allowedTools })
      .from(configurators)
      .where(eq(configurators.id, embed_id))
    expect(stored?.tools).toEqual(['look_up'])
    await rename('search_knowledge')
    expect(await test.database.db.$count(entitlements)).toBeGreaterThan(0)
  })
})
