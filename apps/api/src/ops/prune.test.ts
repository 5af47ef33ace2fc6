import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { listAudit } from '../audit/audit.store.ts'
import { conversations, messages } from '../db/schema/chat.ts'
import { newId } from '../platform/process/ids.ts'
import { prune } from './prune.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

it('removes old conversations with their messages, but none with a running answer', async () => {
  const { db } = test.database
  const { id: userId } = await test.addUser()
  const now = new Date()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const add = async (age: number, status: 'complete' | 'streaming') => {
    const [id, at] = [newId(), daysAgo(age)]
    await db.insert(conversations).values({ id, userId, title: 'A', createdAt: at, updatedAt: at })
    await db
      .insert(messages)
      .values({ id: newId(), conversationId: id, userId, role: 'assistant', status, createdAt: at })
    return id
  }
  await add(31, 'complete')
  const kept = [await add(29, 'complete'), await add(31, 'streaming')]
  expect(await prune(db, daysAgo(30), now)).toEqual({ conversations: 1 })
  expect(await db.select({ id: messages.conversationId }).from(messages)).toEqual(kept.map((id) => ({ id })))
  expect(await prune(db, daysAgo(30), now)).toEqual({ conversations: 0 })
})

it('is in the audit list, also when it is stopped half-way', async () => {
  const { db } = test.database
  const now = new Date(Date.now() + 3 * 3_600_000)
  await prune(db, now, now)
  const { items } = await listAudit(db, { limit: 1, kind: 'account' })
  expect(items[0]).toMatchObject({
    action: 'conversation_pruning',
    outcome: 'success',
    at: now.toISOString(),
  })
  const later = new Date(now.getTime() + 3_600_000)
  await expect(prune(db, new Date(Number.NaN), later)).rejects.toThrow('Invalid time value')
  const { items: after } = await listAudit(db, { limit: 1, kind: 'account' })
  expect(after[0]).toMatchObject({ action: 'conversation_pruning', at: later.toISOString() })
})
