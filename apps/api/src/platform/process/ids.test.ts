import { describe, expect, it } from 'vitest'
import { isUuid, newId } from './ids.ts'

describe('newId', () => {
  it('is a UUIDv7 that begins with its time', () => {
    const id = newId(Date.UTC(2026, 10, 21))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 10, 21))
    expect(isUuid(id)).toBe(true)
  })

  it('never gives the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newId(0))).size).toBe(1000)
  })
})

describe('isUuid', () => {
  it.each([
    '',
    'x',
    "1' or '1'='1",
    '0198c5f6-0000-7000-8000-00000000000g',
    '0198c5f600007000800000000000000a',
  ])('refuses %j', (text) => {
    expect(isUuid(text)).toBe(false)
  })
})
