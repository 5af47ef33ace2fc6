import { accountExportSchema } from '@org/api-client/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { countStatements } from '../../tests/measurement/statement-counter.ts'
import { noBilling } from '../billing/no-billing.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { conversations, messageImages, messages } from '../db/schema/chat.ts'
import { handovers } from '../db/schema/handover.ts'
import { newId } from '../platform/process/ids.ts'
import { exportAccount } from './account-export.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

it('holds one image of an export in memory at a time, in the order of the messages', async () => {
  const { db } = test.database
  const user = await test.addUser()
  const imageBytes = 1_000_000
  const conversationId = newId()
  await db.insert(conversations).values({ id: conversationId, userId: user.id, title: 'Photos' })
  const ids = Array.from({ length: 120 }, () => newId())
  await db.insert(messages).values(
    ids.map((id, index) => ({
      id,
      conversationId,
      userId: user.id,
      role: 'user' as const,
      content: `Question ${index}`,
      status: 'complete' as const,
    })),
  )
  for (const position of [0, 1, 2, 3]) {
    const bytes = Buffer.alloc(imageBytes, position)
    const row = { id: newId(), messageId: ids[0] ?? '', position, mimeType: 'image/png', name: 'photo' }
    await db.insert(messageImages).values({ ...row, bytes })
  }
  const pieces: string[] = []
  for await (const piece of exportAccount({
    db,
    billing: noBilling,
    user: { ...user, role: null },
    now: new Date(),
  })) {
    pieces.push(piece)
  }
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan((imageBytes * 4) / 3 + 1000)
  const data = accountExportSchema.strict().parse(JSON.parse(pieces.join('')))
  const exported = data.conversations[0]?.messages ?? []
  expect(exported.map(({ content }) => content)).toEqual(ids.map((_id, index) => `Question ${index}`))
  expect(exported[0]?.images.map(({ data: base64 = '' }) => Buffer.from(base64, 'base64')[0])).toEqual([
    0, 1, 2, 3,
  ])
})

it('reads hand-overs one by one, and changes in parts without their texts', async () => {
  const { db } = test.database
  const user = await test.addUser({ role: 'client' })
  const count = 12
  await db.insert(handovers).values(
    Array.from({ length: count }, (_, at) => ({
      id: newId(),
      requestId: newId(),
      reference: `R-${at}`,
      userId: user.id,
      name: 'Ada',
      email: '',
      message: '',
      transcript: [{ role: 'user' as const, text: 'x'.repeat(8000) }],
      language: 'en',
      createdAt: new Date(Date.UTC(2026, 0, at + 1)),
    })),
  )
  await db.insert(auditEntries).values(
    Array.from({ length: 1001 }, (_, at) => ({
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, at)),
      actorId: user.id,
      action: 'update' as const,
      kind: 'product' as const,
      subject: `Product ${at}`,
      changes: [{ field: 'description', before: 'secret text', after: null }],
    })),
  )
  const statements = countStatements()
  const pieces: string[] = []
  for await (const piece of exportAccount({
    db,
    billing: noBilling,
    user: { ...user, role: 'client' },
    now: new Date(),
  })) {
    pieces.push(piece)
  }
  expect(statements()).toBeGreaterThan(count)
  const whole = pieces.join('')
  expect(whole).not.toContain('secret text')
  const data = accountExportSchema.strict().parse(JSON.parse(whole))
  expect(data.handovers.map(({ reference }) => reference)).toEqual(
    Array.from({ length: count }, (_, at) => `R-${at}`),
  )
  expect(data.administration.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 1001 }, (_, at) => `Product ${at}`),
  )
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(9000)
})
