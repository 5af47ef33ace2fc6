import { describe, expect, it } from 'vitest'
import { parsePrice, toPriceText } from './format-content.ts'

describe('a price', () => {
  it.each([
    ['19.90', 'USD', 1990],
    ['19,9', 'EUR', 1990],
    ['19', 'EUR', 1900],
    ['1900', 'JPY', 1900],
    ['1.234', 'KWD', 1234],
    ['19.5', 'JPY', undefined],
    ['19.999', 'USD', undefined],
    ['1e3', 'USD', undefined],
    ['', 'USD', undefined],
  ])('%s %s is read as %s minor units', (text, currency, expected) => {
    expect(parsePrice(text, currency)).toBe(expected)
  })

  it('is shown as it is typed', () => {
    expect(toPriceText(1990, 'USD')).toBe('19.90')
    expect(toPriceText(1900, 'JPY')).toBe('1900')
  })
})
