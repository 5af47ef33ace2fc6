import { describe, expect, it } from 'vitest'
import { countedAddress } from './counted-address.ts'

describe('countedAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('counts %s as %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted)
  })

  it('counts the widest network of a customer as one when it is asked to', () => {
    expect(countedAddress('2001:db8:1:2::9', 48)).toBe('2001:db8:1::/48')
    expect(countedAddress('2001:db8:1:ffff::9', 48)).toBe('2001:db8:1::/48')
    expect(countedAddress('192.0.2.7', 48)).toBe('192.0.2.7')
  })
})
