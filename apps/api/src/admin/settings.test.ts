import {
  auditLogSchema,
  debugDecisionSchema,
  errorBodySchema,
  llmSettingsHistorySchema,
  storedLlmSettingsSchema,
  toolsSchema,
} from '@org/api-client/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerText, type ChatApp, openChatApp, parseStream } from '../../tests/chat-app.ts'
import { createScriptedModel } from '../../tests/scripted-model.ts'
import { startTestRedis } from '../../tests/services.ts'
import { onePixel } from '../../tests/pictures.ts'
import { llmSettingsVersions } from '../db/schema/admin.ts'
import { openRedis, type RedisConnection } from '../platform/process/redis.ts'
import { createSettingsCache } from '../settings/settings-cache.ts'

const service = await startTestRedis()
const path = '/api/admin/llm-settings'
const model = createScriptedModel()
/** Answers the question that checks a name before it is saved. */
const checked = createScriptedModel(() => Promise.resolve('OK'))
const named: string[] = []
let test: ChatApp
let admin: string
let other: { email: string; cookie: string }

beforeAll(async () => {
  test = await openChatApp({
    demo: true,
    model,
    runtime: {
      modelNamed(name) {
        named.push(name)
        return { ...model, doGenerate: (options) => checked.doGenerate(options) }
      },
    },
  })
  admin = await test.signIn(await test.addUser({ role: 'admin' }))
  const person = await test.addUser({ role: 'admin' })
  other = { email: person.email, cookie: await test.signIn(person) }
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.database.db.delete(llmSettingsVersions)
  await test.runtime.settings.forget()
})

const read = async () => storedLlmSettingsSchema.parse(await (await test.get(path, admin)).json())
const save = (body: object, cookie = admin) => test.send('POST', path, body, cookie)
const saved = async (body: object, cookie = admin) => {
  const response = await save(body, cookie)
  expect(response.status).toBe(200)
  return storedLlmSettingsSchema.parse(await response.json())
}
const history = async (query = '') =>
  llmSettingsHistorySchema.parse(await (await test.get(`${path}/history${query}`, admin)).json())

/** Returns the model's input for a question. */
async function asked(body: object = {}) {
  const hears = model.asked()
  const answer = test.ask({ text: 'How much magnesium does an adult need?', ...body })
  await hears
  model.say('Done.')
  model.end()
  const { events } = parseStream(await (await answer).text())
  expect(answerText(events)).toBe('Done.')
  const call = model.calls.at(-1)
  return { ...call, system: call?.prompt[0]?.content, names: call?.tools?.map(({ name }) => name) }
}

describe('the master settings', () => {
  it('are the defaults before anybody has saved: temperature 0.6, thinking lines 5, search_knowledge, both switches on', async () => {
    expect(await read()).toMatchObject({
      version: 0,
      updated_at: null,
      updated_by: null,
      temperature: 0.6,
      thinking_lines: 5,
      search_tool_name: 'search_knowledge',
      search_tool_use_prev_context: true,
      search_tool_expand_short: true,
    })
  })

  it('keep what a save leaves out', async () => {
    await saved({ system_prompt: 'Be brief.', search_tool_schema: {} })
    const { version, ...settings } = await saved({ temperature: 1.3 })
    expect(version).toBe(2)
    expect(settings).toMatchObject({
      system_prompt: 'Be brief.',
      temperature: 1.3,
      search_tool_schema: {},
      thinking_lines: 5,
    })
    expect(await read()).toEqual({ version, ...settings })
  })

  it.each([
    [{ temperature: 2.1 }, 'temperature'],
    [{ temperature: -0.1 }, 'temperature'],
    [{ thinking_lines: 0 }, 'thinking_lines'],
    [{ thinking_lines: 21 }, 'thinking_lines'],
    [{ thinking_lines: 2.5 }, 'thinking_lines'],
    [{ search_tool_schema: 'x' }, 'search_tool_schema'],
    [{ search_tool_schema: [] }, 'search_tool_schema'],
    [{ search_tool_name: 'two words' }, 'search_tool_name'],
    [{ system_prompt: 'x'.repeat(32_001) }, 'system_prompt'],
  ])('refuse %j', async (body, field) => {
    const response = await save(body)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: [{ path: field }] })
    expect((await read()).version).toBe(0)
  })

  it.each([{ temperature: 0 }, { temperature: 2 }, { thinking_lines: 1 }, { thinking_lines: 20 }])(
    'take %j',
    async (body) => {
      expect(await saved(body)).toMatchObject(body)
    },
  )

  it('have no new version where nothing changes', async () => {
    expect((await saved({ temperature: 0.6 })).version).toBe(0)
  })

  it('have the default name of the tool in the place of an empty one', async () => {
    expect(await saved({ search_tool_name: '' })).toMatchObject({ search_tool_name: 'search_knowledge' })
  })
})

describe('a save on top of another one', () => {
  it('answers 409 and shows both versions', async () => {
    const { version } = await saved({ system_prompt: 'First.' })
    await saved({ system_prompt: 'Second.', base_version: version }, other.cookie)
    const response = await save({ system_prompt: 'Late.', base_version: version })
    expect(response.status).toBe(409)
    const { code, detail } = errorBodySchema.parse(await response.json())
    expect(code).toBe('conflict')
    expect(detail).toMatchObject({
      current: { system_prompt: 'Second.', version: 2, updated_by: other.email },
    })
    expect((await read()).system_prompt).toBe('Second.')
  })

  it('lets one of several at once through, and all of those that name no version', async () => {
    const answers = await Promise.all(
      [0.1, 0.2, 0.3].map((temperature) => save({ temperature, base_version: 0 })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    await Promise.all([0.4, 0.5, 0.6].map((temperature) => saved({ temperature })))
    expect((await read()).version).toBe(4)
  })
})

describe('the history of the settings', () => {
  it('tells who saved what and when, the newest first, page by page', async () => {
    await saved({ temperature: 0.1 })
    await saved({ temperature: 0.2 }, other.cookie)
    await saved({ temperature: 0.3 })
    const first = await history('?limit=2')
    expect(first.items).toMatchObject([
      { version: 3, settings: { temperature: 0.3 } },
      { version: 2, saved_by: other.email, restored_from: null, settings: { temperature: 0.2 } },
    ])
    const rest = await history(`?limit=2&cursor=${first.next_cursor}`)
    expect(rest).toMatchObject({
      items: [{ version: 1 }, { version: 0, saved_at: null, saved_by: null, settings: { temperature: 0.6 } }],
      next_cursor: null,
    })
    expect((await history('?limit=3')).next_cursor).toBe('1')
    expect((await history('?limit=3&cursor=1')).items).toMatchObject([{ version: 0 }])
    expect((await test.get(`${path}/history?cursor=x`, admin)).status).toBe(400)
  })

  it('brings an earlier version back as a new one', async () => {
    await saved({ temperature: 0.1, system_prompt: 'Old.' })
    await saved({ temperature: 0.2, system_prompt: 'New.' })
    const restore = (body: object) => test.send('POST', `${path}/restore`, body, admin)
    expect((await restore({ version: 1, base_version: 1 })).status).toBe(409)
    expect((await restore({ version: 9 })).status).toBe(404)
    const restored = storedLlmSettingsSchema.parse(
      await (await restore({ version: 1, base_version: 2 })).json(),
    )
    expect(restored).toMatchObject({ version: 3, temperature: 0.1, system_prompt: 'Old.' })
    expect((await history()).items[0]).toMatchObject({ version: 3, restored_from: 1 })
  })

  it('begins with the defaults, which can be brought back, too', async () => {
    expect((await history()).items).toMatchObject([{ version: 0 }])
    await saved({ temperature: 0.1, system_prompt: 'Mine.' })
    const [, defaults] = (await history()).items
    const answer = await test.send('POST', `${path}/restore`, { version: 0, base_version: 1 }, admin)
    expect(storedLlmSettingsSchema.parse(await answer.json())).toMatchObject({
      ...defaults?.settings,
      version: 2,
    })
    expect((await history()).items[0]).toMatchObject({ version: 2, restored_from: 0 })
  })

  it('stands in the audit log, with what changed', async () => {
    await saved({ temperature: 0.1 })
    await saved({ temperature: 0.2, thinking_lines: 7 }, other.cookie)
    const log = auditLogSchema.parse(await (await test.get('/api/admin/audit?limit=1', admin)).json())
    expect(log.items).toMatchObject([{ actor: other.email, action: 'update', kind: 'llm_settings' }])
    expect(log.items[0]?.changes).toEqual([
      { field: 'temperature', before: 0.1, after: 0.2 },
      { field: 'thinking_lines', before: 5, after: 7 },
    ])
  })
})

describe('the chat uses', () => {
  it('the system prompt and the inline tag prompt, and the image prompt where there are images', async () => {
    await saved({
      system_prompt: 'Be a pirate.',
      inline_tag_prompt: 'Mark sources.',
      image_desc_prompt: 'Look closely.',
    })
    // The instructions for language and safety follow.
    const next = '\n\nAnswer in English, the language of the question. '
    expect((await asked()).system).toContain(`Be a pirate.\n\nMark sources.${next}`)
    const images = [{ data: onePixel.toString('base64'), name: 'a.gif' }]
    const { system } = await asked({ images })
    expect(system).toContain(`Be a pirate.\n\nMark sources.${next}`)
    expect(system).toContain('\n\nLook closely.\n\nSafety')
  })

  it('the conversation title prompt, where a model names conversations', async () => {
    const scripted = createScriptedModel(() => Promise.resolve('Magnesium'))
    const told: unknown[] = []
    const app = await openChatApp({
      database: test.database,
      model: {
        ...scripted,
        async doGenerate(call) {
          told.push(call.prompt[0]?.content)
          return scripted.doGenerate(call)
        },
      },
    })
    await saved({ conv_title_prompt: 'Name it in one word.' })
    const hears = scripted.asked()
    const answer = app.ask({ text: 'How much magnesium?' }, (await test.signedIn()).cookie)
    await hears
    scripted.say('Done.')
    scripted.end()
    await (await answer).text()
    await expect.poll(() => told).toEqual(['Name it in one word.'])
    await app.close()
  })

  it('the model and the temperature', async () => {
    expect(await asked()).toMatchObject({ temperature: 0.6 })
    expect(named).toEqual([])
    await saved({ gemini_model: 'gemini-next', temperature: 1.5 })
    expect(await asked()).toMatchObject({ temperature: 1.5 })
    expect(named).toContain('gemini-next')
  })

  it('the search tool by its name, description and schema, and its two switches', async () => {
    const [first] = (await asked()).tools ?? []
    expect(first).toMatchObject({
      name: 'search_knowledge',
      inputSchema: { required: ['query'] },
      description: expect.stringMatching(/Take up what earlier messages say.*Spell a short/u),
    })
    const schema = { properties: { topic: { type: 'string' } }, required: ['topic'] }
    await saved({
      search_tool_name: 'find_it',
      search_tool_description: 'Finds it.',
      search_tool_schema: schema,
      search_tool_use_prev_context: false,
      search_tool_expand_short: false,
    })
    const { tools } = await asked()
    expect(tools).toMatchObject([
      { name: 'find_it', inputSchema: { type: 'object', ...schema } },
      { name: 'search_products' },
    ])
    expect(tools?.[0]).toMatchObject({
      description: expect.stringMatching(
        /^Finds it\. Write the query from the last message alone.*as it was/u,
      ),
    })
    expect(toolsSchema.parse(await (await test.get('/api/tools')).json()).tools).toEqual([
      { name: 'find_it', description: 'Finds it.' },
    ])
    expect((await asked({ tools: ['search_knowledge'] })).names).toBeUndefined()
    expect((await asked({ tools: ['find_it'] })).names).toEqual(['find_it'])
  })
})

describe('the cache of about 15 minutes', () => {
  it('keeps the settings so long, and a save ends it', async () => {
    const { db } = test.database
    let now = 0
    const [here, elsewhere] = [createSettingsCache({ db, now: () => now }), test.runtime.settings]
    expect((await here.current()).temperature).toBe(0.6)
    await saved({ temperature: 0.9 })
    expect((await elsewhere.current()).temperature).toBe(0.9)
    now = 15 * 60_000 - 1
    expect((await here.current()).temperature).toBe(0.6)
    now += 1
    expect((await here.current()).temperature).toBe(0.9)
    await saved({ temperature: 1.1 })
    await here.forget()
    expect((await here.current()).temperature).toBe(1.1)
  })
})

describe.skipIf(service === undefined)('instances that share their Redis', () => {
  const connections: RedisConnection[] = []
  const connect = async () => {
    const redis = await openRedis({ url: service?.url ?? '' }, pino({ level: 'silent' }))
    connections.push(redis)
    return redis
  }
  afterAll(async () => {
    for (const connection of connections) if (connection.isOpen) connection.destroy()
    await service?.stop()
  })

  it('learn of a save at once, and live on their copy while Redis is away', async () => {
    const { db } = test.database
    const redis = await connect()
    const here = createSettingsCache({ db, redis })
    const elsewhere = createSettingsCache({ db, redis: await connect() })
    expect((await here.current()).temperature).toBe(0.6)
    await saved({ temperature: 0.8 })
    expect((await here.current()).temperature).toBe(0.6)
    await elsewhere.forget()
    expect((await here.current()).temperature).toBe(0.8)
    await saved({ temperature: 0.9 })
    redis.destroy()
    expect((await here.current()).temperature).toBe(0.8)
    await here.forget()
    expect((await here.current()).temperature).toBe(0.9)
  })

  it('learn of a save that an instance has stored while it could not reach Redis', async () => {
    const { db } = test.database
    const redis = await connect()
    const here = createSettingsCache({ db, redis: await connect() })
    const elsewhere = createSettingsCache({ db, redis })
    await saved({ temperature: 0.5 })
    await elsewhere.forget()
    expect((await here.current()).temperature).toBe(0.5)
    redis.destroy()
    await saved({ temperature: 0.7 })
    await elsewhere.forget()
    expect((await here.current()).temperature).toBe(0.5)
    await redis.connect()
    expect((await elsewhere.current()).temperature).toBe(0.7)
    expect((await here.current()).temperature).toBe(0.7)
  })

  it('learn of a save after a restart of Redis, which forgets earlier ones', async () => {
    const { db } = test.database
    const redis = await connect()
    await redis.flushAll()
    const here = createSettingsCache({ db, redis })
    const elsewhere = createSettingsCache({ db, redis: await connect() })
    await saved({ temperature: 0.3 })
    await elsewhere.forget()
    expect((await here.current()).temperature).toBe(0.3)
    await redis.flushAll()
    await saved({ temperature: 0.4 })
    await elsewhere.forget()
    expect((await here.current()).temperature).toBe(0.4)
  })
})

describe('LLM Debug', () => {
  let local: ChatApp
  beforeAll(async () => {
    local = await openChatApp({ database: test.database })
  })
  const debug = async (body: object) => {
    const response = await local.send('POST', '/api/tools/debug-decision', body, admin)
    expect(response.status).toBe(200)
    return debugDecisionSchema.parse(await response.json())
  }
  const conversation = [
    { role: 'user', content: 'How much iron does an adult need?' },
    { role: 'assistant', content: 'Adult men need 8 mg [1].' },
  ]

  it('tells the derived query, the tool, its arguments, the result and the timings', async () => {
    const decision = await debug({ query: 'How much magnesium does an adult need?' })
    expect(decision).toMatchObject({
      rpc_query: 'How much magnesium does an adult need?',
      tool: 'search_knowledge',
      arguments: { query: 'How much magnesium does an adult need?' },
      answer: null,
    })
    expect(JSON.stringify(decision.result)).toContain('Magnesium')
    expect(Object.keys(decision.timings).toSorted()).toEqual(['decision', 'search', 'total'])
  })

  it('takes a conversation along, as far as the settings let it', async () => {
    const query = 'and for women?'
    expect((await debug({ query, conversation })).rpc_query).toMatch(/iron.*women/u)
    for (const setting of ['search_tool_use_prev_context', 'search_tool_expand_short']) {
      const settings = { [setting]: false }
      expect((await debug({ query, conversation, settings })).rpc_query).toBe('and for women?')
    }
    const pronoun = { query: 'Is it safe at night?', conversation }
    const { rpc_query: resolved } = await debug({ ...pronoun, settings: { search_tool_expand_short: false } })
    expect(resolved).toContain('iron')
  })

  it('calls no tool that is not checked', async () => {
    expect(await debug({ query: 'How much iron?', tools: ['another_tool'] })).toMatchObject({
      rpc_query: '',
      tool: null,
      result: null,
    })
  })

  it('tries unsaved settings, with the answer, and saves nothing', async () => {
    const settings = { search_tool_name: 'draft_tool' }
    const decision = await debug({ query: 'How much iron does an adult need?', settings, answer: true })
    expect(decision.tool).toBe('draft_tool')
    expect(decision.answer).toContain('iron')
    expect((await read()).version).toBe(0)
  })

  it('says in plain words that the model failed', async () => {
    const response = await test.send('POST', '/api/tools/debug-decision', { query: 'Iron?' }, admin)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      error: 'The assistant could not finish its answer. Please try again.',
    })
  })
})
