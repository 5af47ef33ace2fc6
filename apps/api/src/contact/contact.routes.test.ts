import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp, post } from '../../tests/test-app.ts'
import { contactMessages } from '../db/schema/contact.ts'

describe('the contact form', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({
      config: {
        contactRecipient: 'us@example.com',
        hourly: { signups: 60, resets: 20, contactMessages: 12 },
      },
    })
  })
  afterAll(() => test.close())

  const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
  const send = (fields: object) => post(test.app, '/api/contact', { ...message, ...fields })
  const stored = () => test.database.db.select().from(contactMessages)

  it('keeps what is written, trimmed, and sends it to whoever reads it', async () => {
    const response = await send({ name: ' Ada ', email: ' ada@example.com ', message: '\n Hello \n' })
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
    expect(await stored()).toMatchObject([{ ...message, userId: null }])
    expect(await test.mails()).toMatchObject([
      {
        recipient: 'us@example.com',
        replyTo: 'ada@example.com',
        subject: 'Message from Ada',
        body: 'Ada <ada@example.com> wrote:\n\nHello\n',
      },
    ])
  })

  it('takes 4000 characters as a person counts them, and not one more', async () => {
    expect((await send({ message: '😀'.repeat(4000) })).status).toBe(200)
    const response = await send({ message: '😀'.repeat(4001) })
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { error: 'Message is too long (max 4000 characters).', code: 'invalid' },
    ])
  })

  it.each([
    { name: ' ' },
    { email: '' },
    { email: 'ada' },
    { email: 'a@b.example\r\nBcc: c@d.example' },
    { message: '' },
  ])('refuses %j', async (fields) => {
    expect((await send(fields)).status).toBe(422)
  })

  it('puts no second line into a subject', async () => {
    await send({ name: 'Ada\r\nBcc: everybody@example.com\u2028x' })
    expect((await test.mails())[0]?.subject).toBe('Message from Ada Bcc: everybody@example.com x')
  })

  it('thanks a program that fills in every field, and throws its message away', async () => {
    const before = (await stored()).length
    expect((await send({ website: 'https://spam.example' })).status).toBe(200)
    expect((await stored()).length).toBe(before)
  })

  it('takes so many from one address in an hour', async () => {
    let response = await send({})
    while (response.status === 200) response = await send({})
    expect(response.status).toBe(429)
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3600)
    test.advance(3_600_000)
    expect((await send({})).status).toBe(200)
  })
})
