import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  chatLimits,
  contentLimits,
  conversationImportResponseSchema,
  routes,
  shareCreatedSchema,
} from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEventLoopProbe, type EventLoopProbe } from './event-loop-probe.ts'
import { killPrograms, openBrowser, startProgram, startServerProcess } from '../server-process.ts'
import { openDatabase } from '../../src/db/database.ts'
import { snapshotLimits } from '../../src/shares/branch.store.ts'
import { startTestPostgres } from '../services.ts'

/** Milliseconds that one synchronous step of any request may take. */
const budgetMs = 50
// Other processes on the machine only ever add to a measurement: the least of several counts.
const attempts = 6

const most = {
  QUESTIONS_PER_MINUTE: '1000000',
  QUESTIONS_PER_DAY: '1000000',
  TOKENS_PER_DAY: '1000000000',
  ANSWERS_AT_ONCE: '1000000',
}
const unlimited = Object.fromEntries([
  ['USER_CHANGES_PER_MINUTE', '1000000'],
  ['USER_CONVERSATIONS_PER_MINUTE', '1000000'],
  ['USER_SEARCHES_PER_MINUTE', '1000000'],
  ['USER_IMPORTS_PER_HOUR', '1000000'],
  ['USER_STORAGE_MB', '1000000'],
  ['CLIENT_EDITS_PER_MINUTE', '1000000'],
  ['CLIENT_CONTENT_MB', '1000000'],
  ...['USER', 'GUEST', 'ADDRESS'].flatMap((who) =>
    Object.entries(most).map(([measure, count]) => [`${who}_${measure}`, count]),
  ),
])

const pieces = [
  '<details ',
  '<details>',
  '<product',
  '[1, ',
  '[1,2]',
  'what ',
  'what do ',
  'do is are ',
  ' ',
  '\n',
  ', ',
  ', and ',
  '.',
  'a',
  '𝒜',
  '“',
  'Following “',
  'magnesium ',
  // Letters of words that no dictionary of the server splits.
  '한',
  'ไ',
  'म',
  // Combining marks of two classes in turn, which Unicode normalization has to sort.
  '\u0301\u0323',
]

const postgres = await startTestPostgres()

describe.skipIf(postgres === undefined)('the event loop', () => {
  let probe: EventLoopProbe
  let url: string
  let user: ReturnType<typeof openBrowser>
  let guest: ReturnType<typeof openBrowser>
  beforeAll(async () => {
    const database = { DATABASE_URL: postgres?.url ?? '' }
    probe = await createEventLoopProbe()
    const server = startServerProcess({ ...database, ...unlimited, ...probe.environment, LOG_LEVEL: 'info' })
    url = await server.ready
    const content = startProgram('cli/import-content', [join(import.meta.dirname, '../../demo')], database)
    await content.exited
    user = openBrowser(url)
    guest = openBrowser(url)
    const account = { email: 'person@example.com', password: 'a phrase of some length' }
    await user.post('/api/signup', account)
  }, 120_000)
  afterAll(async () => {
    await killPrograms()
    await postgres?.stop()
  })

  /** Milliseconds of the longest step that the server takes for a request and its answer. */
  async function stepOf(send: () => Promise<Response>): Promise<number> {
    const steps: number[] = []
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await probe.longestStep()
      const response = await send()
      await response.arrayBuffer()
      // A refusal for too many requests would measure nothing.
      expect([429, 500]).not.toContain(response.status)
      steps.push(await probe.longestStep())
      if (Math.min(...steps) < budgetMs) break
    }
    return Math.min(...steps)
  }

  /** The requests during which the event loop stands still for too long, with the milliseconds. */
  async function tooLong(requests: Record<string, () => Promise<Response>>): Promise<Record<string, number>> {
    const long: Record<string, number> = {}
    for (const [name, send] of Object.entries(requests)) {
      const step = await stepOf(send)
      if (step >= budgetMs) long[name] = step
    }
    return long
  }

  const fill = (piece: string, length: number) => piece.repeat(length / piece.length)
  const each = (send: (piece: string) => Promise<Response>) =>
    Object.fromEntries(pieces.map((piece) => [piece, () => send(piece)]))

  it('stands still for no question, however its text repeats itself', async () => {
    const long = await tooLong(
      each((piece) => guest.post('/api/chat', { text: fill(piece, chatLimits.textCharacters) || '?' })),
    )
    expect(long).toEqual({})
  }, 300_000)

  it('stands still for no history of a guest', async () => {
    const long = await tooLong(
      each((piece) => {
        const content = fill(piece, 80_000)
        const conversation = Array.from({ length: chatLimits.historyItems }, (_, index) => ({
          role: index % 2 === 0 ? 'user' : 'assistant',
          content: index === 0 ? 'What helps me sleep?' : content,
        }))
        return guest.post('/api/chat', { text: 'And for women?', conversation })
      }),
    )
    expect(long).toEqual({})
  }, 300_000)

  it('stands still for no history whose last answer is the longest', async () => {
    const long = await tooLong(
      each((piece) => {
        const content = fill(piece, chatLimits.messageCharacters - 100)
        const conversation = [
          { role: 'user', content: 'What helps me sleep?' },
          { role: 'assistant', content },
        ]
        return guest.post('/api/chat', { text: 'Tell me more', conversation })
      }),
    )
    expect(long).toEqual({})
  }, 300_000)

  it('stands still for no large body', async () => {
    const photo = await sharp(randomBytes(2600 * 2000 * 3), {
      raw: { width: 2600, height: 2000, channels: 3 },
    })
      .jpeg({ quality: 60 })
      .toBuffer()
    expect(photo.length).toBeGreaterThan(2_000_000)
    expect(photo.length).toBeLessThan(chatLimits.imageBytes)
    const picture = photo.toString('base64')
    const json = (path: string, body: string) => () =>
      fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const long = await tooLong({
      images: json(
        '/api/chat',
        JSON.stringify({ text: '?', images: Array.from({ length: 8 }, () => ({ data: picture })) }),
      ),
      'one text': json('/api/chat', JSON.stringify({ text: 'x'.repeat(60_000_000) })),
      'one text of other letters': json('/api/chat', JSON.stringify({ text: 'é'.repeat(15_000_000) })),
      'white space': json('/api/chat', `{"text":"?"${' '.repeat(15_000_000)}}`),
      'escaped quotes': json('/api/chat', `{"text":"${'\\"'.repeat(7_000_000)}"}`),
      'escaped quotes in texts that are not refused': json(
        '/api/chat',
        `{"text":"${'\\"'.repeat(4_000_000)}","conversation":"${'\\"'.repeat(4_000_000)}"}`,
      ),
      'escaped backslashes': json('/api/chat', `{"text":"${'\\\\'.repeat(7_000_000)}"}`),
      'half surrogate pairs': json('/api/chat', JSON.stringify({ text: '\uD800'.repeat(1_000_000) })),
      'texts of half surrogate pairs': json(
        '/api/chat',
        JSON.stringify({ text: '?', tools: Array.from({ length: 250 }, () => '\uD800'.repeat(10_000)) }),
      ),
      'names of half surrogate pairs': json(
        '/api/chat',
        JSON.stringify({ text: '?', tools: Array.from({ length: 14_000 }, () => '\uD800'.repeat(150)) }),
      ),
      'texts of 60 KB': json(
        '/api/chat',
        JSON.stringify({ text: '?', tools: Array.from({ length: 250 }, () => 'é'.repeat(30_000)) }),
      ),
      'empty objects': json('/api/chat', `{"text":"?","tools":[${'{},'.repeat(14_000)}{}]}`),
      'empty messages': json('/api/chat', `{"text":"?","conversation":[${'{},'.repeat(14_000)}{}]}`),
    })
    expect(long).toEqual({})
  }, 300_000)

  it('stands still for no import', async () => {
    const message = { role: 'user', content: 'x'.repeat(300), created_at: '2026-11-21T09:30:00.000Z' }
    const { importedConversations, importedMessages } = chatLimits
    const messages = Array.from({ length: importedMessages / importedConversations }, () => message)
    const conversations = Array.from({ length: importedConversations }, () => ({
      title: 'A title',
      messages,
    }))
    const longMessage = { ...message, content: fill('<details ', chatLimits.messageCharacters) }
    expect((await user.get('/api/conversations')).status).toBe(200)
    const long = await tooLong({
      many: () => user.post('/api/conversations/import', { conversations }),
      long: () =>
        user.post('/api/conversations/import', {
          conversations: [
            { title: '𝒜'.repeat(1_000_000), messages: Array.from({ length: 40 }, () => longMessage) },
          ],
        }),
      broken: () =>
        user.post('/api/conversations/import', {
          conversations: Array.from({ length: 50 }, () => ({
            messages: Array.from({ length: 70 }, () => ({ role: 1, content: 2, created_at: 3 })),
          })),
        }),
    })
    expect(long).toEqual({})
  }, 300_000)

  it('stands still for no shared conversation, and no reader of its link', async () => {
    const person = openBrowser(url)
    await person.post('/api/signup', { email: 'sharer@example.com', password: 'a phrase of some length' })
    const { messages: most, bytes } = snapshotLimits
    const evidence = {
      products: [],
      citations: Array.from({ length: 1 }, (_, index) => ({
        citation_num: index + 1,
        title: 'A title',
        url: `https://example.com/${'path/'.repeat(20)}${index}`,
        quote: 'é'.repeat(600),
        citation_string: 'A title',
        heading: 'A heading',
        publisher: 'A publisher',
        language: 'en',
      })),
    }
    const database = await openDatabase({ url: postgres?.url ?? '' })
    const links = new Map<string, { id: string; token: string }>()
    const requests: Record<string, () => Promise<Response>> = {}
    for (const piece of ['word ', 'é', '𝒜', '\uD800', 'a@b.example ', 'I am Ana ', '1234567 ']) {
      // The rest is for the evidence, and for what the redaction adds.
      const content = piece.repeat((bytes / most - 1300) / Buffer.byteLength(piece))
      const messages = Array.from({ length: most }, (_, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      }))
      const imported = await person.post('/api/conversations/import', {
        conversations: [{ title: piece, messages }],
      })
      const [id] = conversationImportResponseSchema.parse(await imported.json()).ids
      await database.db.execute(sql`
        update messages set tool_context = ${JSON.stringify(evidence)}::jsonb
        where conversation_id = ${id} and role = 'assistant'`)
      const share = async () => {
        const response = await person.post(`/api/conversations/${id}/share`, {})
        expect([piece, response.status]).toEqual([piece, 200])
        const created = shareCreatedSchema.parse(await response.clone().json())
        links.set(piece, { id: created.share.id, token: created.url.split('/').at(-1) ?? '' })
        return response
      }
      const done = async (sent: Promise<Response>) => {
        const response = await sent
        expect(response.status).toBe(200)
        return response
      }
      requests[`share: ${piece}`] = share
      requests[`update: ${piece}`] = () =>
        done(person.send('PATCH', `/api/shares/${links.get(piece)?.id}`, {}))
      requests[`read: ${piece}`] = () => done(fetch(`${url}/api/shared/${links.get(piece)?.token}`))
    }
    await database.close()
    expect(await tooLong(requests)).toEqual({})
  }, 300_000)

  it('stands still for no content of a client', async () => {
    const account = { email: 'client@brand.example', password: 'a phrase of some length' }
    const client = openBrowser(url)
    await client.post('/api/signup', account)
    const database = { DATABASE_URL: postgres?.url ?? '' }
    await startProgram('cli/admin', ['set-role', account.email, 'client'], database).exited
    expect((await client.post('/api/login', account)).status).toBe(200)
    const knowledge = '/api/admin/knowledge'
    const article = { title: 'Zinc', author: 'Kitchen', status: 'published', body: '𝒜'.repeat(100_000) }
    const words = Array.from({ length: contentLimits.words }, () => '𝒜'.repeat(100))
    const product = {
      unit_amount: 1,
      currency: 'EUR',
      url: 'https://shop.example/',
      description: '𝒜'.repeat(contentLimits.descriptionCharacters / 2),
      topics: words,
      keywords: words,
    }
    const stored = await client.post(`${knowledge}/articles`, article)
    const { id } = Object(await stored.json())
    for (let version = 1; version <= 12; version += 1) {
      const body = `${version}${'𝒜'.repeat(99_000)}`
      const saved = { ...article, status: 'draft', body, version }
      expect((await client.send('PUT', `${knowledge}/articles/${id}`, saved)).status).toBe(200)
    }
    for (let index = 0; index < 30; index += 1) {
      const added = await client.post(`${knowledge}/products`, { ...product, name: `Zinc ${index}` })
      expect(added.status).toBe(200)
    }
    const texts = {
      headings: '## Zinc\nIt is.\n'.repeat(contentLimits.passages),
      'one line': 'zinc '.repeat(20_000),
      'many headings': '## a\nb\n'.repeat(14_000),
      'many marks': '## '.repeat(33_000),
      'one word': 'zinc'.repeat(25_000),
      initials: 'A. '.repeat(33_000),
    }
    const bodies = Object.entries(texts).flatMap(([name, body]) => [
      [`save: ${name}`, () => client.post(`${knowledge}/articles`, { ...article, body })] as const,
      [
        `preview: ${name}`,
        () => client.post(`${knowledge}/articles/preview`, { title: 'Zinc', body }),
      ] as const,
    ])
    const long = await tooLong({
      versions: () => client.get(`${knowledge}/articles/${id}/versions?limit=100`),
      articles: () => client.get(`${knowledge}/articles?limit=100`),
      products: () => client.get(`${knowledge}/products?limit=100`),
      search: () => client.get(`${knowledge}/articles?q=${encodeURIComponent('%_'.repeat(100))}`),
      ...Object.fromEntries(bodies),
    })
    expect(long).toEqual({})
  }, 300_000)

  it('stands still for no large body that an administrator may send', async () => {
    const account = { email: 'admin@brand.example', password: 'a phrase of some length' }
    const admin = openBrowser(url)
    await admin.post('/api/signup', account)
    const database = { DATABASE_URL: postgres?.url ?? '' }
    await startProgram('cli/admin', ['set-role', account.email, 'admin'], database).exited
    expect((await admin.post('/api/login', account)).status).toBe(200)
    const names = Array.from({ length: chatLimits.names }, (_, index) => `${index} ${'𝒜'.repeat(90)}`)
    const approved = {
      client_id: null,
      status: 'draft',
      language: 'en',
      variants: Array.from({ length: 20 }, (_, index) => `${index} ${fill('not zinc ', 280)}`),
      answer: fill('- zinc\n', 7900),
      citations: [],
      reviewer: 'Kitchen',
      reviewed_at: '2026-11-20',
      expires_at: '2027-11-20',
    }
    const long = await tooLong({
      'synonyms: many rows': () =>
        admin.post('/api/admin/knowledge/synonyms/import', { csv: fill('a,b,en\n', 490_000) }),
      'synonyms: many words': () =>
        admin.post('/api/admin/knowledge/synonyms/import', { csv: `zinc,${fill('a;', 490_000)},en` }),
      'synonyms: one cell': () =>
        admin.post('/api/admin/knowledge/synonyms/import', { csv: fill('"', 490_000) }),
      widget: () =>
        admin.post('/api/admin/configurators', {
          name: 'Large',
          system_prompt: '𝒜'.repeat(50_000),
          allowed_tools: names,
          allowed_authors: names,
          allowed_origins: Array.from({ length: 200 }, (_, index) => `https://site-${index}.example`),
        }),
      entitlements: () =>
        admin.post('/api/admin/entitlements', {
          email: account.email,
          mode: 'replace',
          allowed_tools: names,
          allowed_authors: names,
        }),
      'approved answer': () =>
        admin.post('/api/admin/approved-answers', { ...approved, question: `Zinc ${crypto.randomUUID()}?` }),
      'safety check': () => admin.post('/api/admin/safety/try', { text: fill('kill myself ', 3990) }),
      review: () => admin.get(`/api/admin/review?q=${encodeURIComponent(fill('%_', 190))}`),
    })
    expect(long).toEqual({})
  }, 300_000)

  it('stands still for no text in any field of any call', async () => {
    const id = '00000000-0000-7000-8000-000000000000'
    const calls = Object.entries(routes).flatMap(([name, route]) => {
      if (!('request' in route) || route.request === undefined) return []
      const fields = Object.keys(Object('shape' in route.request ? route.request.shape : { text: 0 }))
      return pieces.slice(0, 14).map((piece) => {
        const body = Object.fromEntries(fields.map((field) => [field, fill(piece, 900_000 / fields.length)]))
        const send = () => user.send(route.method, route.path.replaceAll(/\{\w+\}/gu, id), body)
        return [`${name}: ${piece}`, send] as const
      })
    })
    const long = await tooLong(Object.fromEntries(calls))
    expect(long).toEqual({})
  }, 300_000)
})
