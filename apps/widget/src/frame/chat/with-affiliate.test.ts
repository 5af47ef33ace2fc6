import { expect, it } from 'vitest'
import { withAffiliate } from './with-affiliate.ts'

const options = [
  { name: 'A', url: 'https://shop.example/a?x=1' },
  { name: 'B', url: 'https://shop.example/b?ref=other' },
  { name: 'C', url: 'not an address' },
  { name: 'D' },
]

it('adds the owner’s code to the addresses', () => {
  expect(withAffiliate(options, 'ana').map(({ url }) => url)).toEqual([
    'https://shop.example/a?x=1&ref=ana',
    'https://shop.example/b?ref=ana',
    'not an address',
    undefined,
  ])
  expect(options[0]?.url).toBe('https://shop.example/a?x=1')
})

it('leaves the options as they are without a code', () => {
  expect(withAffiliate(options, null)).toBe(options)
})
