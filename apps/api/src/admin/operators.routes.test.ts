import {
  knowledgeSearchSchema,
  routes,
  safetyEntriesSchema,
  safetyTryResultSchema,
} from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { longestStep } from '../../tests/measurement/longest-step.ts'
import { answerText, type ChatApp, firstOf, openChatApp, parseStream } from '../../tests/chat-app.ts'

const phrase = {
  phrase: 'glimmer stone dare',
  category: 'self_harm',
  severity: 'emergency',
  language: 'en',
  note: 'A dare of November',
} as const

const line = {
  name: 'Harbour night line',
  phone: '0800 111 222',
  url: null,
  region: 'US',
  languages: ['en'],
  categories: ['self_harm'],
  hours: 'Mon–Sun 18–6',
  source: 'https://help.example/numbers',
  checked: '2026-11-20',
} as const

const storedSchema = z.looseObject({ id: z.string(), version: z.number(), retired: z.boolean() })

let test: ChatApp
let admin: string
let adminEmail: string
beforeAll(async () => {
  test = await openChatApp({ demo: true })
  const user = await test.addUser({ role: 'admin' })
  adminEmail = user.email
  admin = await test.signIn(user)
})
afterAll(() => test.close())

const call = (method: string, path: string, body?: unknown) => test.send(method, path, body, admin)
async function saved(path: string, body: unknown) {
  const response = await call('POST', path, body)
  expect(response.status).toBe(200)
  return storedSchema.parse(await response.json())
}
const ask = async (text: string) => parseStream(await (await test.ask({ text })).text()).events
const hasNotice = async (text: string) => (await ask(text)).some(({ type }) => type === 'safety')

describe('phrases of operators', () => {
  it('raise a notice at once, and none after they are retired; the history brings them back', async () => {
    expect(await hasNotice('i did the glimmer stone dare')).toBe(false)
    const { id, version } = await saved('/api/admin/safety/phrases', phrase)
    const events = await ask('i did the glimer stone dare')
    expect(firstOf(events, 'safety').content).toMatchObject({ category: 'self_harm', severity: 'emergency' })
    expect(answerText(events)).toContain(firstOf(events, 'safety').content.title)

    await saved('/api/admin/safety/phrases', { ...phrase, id, version, retired: true })
    expect(await hasNotice('i did the glimmer stone dare')).toBe(false)
    const history = z
      .object({ items: z.array(z.looseObject({ version: z.number(), saved_by: z.string() })) })
      .parse(await (await call('GET', `/api/admin/operator-entries/${id}/history`)).json())
    expect(history.items.map(({ version: of, saved_by: by }) => [of, by])).toEqual([
      [2, adminEmail],
      [1, adminEmail],
    ])
    const restored = await call('POST', `/api/admin/operator-entries/${id}/restore`, {
      version: 1,
      base_version: 2,
    })
    expect(restored.status).toBe(200)
    expect(await hasNotice('i did the glimmer stone dare')).toBe(true)
    const audit = z
      .object({ items: z.array(z.looseObject({ action: z.string(), subject: z.string() })) })
      .parse(await (await call('GET', '/api/admin/audit?kind=safety_phrase')).json())
    expect(audit.items.map(({ action, subject }) => [action, subject])).toEqual([
      ['update', phrase.phrase],
      ['delete', phrase.phrase],
      ['create', phrase.phrase],
    ])
  })

  it('cannot switch off or remove what ships with the server', async () => {
    const before = safetyEntriesSchema.parse(await (await call('GET', '/api/admin/safety')).json())
    expect(before.shipped.rules).toBeGreaterThan(50)
    expect(before.shipped.lines.length).toBeGreaterThan(20)
    const methods = Object.values(routes)
      .filter(({ path }) => path.startsWith('/api/admin/safety'))
      .map(({ method }) => method)
    expect([...new Set(methods)].toSorted()).toEqual(['GET', 'POST'])
    expect(await hasNotice('i am going to kill myself tonight')).toBe(true)
  })

  it('of one common word are refused, with the reason at the field', async () => {
    const response = await call('POST', '/api/admin/safety/phrases', { ...phrase, phrase: 'water' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 'invalid',
      detail: [{ path: 'phrase', message: expect.stringContaining('common') }],
    })
  })

  it('are refused twice, and when somebody else has saved in the meantime', async () => {
    const own = { ...phrase, phrase: 'amber ladder game' }
    const { id } = await saved('/api/admin/safety/phrases', own)
    const twice = await call('POST', '/api/admin/safety/phrases', { ...own, phrase: 'Amber  LADDER game' })
    expect(twice.status).toBe(422)
    await saved('/api/admin/safety/phrases', { ...own, id, version: 1, note: 'first' })
    const late = await call('POST', '/api/admin/safety/phrases', { ...own, id, version: 1, note: 'second' })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      code: 'conflict',
      detail: { current: { id, version: 2, note: 'first', updated_by: adminEmail } },
    })
  })

  it('are tried before they are saved', async () => {
    const draft = { ...phrase, phrase: 'velvet anchor pact', severity: 'urgent' }
    const tryIt = async (body: object) =>
      safetyTryResultSchema.parse(await (await call('POST', '/api/admin/safety/try', body)).json())
    const result = await tryIt({ text: 'my brother made a velvet anchor pact', phrase: draft })
    expect(result.stored).toBeNull()
    expect(result.draft).toMatchObject({ category: 'self_harm', severity: 'urgent', phrase: draft.phrase })
    expect(result.draft?.notice.lines.length).toBeGreaterThan(0)
    expect(result.check).toEqual({ refusal: null, share: 0, examples: [] })
    const general = await tryIt({ text: 'hello', phrase: { ...draft, phrase: 'vitamin' } })
    expect(general.check?.refusal).toContain('harmless')
    expect(general.check?.examples.length).toBeGreaterThan(0)
    const shipped = await tryIt({ text: 'i am going to kill myself tonight' })
    expect(shipped).toMatchObject({ stored: { severity: 'emergency', phrase: null }, check: null })
    expect(await hasNotice('my brother made a velvet anchor pact')).toBe(false)
  })
})

describe('help lines of operators', () => {
  it('stand beside the shipped ones, after the emergency number', async () => {
    const shipped = firstOf(await ask('i am going to kill myself tonight'), 'safety').content.lines
    const { id } = await saved('/api/admin/safety/lines', line)
    const { lines } = firstOf(await ask('i am going to kill myself tonight'), 'safety').content
    expect(lines[0]).toEqual(shipped[0])
    expect(lines[1]).toEqual({
      label: 'Harbour night line (Mon–Sun 18–6)',
      phone: '0800 111 222',
      url: null,
      region: 'US',
    })
    expect(lines.filter(({ phone }) => phone !== line.phone)).toEqual(shipped)
    const other = firstOf(await ask('me quiero suicidar esta noche'), 'safety').content.lines
    expect(other.some(({ phone }) => phone === line.phone)).toBe(false)
    await saved('/api/admin/safety/lines', { ...line, id, retired: true })
    expect(firstOf(await ask('i am going to kill myself tonight'), 'safety').content.lines).toEqual(shipped)
  })

  it.each([
    [{ phone: 'call us' }, 'phone'],
    [{ phone: null, url: null }, 'phone'],
    [{ region: 'Spain' }, 'region'],
    [{ source: 'javascript:alert(1)' }, 'source'],
    [{ url: 'tel:112' }, 'url'],
    [{ checked: 'yesterday' }, 'checked'],
  ])('are refused with %o', async (fields, path) => {
    const response = await call('POST', '/api/admin/safety/lines', { ...line, name: 'Another', ...fields })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: [{ path }] })
  })
})

describe('synonyms of a brand', () => {
  const find = async (q: string, filters = '') =>
    knowledgeSearchSchema.parse(
      await (await call('GET', `/api/admin/knowledge/search?q=${encodeURIComponent(q)}${filters}`)).json(),
    )
  const synonyms = '/api/admin/knowledge/synonyms'

  it('find at once what is written with the other words, in both directions', async () => {
    expect((await find('dreamglow')).results).toEqual([])
    await saved(synonyms, { term: 'dreamglow', synonyms: ['melatonin'], language: 'en' })
    const found = await find('what is dreamglow?')
    expect(found.results[0]?.title.toLowerCase()).toContain('melatonin')
    expect(found.results[0]?.matched).toContain('dreamglow')
    expect(found.terms).toContainEqual(
      expect.objectContaining({ asked: 'dreamglow', known: true, alternatives: ['dreamglow', 'melatonin'] }),
    )
  })

  it('of a client are used for that client alone', async () => {
    const { id: client } = await test.addUser({ role: 'client' })
    await saved(synonyms, { term: 'bonebright', synonyms: ['calcium'], client_id: client })
    expect((await find('bonebright')).results).toEqual([])
    expect((await find('bonebright', `&client_id=${client}`)).results.length).toBeGreaterThan(0)
    const unknown = await call('POST', synonyms, {
      term: 'x y',
      synonyms: ['z'],
      client_id: crypto.randomUUID(),
    })
    expect(unknown.status).toBe(422)
  })

  it('are imported from CSV: new, changed and unchanged rows, and the lines that are refused', async () => {
    const csv = 'term,synonyms,language\nmoonmix,"magnesium; ""mag"" drink",en\nironup,iron,\nnothing,,en\n'
    const imported = await call('POST', `${synonyms}/import`, { csv })
    expect(await imported.json()).toEqual({
      added: 2,
      updated: 0,
      unchanged: 0,
      failures: [{ line: 4, reason: expect.stringContaining('synonyms') }],
    })
    const again = await call('POST', `${synonyms}/import`, { csv: 'moonmix,magnesium,en\nironup,iron\n' })
    expect(await again.json()).toEqual({ added: 0, updated: 1, unchanged: 1, failures: [] })
    expect((await find('ironup')).results.length).toBeGreaterThan(0)
  })

  it('of a file with more rows than can be stored are refused before one is read', async () => {
    const csv = 'a,b,en\n'.repeat(70_000)
    const send = () => call('POST', `${synonyms}/import`, { csv })
    const refused = await send()
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { detail: [{ path: 'csv', message: 'The file has more than 2001 rows.' }] },
    ])
    const steps: number[] = []
    for (let attempt = 0; attempt < 6 && Math.min(...steps) >= 50; attempt += 1) {
      steps.push(await longestStep(send))
    }
    expect(Math.min(...steps)).toBeLessThan(50)
  })

  it('the test search shows threshold, products, language and the safety outcome', async () => {
    const found = await find('how much magnesium should I take at night?')
    expect(found.covered).toBe(found.coverage >= found.threshold)
    expect(found.question_language).toBe('en')
    expect(found.safety).toBeNull()
    expect(found.results.some(({ in_answer: isUsed }) => isUsed)).toBe(true)
    expect((await find('which magnesium can I buy?')).products.length).toBeGreaterThan(0)
    const danger = await find('i took 30 magnesium pills an hour ago')
    expect(danger.safety).toMatchObject({ category: 'overdose' })
    expect(danger.products).toEqual([])
  })
})
