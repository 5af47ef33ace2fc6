import { describe, expect, it } from 'vitest'
import { countAddress, maskAddress } from './addresses.ts'

describe('maskAddress', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['unknown', ''],
    ['', ''],
  ])('%s is %s', (address, masked) => {
    expect(maskAddress(address)).toBe(masked)
  })
})

it('counts one address as one, and tells nothing without the key', () => {
  const one = countAddress('203.0.113.77', 'key')
  expect(countAddress('::ffff:203.0.113.77', 'key')).toEqual(one)
  expect(countAddress('203.0.113.78', 'key').hash).not.toBe(one.hash)
  expect(countAddress('203.0.113.77', 'another').hash).not.toBe(one.hash)
  expect(one.hash).toMatch(/^[0-9a-f]{32}$/u)
})
