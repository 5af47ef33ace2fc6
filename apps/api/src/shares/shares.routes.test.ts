import { randomBytes } from 'node:crypto'
import {
  accountExportSchema,
  accountStorageSchema,
  conversationImportResponseSchema,
  conversationListSchema,
  conversationSchema,
  type ShareCreate,
  shareCreatedSchema,
  sharedConversationSchema,
  shareListSchema,
  shareSchema,
} from '@org/api-client/contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { blackPng } from '../../tests/pictures.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { users } from '../db/schema/auth.ts'
import { conversationShares, messages } from '../db/schema/chat.ts'
import { tokenHash } from '../auth/tokens.ts'
import { purgeShares } from './shares.store.ts'

describe('share links', () => {
  let test: ChatApp
  let cookie: string
  let userId: string
  beforeAll(async () => {
    test = await openChatApp()
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    const person = await test.signedIn()
    cookie = person.cookie
    userId = person.user.id
  })

  let title = ''
  beforeEach(() => {
    title = 'Write to ana@example.com'
  })

  async function conversation(...contents: string[]): Promise<string> {
    const items = contents.map((content, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    }))
    const body = { conversations: [{ title, messages: items }] }
    const response = await test.send('POST', '/api/conversations/import', body, cookie)
    return conversationImportResponseSchema.parse(await response.json()).ids[0] ?? ''
  }

  async function share(id: string, body: ShareCreate = {}) {
    const response = await test.send('POST', `/api/conversations/${id}/share`, body, cookie)
    expect(response.status).toBe(200)
    const created = shareCreatedSchema.parse(await response.json())
    return { ...created, token: created.url.split('/').at(-1) ?? '' }
  }

  const open = (token: string) => test.get(`/api/shared/${token}`)
  const read = async (token: string) => sharedConversationSchema.parse(await (await open(token)).json())

  it('show a snapshot without personal data to anyone, and to no search engine', async () => {
    const id = await conversation('I am Ana, call +1 415 555 2671. Does zinc help?', 'It may [1], Ana.')
    const { share: made, url, token } = await share(id)
    expect(new URL(url).pathname).toMatch(/^\/shared\/[\w-]{43}$/u)
    expect(made).toMatchObject({ conversation_id: id, messages: 2, images: false })
    const response = await open(token)
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(sharedConversationSchema.parse(JSON.parse(text))).toMatchObject({
      title: 'Write to [email]',
      messages: [
        { role: 'user', content: 'I am [name], call [phone]. Does zinc help?', images: [] },
        { role: 'assistant', content: 'It may [1], Ana.' },
      ],
    })
    expect(text).not.toContain(userId)
    expect(text).not.toContain('@example.com')
  })

  it('have pages that no search engine lists and that send no referrer', async () => {
    const page = await test.get('/shared/secret')
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it('redact texts that are longer than one part of the redaction', async () => {
    const id = await conversation(`${'word '.repeat(1500)} mail me: ana@example.com`)
    const { messages: shown } = await read((await share(id)).token)
    expect(shown[0]?.content).toContain('mail me: [email]')
    expect(shown[0]?.content.length).toBeGreaterThan(7000)
  })

  it.each([
    ['an address', `Write to ${'ana.maria.'.repeat(60)}@example.com`, 'Write to…'],
    ['a number', `${'Does zinc help? '.repeat(11)}Or call me on +1 415 555 2671`, /Or call me on…$/u],
  ])('show nothing of %s that the end of the title has cut', async (_part, given, shown) => {
    title = given
    const { share: made, token } = await share(await conversation('Does zinc help?'))
    expect(made.title).toMatch(shown)
    expect((await read(token)).title).toBe(made.title)
    expect(made.title).not.toMatch(/ana|\d/u)
  })

  it('store a digest of their secret alone, and log none', async () => {
    const { token } = await share(await conversation('Does zinc help?'))
    const rows = await test.database.db
      .select()
      .from(conversationShares)
      .where(eq(conversationShares.userId, userId))
    expect(rows.map((row) => row.tokenHash)).toEqual([tokenHash(token)])
    expect(JSON.stringify(rows)).not.toContain(token)
    await open(token)
    expect(JSON.stringify(test.logged)).not.toContain(token)
  })

  it('keep their snapshot until it is taken again', async () => {
    const id = await conversation('Does zinc help?', 'It may.')
    const { token, share: made } = await share(id)
    await (await test.ask({ text: 'How much zinc?', conversation_id: id }, cookie)).text()
    expect((await read(token)).messages).toHaveLength(2)
    const path = `/api/shares/${made.id}`
    const updated = shareSchema.parse(await (await test.send('PATCH', path, { days: 7 }, cookie)).json())
    expect(updated.messages).toBe(4)
    expect(Date.parse(updated.expires_at)).toBeLessThan(Date.parse(made.expires_at))
    const { messages: shown } = await read(token)
    expect(shown.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  })

  it('show citations and safety cards, and no suggestions', async () => {
    const id = await conversation('Does zinc help?', 'It may [1].')
    const toolContext = {
      products: [],
      citations: ['[1] Zinc (https://example.com/zinc)'],
      outcome: 'answered',
      suggestions: ['Ana, how much?'],
      safety: { category: 'self_harm', severity: 'urgent', title: 'Get help', text: 'Call now.', lines: [] },
    }
    await test.database.db
      .update(messages)
      .set({ toolContext })
      .where(and(eq(messages.conversationId, id), eq(messages.role, 'assistant')))
    const { messages: shown } = await read((await share(id)).token)
    expect(shown[1]?.tool_context).toMatchObject({
      citations: toolContext.citations,
      safety: toolContext.safety,
    })
    expect(shown[1]?.tool_context?.suggestions).toBeUndefined()
  })

  it('are refused for a conversation whose evidence makes its snapshot too long', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => `Message ${index}`)
    const id = await conversation(...contents)
    const citations = Array.from({ length: 100 }, (_, index) => `[${index}] ${'Zinc '.repeat(200)}`)
    const own = and(eq(messages.conversationId, id), eq(messages.role, 'assistant'))
    const { db } = test.database
    await db
      .update(messages)
      .set({ toolContext: { products: [], citations } })
      .where(own)
    const path = `/api/conversations/${id}/share`
    expect((await test.send('POST', path, {}, cookie)).status).toBe(413)
    await db
      .update(messages)
      .set({ toolContext: { products: [], citations: citations.slice(0, 50) } })
      .where(own)
    expect((await test.send('POST', path, {}, cookie)).status).toBe(200)
  })

  it('show the branch that ends with a message, and none of another conversation', async () => {
    const id = await conversation('One', 'First answer', 'Two', 'Second answer')
    const [, first] = await test.database.db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, id))
      .orderBy(messages.seq)
    const { token } = await share(id, { message_id: first?.id ?? '' })
    expect((await read(token)).messages.map(({ content }) => content)).toEqual(['One', 'First answer'])
    const other = await conversation('Other')
    for (const message of [first?.id, 'unknown']) {
      const path = `/api/conversations/${other}/share`
      expect((await test.send('POST', path, { message_id: message }, cookie)).status).toBe(404)
    }
  })

  it('end when they are revoked, replaced or expired, and with their conversation', async () => {
    const id = await conversation('Does zinc help?')
    const first = await share(id)
    const second = await share(id)
    expect((await open(first.token)).status).toBe(404)
    expect((await open(second.token)).status).toBe(200)
    const path = `/api/shares/${second.share.id}`
    expect((await test.send('DELETE', path, undefined, cookie)).status).toBe(204)
    expect((await test.send('DELETE', path, undefined, cookie)).status).toBe(404)
    expect((await open(second.token)).status).toBe(404)
    const third = await share(id, { days: 1 })
    const past = new Date(Date.now() - 1000)
    const { db } = test.database
    await db
      .update(conversationShares)
      .set({ expiresAt: past })
      .where(eq(conversationShares.id, third.share.id))
    expect((await open(third.token)).status).toBe(404)
    await purgeShares(db, new Date())
    expect(await db.$count(conversationShares, eq(conversationShares.userId, userId))).toBe(0)
    const last = await share(id)
    await test.send('DELETE', `/api/conversations/${id}`, undefined, cookie)
    expect((await open(last.token)).status).toBe(404)
  })

  it('leave images out unless they are chosen, and serve those of their own snapshot alone', async () => {
    const data = blackPng(8, 8).toString('base64')
    const asked = await test.ask(
      { text: 'What is this? zinc', images: [{ mime_type: 'image/png', data, name: 'Ana.png' }] },
      cookie,
    )
    await asked.text()
    const listed = await (await test.get('/api/conversations', cookie)).json()
    const { items } = conversationListSchema.parse(listed)
    const id = items[0]?.id ?? ''
    const plain = await share(id)
    expect((await read(plain.token)).messages[0]?.images).toEqual([])
    const { token } = await share(id, { images: true })
    const shown = await open(token)
    const text = await shown.text()
    expect(text).not.toContain('Ana.png')
    const [image] = sharedConversationSchema.parse(JSON.parse(text)).messages[0]?.images ?? []
    const picture = await test.get(image?.url ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'")
    const other = await share(await conversation('Other'), { images: true })
    const elsewhere = image?.url.replace(token, other.token) ?? ''
    expect((await test.get(elsewhere)).status).toBe(404)
  })

  it('count for the storage of their account, and no longer when they are revoked', async () => {
    const id = await conversation(`Does zinc help? ${randomBytes(50_000).toString('hex')}`)
    const used = async () => {
      const response = await test.get('/api/account/storage', cookie)
      return accountStorageSchema.parse(await response.json()).used_bytes
    }
    const before = await used()
    await share(id)
    expect(await used()).toBeGreaterThan(before + 90_000)
    const { share: second } = await share(id)
    // The second snapshot has replaced the first one.
    expect(await used()).toBeLessThan(before + 150_000)
    await test.send('DELETE', `/api/shares/${second.id}`, undefined, cookie)
    expect(await used()).toBeLessThan(before + 10_000)
  })

  it('show nothing while their account is disabled', async () => {
    const { token } = await share(await conversation('Does zinc help?'))
    const own = eq(users.id, userId)
    await test.database.db.update(users).set({ disabledAt: new Date() }).where(own)
    expect((await open(token)).status).toBe(404)
    await test.database.db.update(users).set({ disabledAt: null }).where(own)
    expect((await open(token)).status).toBe(200)
  })

  it('belong to their owner: nobody else lists, updates, revokes or makes them', async () => {
    const id = await conversation('Does zinc help?')
    const { share: made, token } = await share(id)
    const other = (await test.signedIn()).cookie
    const path = `/api/shares/${made.id}`
    const calls = await Promise.all([
      test.get(`/api/conversations/${id}/share`, other),
      test.send('POST', `/api/conversations/${id}/share`, {}, other),
      test.send('PATCH', path, {}, other),
      test.send('DELETE', path, undefined, other),
    ])
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(shareListSchema.parse(await (await test.get('/api/shares', other)).json()).items).toEqual([])
    expect(shareListSchema.parse(await (await test.get('/api/shares', cookie)).json()).items).toEqual([made])
    expect((await open(token)).status).toBe(200)
    // A guest has no stored conversation, in a widget neither.
    expect((await test.send('POST', `/api/conversations/${id}/share`, {})).status).toBe(401)
  })

  it('are refused for a conversation without messages', async () => {
    const created = await (await test.send('POST', '/api/conversations', {}, cookie)).json()
    const { id } = conversationSchema.parse(created)
    expect((await test.send('POST', `/api/conversations/${id}/share`, {}, cookie)).status).toBe(422)
  })

  it('are unknown for what is no secret of ours', async () => {
    for (const token of ['x', '%00', 'a'.repeat(43), '..%2Fadmin']) {
      expect((await open(token)).status).toBe(404)
    }
  })

  it('are audited, and part of the account export', async () => {
    const { share: made, token } = await share(await conversation('Does zinc help?'))
    await test.send('DELETE', `/api/shares/${made.id}`, undefined, cookie)
    await vi.waitFor(async () => {
      const rows = await test.database.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.accountId, userId))
      expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['share', 'share_end']))
    })
    const { share: kept } = await share(await conversation('Another?'))
    const exported = await (await test.get('/api/account/export', cookie)).text()
    expect(accountExportSchema.parse(JSON.parse(exported)).shares).toEqual([kept])
    expect(exported).not.toContain(token)
  })

  it('are limited by account', async () => {
    const id = await conversation('Does zinc help?')
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1) {
      statuses.push((await test.send('POST', `/api/conversations/${id}/share`, {}, cookie)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })
})
