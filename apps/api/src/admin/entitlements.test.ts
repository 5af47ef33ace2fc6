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
import { withDefaults } from '../widgets/configurators.store.ts'
import { newId } from '../platform/process/ids.ts'
import { defaultLlmSettings } from '../settings/master-settings.ts'

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
    const merged = await save({
      email,
      mode: 'merge',
      allowed_tools: ['b', 'c', 'c'],
      system_prompts: ['master', 'master'],
    })
    expect(merged).toEqual({
      allowed_tools: ['a', 'b', 'c'],
      allowed_authors: [],
      allowed_models: ['m'],
      system_prompts: ['master'],
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
  const brief = await widget({ name: 'Brief answers', model: 'tiny', system_prompt: 'Be brief.' })
  const options = entitlementOptionsSchema.parse(await (await test.get(`${path}/options`, admin)).json())
  expect(options.models).toEqual(expect.arrayContaining(['local', 'tiny']))
  const [master, ...others] = options.system_prompts
  expect(master).toMatchObject({ id: 'master', source: 'master' })
  expect(master?.text.startsWith(master.name.replace(/…$/u, ''))).toBe(true)
  expect(others).toContainEqual({
    id: `widget:${brief}`,
    source: 'widget',
    name: 'Brief answers',
    text: 'Be brief.',
  })
})

describe('system prompts are referred to by id', () => {
  const model = createScriptedModel()
  let app: ChatApp
  beforeAll(async () => {
    app = await openChatApp({ database: test.database, model })
  })
  afterAll(() => app.close())

  const promptOf = async (body: object = {}) => {
    const called = model.asked()
    const answer = app.ask({ text: 'How much iron?', ...body }, person.cookie)
    await called
    model.say('Done.')
    model.end()
    await (await answer).text()
    return model.calls.at(-1)?.prompt[0]?.content
  }
  const saveMaster = (system_prompt: string) =>
    app.send('POST', '/api/admin/llm-settings', { system_prompt }, admin)
  const editWidget = (id: string, systemPrompt: string | null) =>
    test.database.db.update(configurators).set({ systemPrompt }).where(eq(configurators.id, id))
  const options = async () =>
    entitlementOptionsSchema.parse(await (await test.get(`${path}/options`, admin)).json()).system_prompts

  it('so that a change of a widget’s prompt reaches everybody who is entitled to it', async () => {
    const id = await widget({ system_prompt: 'Answer in rhymes.' })
    await entitle({ system_prompts: [`widget:${id}`] })
    expect(await promptOf()).toMatch(/^Answer in rhymes\./u)
    await editWidget(id, 'Answer in prose.')
    expect(await promptOf()).toMatch(/^Answer in prose\./u)
    await editWidget(id, null)
    expect(await promptOf()).toMatch(/^You are the assistant/u)
  })

  it('and a change of the master prompt, also in a widget with another one', async () => {
    const embed_id = await widget({ system_prompt: 'Answer like a pirate.' })
    await entitle({ system_prompts: ['master'] })
    expect(await promptOf({ embed_id })).toMatch(/^You are the assistant/u)
    expect((await saveMaster('Answer like a nurse.')).status).toBe(200)
    expect(await promptOf({ embed_id })).toMatch(/^Answer like a nurse\./u)
    expect(await promptOf()).toMatch(/^Answer like a nurse\./u)
    await saveMaster(defaultLlmSettings.system_prompt)
  })

  it('a widget’s own prompt is kept where its id is in the list', async () => {
    const embed_id = await widget({ system_prompt: 'Answer like a sailor.' })
    await entitle({ system_prompts: ['master', `widget:${embed_id}`] })
    expect(await promptOf({ embed_id })).toMatch(/^Answer like a sailor\./u)
    expect(await promptOf()).toMatch(/^You are the assistant/u)
  })

  it('a deleted prompt falls back to the next of the list, and the last to the master prompt', async () => {
    const id = await widget({ system_prompt: 'Answer in verse.' })
    const embed_id = await widget({ system_prompt: 'Answer in capitals.' })
    const other = await widget({ system_prompt: 'Answer in Latin.' })
    await entitle({ system_prompts: [`widget:${id}`, `widget:${other}`] })
    await test.database.db.delete(configurators).where(eq(configurators.id, id))
    expect(await promptOf({ embed_id })).toMatch(/^Answer in Latin\./u)
    await test.database.db.delete(configurators).where(eq(configurators.id, other))
    expect(await promptOf({ embed_id })).toMatch(/^You are the assistant/u)
    const listed = await options()
    expect(listed.map((prompt) => prompt.id)).not.toContain(`widget:${id}`)
  })

  it('a text is stored as a prompt of its own, once, and listed while somebody is entitled to it', async () => {
    const text = `Answer kindly.\nAnd briefly, ${'in a few words '.repeat(600)}.`
    const { system_prompts: first } = await entitle({ system_prompts: [text] })
    expect(first).toEqual([expect.stringMatching(/^prompt:[0-9a-f-]{36}$/u)])
    const again = await save({ email: 'again@example.com', mode: 'merge', system_prompts: [text, text] })
    expect(again.system_prompts).toEqual(first)
    expect(await promptOf()).toMatch(/^Answer kindly\.\nAnd briefly/u)
    const own = { id: first[0], source: 'saved', name: 'Answer kindly.', text: text.trim() }
    expect(await options()).toContainEqual(own)
    await save({ email: 'again@example.com', mode: 'replace' })
    await entitle({})
    expect(await options()).not.toContainEqual(own)
  })

  it('a text that is a widget’s or the master prompt becomes the id of that one', async () => {
    const id = await widget({ system_prompt: 'Answer with a question.' })
    const given = ['Answer with a question.', defaultLlmSettings.system_prompt, '']
    expect((await entitle({ system_prompts: given })).system_prompts).toEqual([`widget:${id}`, 'master'])
  })

  it('of several saves of the same new text at once, all refer to one prompt', async () => {
    const text = 'Answer all together.'
    const saves = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        save({ email: `prompt-${name}@example.com`, mode: 'merge', system_prompts: [text] }),
      ),
    )
    expect(new Set(saves.flatMap(({ system_prompts: ids }) => ids)).size).toBe(1)
  })

  it('a text that an earlier release stores meanwhile is used as it is, and becomes an id with the next save', async () => {
    await entitle({})
    await test.database.db
      .update(entitlements)
      .set({ systemPrompts: ['Answer as before.'] })
      .where(eq(entitlements.email, person.user.email))
    expect(await promptOf()).toMatch(/^Answer as before\./u)
    const { system_prompts: ids } = await save({ email: person.user.email, mode: 'merge' })
    expect(ids).toEqual([expect.stringMatching(/^prompt:/u)])
    expect(await promptOf()).toMatch(/^Answer as before\./u)
  })
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
