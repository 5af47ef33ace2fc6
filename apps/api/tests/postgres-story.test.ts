import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  authorsSchema,
  conversationDetailSchema,
  conversationListSchema,
  messageListSchema,
} from '@org/api-client/contract'
import { startPostgres } from '@org/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answerText, firstOf, parseStream } from './chat-app.ts'
import { killPrograms, openBrowser, startProgram, startServerProcess } from './server-process.ts'

const postgres = await startPostgres()
if ('unavailable' in postgres) process.stdout.write(`PostgreSQL story skipped: ${postgres.unavailable}\n`)

const article = `---
title: Sleeping well
author: House of Rest
url: https://rest.example/sleeping-well
topic: sleep
---

## What helps people sleep

Going to bed at the same time every night helps people sleep. A dark and quiet room helps, too.
`
const product = {
  pk: 'mask',
  name: 'Silk Sleep Mask',
  description: 'A mask that keeps light out during sleep.',
  unit_amount: 1900,
  currency: 'EUR',
  url: 'https://rest.example/mask',
  topics: ['sleep'],
  keywords: ['sleep', 'dark'],
}

describe.skipIf('unavailable' in postgres)('the server on PostgreSQL', () => {
  const environment = { DATABASE_URL: 'url' in postgres ? postgres.url : '' }
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'org-api-content-'))
    await mkdir(join(folder, 'articles'))
    await writeFile(join(folder, 'articles/sleeping-well.md'), article)
    await writeFile(join(folder, 'products.json'), JSON.stringify([product]))
  })
  afterEach(killPrograms)
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    if ('stop' in postgres) await postgres.stop()
  })

  const importFolder = (name: string) => startProgram('cli/import-content', [name], environment).exited

  it('imports a folder of content, and the second time writes nothing', async () => {
    expect(await importFolder(folder)).toEqual({
      code: 0,
      output: [
        'Read 1 articles and 1 products.',
        'Articles: 1 of 1',
        'Articles: 1 written, 0 unchanged.',
        'Products: 1 written, 0 unchanged.',
        '',
      ].join('\n'),
    })
    expect((await importFolder(folder)).output).toContain(
      'Articles: 0 written, 1 unchanged.\nProducts: 0 written, 1 unchanged.\n',
    )
  }, 180_000)

  it.each([
    ['articles', 'holds neither articles/ nor products.json.\n'],
    ['broken', 'bad.md: it has no front matter between two lines of ---\n'],
    ['nonsense', 'products.json: '],
  ])('refuses the folder %s in one sentence', async (name, sentence) => {
    await mkdir(join(folder, 'broken/articles'), { recursive: true })
    await writeFile(join(folder, 'broken/articles/bad.md'), 'no front matter')
    await mkdir(join(folder, 'nonsense'), { recursive: true })
    await writeFile(join(folder, 'nonsense/products.json'), '[{]')
    const { code, output } = await importFolder(join(folder, name))
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)])
    expect(output).not.toContain('    at ')
  })

  it('goes from a sign-up to a cited answer, finds it after a reload, and deletes it', async () => {
    const server = startServerProcess(environment)
    const url = await server.ready
    const browser = openBrowser(url)
    expect(authorsSchema.parse(await (await browser.get('/api/authors')).json()).authors).toEqual([
      { name: 'House of Rest', count: 1 },
    ])
    const demonstration = { email: 'user@example.com', password: 'demonstration-only' }
    expect((await browser.post('/api/login', demonstration)).status).toBe(401)

    const account = { email: 'new@example.com', password: 'a phrase of some length' }
    expect(await (await browser.post('/api/signup', account)).json()).toEqual({ redirect: '/chat' })
    const answer = await browser.post('/api/chat', { text: 'What helps me sleep?' })
    const { events, done } = parseStream(await answer.text())
    expect(done).toBe(true)
    expect(firstOf(events, 'citations').content).toMatchObject([
      { citation_string: '[1] Sleeping well (https://rest.example/sleeping-well)' },
    ])
    expect(answerText(events)).toContain('Going to bed at the same time every night helps people sleep')
    expect(answerText(events)).toContain('<product>Silk Sleep Mask</product>')
    expect(firstOf(events, 'product_update').content.replacement).toContain('data-price="€19.00"')
    const ids = firstOf(events, 'message').content
    const path = `/api/conversations/${ids.conversation_id}`

    const list = conversationListSchema.parse(await (await browser.get('/api/conversations')).json())
    expect(list.items).toMatchObject([{ id: ids.conversation_id, title: 'What helps me sleep?' }])
    const detail = conversationDetailSchema.parse(await (await browser.get(path)).json())
    expect(detail.active_stream_id).toBeNull()
    const { items } = messageListSchema.parse(await (await browser.get(`${path}/messages`)).json())
    expect(items).toMatchObject([
      { id: ids.assistant_id, status: 'complete', content: answerText(events) },
      { id: ids.user_id, content: 'What helps me sleep?' },
    ])

    const stranger = openBrowser(url)
    await stranger.post('/api/signup', { email: 'other@example.com', password: 'another long phrase' })
    expect((await stranger.get(path)).status).toBe(404)

    expect((await browser.send('DELETE', path)).status).toBe(204)
    expect((await browser.get(path)).status).toBe(404)
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
  }, 180_000)

  it('lets in one of many sends, and never fails beside a deletion, however they interleave', async () => {
    const server = startServerProcess({ ...environment, USER_ANSWERS_AT_ONCE: '100' })
    const browser = openBrowser(await server.ready)
    await browser.post('/api/signup', { email: 'busy@example.com', password: 'a phrase of some length' })
    for (let round = 0; round < 5; round += 1) {
      const created = await browser.post('/api/conversations', {})
      const conversation_id = String(Object(await created.json()).id)
      const client_message_id = crypto.randomUUID()
      const send = (body: object) => browser.post('/api/chat', { conversation_id, ...body })
      const [same, again, ...others] = await Promise.all([
        send({ text: 'What helps me sleep?', client_message_id }),
        send({ text: 'What helps me sleep?', client_message_id }),
        send({ text: 'Another?' }),
        send({ text: 'A third?' }),
      ])
      const statuses = [same, again, ...others].map(({ status }) => status)
      expect(same.headers.get('x-stream-id')).toBe(again.headers.get('x-stream-id'))
      expect(statuses.filter((status) => status === 409).length).toBeGreaterThanOrEqual(2)
      await Promise.all([same, again, ...others].map((response) => response.text()))
      const [late, deletion] = await Promise.all([
        send({ text: 'Late?' }),
        browser.send('DELETE', `/api/conversations/${conversation_id}`),
      ])
      expect(deletion.status).toBe(204)
      expect([200, 404]).toContain(late.status)
      await late.text()
    }
    server.signal('SIGTERM')
    const { code, output } = await server.exited
    expect(code).toBe(0)
    expect(output).not.toContain('"level":"error"')
  }, 180_000)
})
