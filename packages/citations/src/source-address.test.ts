import { expect, it } from 'vitest'
import { sourceAddress } from './source-address.ts'

const url = 'https://example.org/magnesium'

it('points to a short quote as a whole, with dashes and commas encoded', () => {
  expect(sourceAddress({ url, quote: 'Well-known facts, in short.' })).toBe(
    `${url}#:~:text=Well%2Dknown%20facts%2C%20in%20short.`,
  )
})

it('points to a long quote by its first and last words', () => {
  const quote = 'The recommended dietary allowance of magnesium for adult men is 400 mg a day.'
  expect(sourceAddress({ url, quote })).toBe(
    `${url}#:~:text=The%20recommended%20dietary%20allowance%20of,is%20400%20mg%20a%20day.`,
  )
})

it('keeps a fragment that the address already has', () => {
  expect(sourceAddress({ url: `${url}#dose`, quote: 'Two words' })).toBe(`${url}#dose:~:text=Two%20words`)
})

it.each([
  ['without a quote', { url }],
  ['of a PDF', { url: 'https://example.org/a.PDF', quote: 'Two words' }],
  ['that has a text fragment', { url: `${url}#:~:text=x`, quote: 'Two words' }],
  ['that is no address', { url: 'nowhere', quote: 'Two words' }],
])('leaves an address alone %s', (_, citation) => {
  expect(sourceAddress(citation)).toBe(citation.url)
})

it('encodes a lone surrogate without throwing', () => {
  expect(sourceAddress({ url, quote: 'a \uD800' })).toBe(`${url}#:~:text=a%20%EF%BF%BD`)
})

it('has no address without one', () => {
  expect(sourceAddress({ quote: 'Two words' })).toBeUndefined()
})
