import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import {
  conversationListSchema,
  conversationSchema,
  errorBodySchema,
  type Route,
  routes,
} from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newToken } from '../src/auth/tokens.ts'
import { contactMessages } from '../src/db/schema/contact.ts'
import { openTestApp, type TestApp } from './test-app.ts'

interface Case {
  id: string
  kind: 'string' | 'email' | 'url' | 'json-body'
  input?: string
  body_b64?: string
  verdict?: 'accept' | 'reject' | 'either'
}

const file = join(import.meta.dirname, '../../../../shared/corpora/d_fuzz.json')
const isThere = existsSync(file)
if (!isThere) process.stderr.write('Hostile input is left out: ../shared/corpora is not there.\n')
const corpus: { cases: Case[] } = isThere ? JSON.parse(readFileSync(file, 'utf8')) : { cases: [] }
const textsOf = (...kinds: Case['kind'][]) =>
  corpus.cases.flatMap(({ kind, input }) => (kinds.includes(kind) && input !== undefined ? [input] : []))

let test: TestApp
let cookie: string
beforeAll(async () => {
  const config = {
    hourly: { signups: 1e6, resets: 1e6, contactMessages: 1e6 },
    conversations: {
      createdPerMinute: 1e6,
      changesPerMinute: 1e6,
      searchesPerMinute: 1e6,
      importsPerHour: 1e6,
      storageBytes: 1e12,
    },
  }
  test = await openTestApp({ config })
  cookie = await test.signIn(await test.addUser({ role: 'admin' }))
})
afterAll(() => test.close())

const headers = () => ({ cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' })

/** Calls, and refuses any answer that is neither a success nor an error of ours in its shape. */
async function call(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const response = await test.app.request(path, {
    method,
    headers: headers(),
    ...(body === undefined ? {} : { body }),
  })
  if (response.status < 400) return response
  expect(response.status).toBeLessThan(500)
  const text = await response.clone().text()
  expect(errorBodySchema.parse(JSON.parse(text)).error).not.toBe('')
  expect(text).not.toMatch(/at \S+ \(|node_modules|select .* from|insert into/iu)
  return response
}

describe.skipIf(!isThere)('whatever people send', () => {
  it('as a title is kept as it is or refused, is found again, and never breaks the server', async () => {
    const [refused, taken] = [true, false].map((nul) =>
      textsOf('string').filter((text) => text.includes('\0') === nul),
    )
    for (const title of refused ?? []) {
      expect((await call('POST', '/api/conversations', JSON.stringify({ title }))).status).toBe(422)
    }
    for (const text of taken ?? []) {
      const response = await call('POST', '/api/conversations', JSON.stringify({ title: text }))
      const { id, title } = conversationSchema.parse(await response.json())
      const kept = text.toWellFormed().trim() || 'Untitled'
      expect(kept.startsWith(title.replace(/…$/u, ''))).toBe(true)
      const query = new URLSearchParams({ q: title, limit: '100' })
      const found = await call('GET', `/api/conversations?${query.toString()}`)
      expect(conversationListSchema.parse(await found.json()).items.map((item) => item.id)).toContain(id)
      expect((await call('DELETE', `/api/conversations/${id}`)).status).toBe(204)
    }
  })

  it('as an address, a cursor, a limit or an id is refused in words', async () => {
    const statuses = new Set<number>()
    for (const text of textsOf('string', 'url')) {
      const part = encodeURIComponent(text.toWellFormed())
      for (const path of [
        `/api/conversations?cursor=${part}&limit=${part}`,
        `/api/conversations/${part}/messages`,
        `/api/embed/lists?embed_id=${part}`,
        `/api/stats/product-queries?from=${part}&product=${part}`,
      ]) {
        statuses.add((await call('GET', path)).status)
      }
    }
    expect([...statuses].filter((status) => ![200, 400, 404, 422].includes(status))).toEqual([])
  })

  it('to the contact form is kept to the letter or refused, and makes no second line of a header', async () => {
    for (const text of textsOf('email', 'string')) {
      const body = { name: text, email: text, message: text }
      await call('POST', '/api/contact', JSON.stringify(body))
      await call('POST', '/api/contact', JSON.stringify({ ...body, name: 'A', email: 'a@example.com' }))
    }
    for (const { recipient, subject, replyTo } of await test.mails()) {
      expect(`${recipient}${subject}${replyTo}`).not.toMatch(/[\r\n]/u)
    }
    const stored = (await test.database.db.select().from(contactMessages)).map(({ message }) => message)
    const sent = new Set(textsOf('email', 'string').map((text) => text.toWellFormed().trim()))
    expect(stored.length).toBeGreaterThan(300)
    expect(stored.filter((message) => !sent.has(message))).toEqual([])
  })

  it('as a body is refused where it is no JSON', async () => {
    const statuses = new Set<number>()
    for (const { body_b64: body = '', verdict } of corpus.cases.filter(({ kind }) => kind === 'json-body')) {
      const { status } = await call('POST', '/api/conversations', Buffer.from(body, 'base64'))
      // No body at all stands for an empty object.
      if (verdict === 'reject' && body !== '') statuses.add(status)
    }
    expect(statuses).toEqual(new Set([400]))
    expect('polluted' in {}).toBe(false)
  })

  it('stands in no line of the log', () => {
    const long = textsOf('string', 'email').filter((text) => text.length > 12)
    const lines = test.logged.map((line) => JSON.stringify({ ...line, path: undefined }))
    expect(lines.filter((line) => long.some((text) => line.includes(text)))).toEqual([])
  })
})

it('times, days and numbers that no database holds are refused in words', async () => {
  const cursor = (key: unknown) =>
    Buffer.from(JSON.stringify([key, '019a0000-0000-7000-8000-000000000000'])).toString('base64url')
  const { id } = conversationSchema.parse(await (await call('POST', '/api/conversations', '{}')).json())
  for (const path of [
    '/api/stats/product-queries?from=0000-01-01',
    '/api/stats/product-queries?from=9999-12-31',
    '/api/stats/chat-subjects?to=0000-01-01',
    '/api/stats/message-geo?from=0001-01-01',
    '/api/client/stats?to=9999-12-31',
    `/api/conversations?cursor=${cursor('0000-01-01T00:00:00.000000Z')}`,
    `/api/conversations/${id}/messages?cursor=${cursor(1e300)}`,
  ]) {
    expect((await call('GET', path)).status).toBeGreaterThanOrEqual(400)
  }
  const messages = [{ role: 'user', content: 'Then?', created_at: '0000-01-01T00:00:00Z' }]
  const imported = JSON.stringify({ conversations: [{ title: 'Once', messages }] })
  expect((await call('POST', '/api/conversations/import', imported)).status).toBe(422)
  const restored = JSON.stringify({ version: 2_147_483_648 })
  expect((await call('POST', '/api/admin/llm-settings/restore', restored)).status).toBe(422)
})

const uuid = '019a0000-0000-7000-8000-000000000000'
const strangeTexts = [
  '\0',
  `${uuid}\0`,
  '\uFFFF',
  '-1',
  '1e400',
  '99999999999999999999',
  `999999999999999.${uuid}`,
  `253402300800000.${uuid}`,
  `0.${uuid}\0`,
  '99999999999999.x',
  '[]',
  Buffer.from(JSON.stringify(['9999-12-31T23:59:59.999999Z', uuid])).toString('base64url'),
  Buffer.from(JSON.stringify([-1, uuid])).toString('base64url'),
  'x'.repeat(600),
]

it('a strange id, cursor or parameter of any call is refused in words', async () => {
  const statuses: Record<string, number> = {}
  for (const route of Object.values<Route>(routes)) {
    // An answer that streams has tests of its own.
    if (route.stream) continue
    for (const text of strangeTexts) {
      const part = encodeURIComponent(text)
      const path = route.path.replaceAll(/\{\w+\}/gu, part)
      const fields = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : []
      const paths = [
        ...(path === route.path ? [] : [path]),
        ...fields.map((field) => `${path.replaceAll(part, uuid)}?${field}=${part}`),
      ]
      const body = route.method === 'GET' ? {} : { body: '{}' }
      for (const address of paths) {
        const { status } = await test.app.request(address, {
          method: route.method,
          headers: headers(),
          ...body,
        })
        if (status >= 500) statuses[`${route.method} ${address}`] = status
      }
    }
  }
  expect(statuses).toEqual({})
})

it('nothing changes by GET or HEAD: where that is no call of its own there is none', async () => {
  const all = Object.values<Route>(routes)
  // The last two are pages with a form.
  const read = new Set([
    ...all.filter(({ method }) => method === 'GET').map(({ path }) => path),
    '/embed/login',
    '/embed/signup',
  ])
  for (const { path } of all.filter((route) => route.method !== 'GET' && !read.has(route.path))) {
    const address = path.replaceAll(/\{\w+\}/gu, 'unknown')
    for (const method of ['GET', 'HEAD']) {
      const response = await test.app.request(address, {
        method,
        headers: { ...headers(), 'x-http-method-override': 'POST' },
      })
      expect([address, response.status]).toEqual([address, expect.toSatisfy((s) => [404, 405].includes(s))])
    }
  }
})

it('tokens are 256 random bits, which neither repeat nor follow an order', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true)
  expect(tokens).not.toEqual(tokens.toSorted())
  const firstBytes = new Set(tokens.map((token) => Buffer.from(token, 'base64url')[0]))
  expect(firstBytes.size).toBeGreaterThan(200)
})
