import { eq } from 'drizzle-orm'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestClock, settle, type TestClock } from '../../tests/test-clock.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../db/database.ts'
import { outbox } from '../db/schema/auth.ts'
import { createLog } from '../platform/process/log.ts'
import { type MailSender, startMailSender } from './mail-sender.ts'
import { type Mail, purgeMails, queueMail } from './outbox.store.ts'
import { createSmtpTransport } from './smtp.ts'

const minute = 60_000
const hour = 60 * minute

/** An SMTP server on loopback; `refuse` returns the response code of a recipient. */
async function startSmtp() {
  const received: { to: string[]; text: string }[] = []
  const state: { refuse: number | undefined } = { refuse: undefined }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      const { refuse } = state
      done(refuse === undefined ? undefined : Object.assign(new Error('refused'), { responseCode: refuse }))
    },
    onData(stream, session: SMTPServerSession, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { received, state, url, close }
}

describe('the sender of e-mails', () => {
  let database: Database
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let clock: TestClock
  let senders: MailSender[]
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    clock = createTestClock(Date.now() + 1000)
    smtp = await startSmtp()
    senders = []
    await database.db.delete(outbox)
  })
  afterEach(async () => {
    await Promise.all(senders.map((sender) => sender.stop()))
    await smtp.close()
  })

  const logged: string[] = []
  const log = createLog('info', { write: (line) => logged.push(line) })
  const start = () => {
    const transport = createSmtpTransport({ url: smtp.url, from: 'The assistant <bot@assistant.example>' })
    senders.push(startMailSender({ db: database.db, transport, clock, log }))
  }
  const mail: Mail = {
    recipient: 'ada@example.com',
    subject: 'Grüße',
    body: 'Hello Ada,\n\nhttps://a.example/#x=1\n',
  }
  const row = async () => {
    const [found] = await database.db.select().from(outbox)
    return found
  }
  /** Moves the time until something holds. */
  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) {
      await clock.advance(2000)
      await settle()
    }
  }

  it('hands over what is queued, as plain text, once', async () => {
    await queueMail(database.db, { ...mail, replyTo: 'visitor@example.com' })
    start()
    start()
    await until(async () => (await row())?.sentAt instanceof Date)
    await clock.advance(10 * minute)
    expect(smtp.received).toHaveLength(1)
    const [{ to, text: sent } = { to: [], text: '' }] = smtp.received
    expect(to).toEqual(['ada@example.com'])
    expect(sent).toContain('From: The assistant <bot@assistant.example>')
    expect(sent).toContain('Reply-To: visitor@example.com')
    expect(sent).toContain('Subject: =?UTF-8?')
    expect(sent).toContain('Auto-Submitted: auto-generated')
    expect(sent).toContain('Content-Type: text/plain; charset=utf-8')
    expect(sent).toContain(`Message-ID: <${(await row())?.id}@assistant.example>`)
  })

  it('sends to one mailbox, whatever stands in an address or a subject', async () => {
    await queueMail(database.db, {
      ...mail,
      subject: 'Message from Ada\r\nBcc: everybody@example.com',
      replyTo: 'a@b.example, c@d.example\r\nBcc: e@f.example',
    })
    start()
    await until(() => smtp.received.length > 0)
    expect(smtp.received[0]?.to).toEqual(['ada@example.com'])
    expect(smtp.received[0]?.text).not.toMatch(/^Bcc:/mu)
  })

  it('tries again what is refused for a time, later and later', async () => {
    smtp.state.refuse = 451
    await queueMail(database.db, mail)
    const started = clock.now()
    start()
    await until(async () => typeof (await row())?.lastError === 'string')
    const first = await row()
    expect(first).toMatchObject({ attempts: 1, sentAt: null })
    expect(Number(first?.dueAt) - started).toBeGreaterThan(50_000)
    smtp.state.refuse = undefined
    await until(async () => (await row())?.sentAt instanceof Date)
    expect(await row()).toMatchObject({ attempts: 2, dueAt: null, lastError: null })
    expect(logged.join('')).not.toContain('ada@example.com')
  })

  it('gives up what is refused for good', async () => {
    smtp.state.refuse = 550
    await queueMail(database.db, mail)
    start()
    await until(async () => (await row())?.dueAt === null)
    expect(await row()).toMatchObject({
      attempts: 1,
      sentAt: null,
      lastError: expect.stringContaining('550'),
    })
  })

  it('waits for a mail server that is away', async () => {
    await smtp.close()
    await queueMail(database.db, mail)
    start()
    await until(async () => typeof (await row())?.lastError === 'string')
    expect(await row()).toMatchObject({ sentAt: null, dueAt: expect.any(Date) })
    smtp = await startSmtp()
  })

  it('is forgotten a day after it was sent, and a week after nobody could send it', async () => {
    await queueMail(database.db, mail)
    await queueMail(database.db, { ...mail, recipient: 'sent@example.com' })
    await database.db
      .update(outbox)
      .set({ sentAt: new Date(), dueAt: null })
      .where(eq(outbox.recipient, 'sent@example.com'))
    const left = async (hours: number) => {
      await purgeMails(database.db, new Date(Date.now() + hours * hour))
      return (await database.db.select().from(outbox)).map(({ recipient }) => recipient)
    }
    expect((await left(23)).length).toBe(2)
    expect(await left(25)).toEqual(['ada@example.com'])
    expect(await left(7 * 24 + 1)).toEqual([])
  })
})
