import { demoOutboxSchema, siteSchema } from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp, post } from '../../tests/test-app.ts'
import { queueMail } from './outbox.store.ts'

const smtp = { url: 'smtp://mail.example', from: 'bot@assistant.example' }

describe('the outbox', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ config: { demo: true, imageHosts: ['cdn.example'] } })
  })
  afterAll(() => test.close())

  const page = async () => (await test.app.request('/outbox')).text()

  it('of a demonstration shows its e-mails, the newest first, with links to follow', async () => {
    expect(await page()).toContain('No emails yet.')
    const user = await test.addUser()
    await queueMail(test.database.db, { recipient: 'ada@example.com', subject: 'First', body: 'Hello' })
    await post(test.app, '/api/reset-password', { email: user.email })
    await test.mails()
    const response = await test.app.request('/api/demo/outbox')
    const { items } = demoOutboxSchema.parse(await response.json())
    expect(items.map(({ subject }) => subject)).toEqual(['Choose a new password', 'First'])
    expect(await page()).toMatch(
      /<a href="http:\/\/localhost:8000\/auth\/callback#access_token=[\w-]+&amp;refresh_token=/u,
    )
  })

  it('escapes what stands in an e-mail', async () => {
    await queueMail(test.database.db, {
      recipient: '<b>@example.com',
      subject: '<script>alert(1)</script>',
      body: '<img src=x onerror=alert(1)> https://a.example/"><script>',
    })
    const html = await page()
    expect(html).not.toMatch(/<script|<img|<b>/u)
    expect(html).toContain('href="https://a.example/&quot;&gt;&lt;script&gt;"')
  })

  it('is told to pages, beside the hosts of pictures', async () => {
    const site = siteSchema.parse(await (await test.app.request('/api/site')).json())
    expect(site).toEqual({
      image_hosts: ['cdn.example'],
      outbox_url: '/outbox',
      map_style_url: null,
      handover: false,
    })
  })

  it.each([
    ['a server with real data', { demo: false }],
    ['a demonstration that sends them', { demo: true, smtp }],
  ])('of %s is shown to nobody', async (_what, config) => {
    const { app } = await openTestApp({ database: test.database, config })
    expect((await app.request('/api/demo/outbox')).status).toBe(404)
    expect((await app.request('/outbox')).status).toBe(404)
    expect(await (await app.request('/api/site')).json()).toEqual({
      image_hosts: [],
      outbox_url: null,
      map_style_url: null,
      handover: false,
    })
  })
})
