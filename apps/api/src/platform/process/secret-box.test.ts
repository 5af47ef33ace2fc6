import { describe, expect, it } from 'vitest'
import { createSecretBox, keyFromText } from './secret-box.ts'

const first = keyFromText('the first key, which is long enough')
const second = keyFromText('the second key, which is long enough')
const boxOf = (...keys: Buffer[]) => createSecretBox(() => Promise.resolve(keys))

describe('createSecretBox', () => {
  it('opens what it has sealed, and seals the same text differently each time', async () => {
    const box = boxOf(first)
    const sealed = await box.seal('secret', 'row 1')
    expect(sealed).not.toContain('secret')
    expect(await box.seal('secret', 'row 1')).not.toBe(sealed)
    expect(await box.open(sealed, 'row 1')).toEqual({ text: 'secret', isCurrent: true })
  })

  it('opens with the previous key during a rotation, and reports that', async () => {
    const sealed = await boxOf(first).seal('secret', 'row 1')
    expect(await boxOf(second, first).open(sealed, 'row 1')).toEqual({ text: 'secret', isCurrent: false })
    await expect(boxOf(second).open(sealed, 'row 1')).rejects.toThrow('is not configured')
  })

  it('refuses a text of another row, and a changed one', async () => {
    const box = boxOf(first)
    const sealed = await box.seal('secret', 'row 1')
    await expect(box.open(sealed, 'row 2')).rejects.toThrow('authenticate')
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
    await expect(box.open(changed, 'row 1')).rejects.toThrow('authenticate')
  })
})
