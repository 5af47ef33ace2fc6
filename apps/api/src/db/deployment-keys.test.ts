import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createDeploymentBox } from '../auth/factors/deployment-box.ts'
import { createEmbedTokens, type EmbedVisitor } from '../embed/embed-token.ts'
import { newId } from '../platform/process/ids.ts'
import { readUnsubscribeToken, unsubscribeLink } from '../weekly-reports/unsubscribe-token.ts'
import type { Database } from './database.ts'
import { addDeploymentKey, announcedMs, readTokenKeys } from './deployment-keys.ts'

const minuteMs = 60_000
const visitor: EmbedVisitor = { cfg: newId(), origins: '', visitor: 'v', identified: false }

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

describe('a rotation of the keys', () => {
  it('signs with the new key once every instance knows it, and accepts both for two hours', async () => {
    const { db } = database
    const tokens = createEmbedTokens(db)
    const now = new Date()
    const at = (minutes: number) => new Date(now.getTime() + announcedMs + minutes * minuteMs)
    const { current: first } = await readTokenKeys(db, now)
    await addDeploymentKey(db, { now, atOnce: false })
    expect((await readTokenKeys(db, now)).current).toEqual(first)
    expect((await readTokenKeys(db, now)).valid).toHaveLength(2)
    expect((await readTokenKeys(db, at(0))).current).not.toEqual(first)

    const before = await tokens.issue(visitor, at(-1))
    const after = await tokens.issue(visitor, at(1))
    for (const token of [before, after]) expect(await tokens.read(token, at(2))).toEqual(visitor)
    expect((await readTokenKeys(db, at(121))).valid).toHaveLength(1)
  })

  it('ends the earlier keys at once where they may be known', async () => {
    const { db } = database
    const tokens = createEmbedTokens(db)
    const now = new Date()
    const token = await tokens.issue(visitor, now)
    await addDeploymentKey(db, { now, atOnce: false })
    await addDeploymentKey(db, { now, atOnce: true })
    expect(await tokens.read(token, now)).toBeUndefined()
    expect(await tokens.read(await tokens.issue(visitor, now), now)).toEqual(visitor)
    expect((await readTokenKeys(db, now)).valid).toHaveLength(1)
    // The first rotation had announced its key for a minute later.
    const { current } = await readTokenKeys(db, now)
    const later = await readTokenKeys(db, new Date(now.getTime() + 2 * announcedMs))
    expect(later).toEqual({ current, valid: [current] })
  })

  it('keeps links of earlier e-mails, and opens secrets that an earlier key has encrypted', async () => {
    const { db } = database
    const id = newId()
    const link = await unsubscribeLink(db, id, new URL('https://assistant.example'))
    const sealed = await createDeploymentBox(db, []).seal('a secret', 'row')
    await addDeploymentKey(db, { now: new Date(), atOnce: true })
    expect(await readUnsubscribeToken(db, new URL(link).searchParams.get('token') ?? '')).toBe(id)
    const box = createDeploymentBox(db, [])
    expect(await box.open(sealed, 'row')).toEqual({ text: 'a secret', isCurrent: false })
    const next = await box.seal('a secret', 'row')
    expect((await box.open(next, 'row')).isCurrent).toBe(true)
  })
})
