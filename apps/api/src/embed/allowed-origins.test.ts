import { expect, it } from 'vitest'
import { frameAncestors, mayBeFramedBy, toAllowedOrigins } from './allowed-origins.ts'

it('keeps exact origins, each once', () => {
  expect(
    toAllowedOrigins([
      'HTTPS://A.com/',
      ' https://a.com ',
      'https://a.com:443',
      'http://a.com:8080',
      'https://bücher.example',
      'http://[::1]:3000',
      '',
      'null',
    ]),
  ).toEqual([
    'https://a.com',
    'http://a.com:8080',
    'https://xn--bcher-kva.example',
    'http://[::1]:3000',
    'null',
  ])
})

it.each([undefined, null, [], ['', '  ']])('takes %j for every site', (lines) => {
  expect(toAllowedOrigins(lines)).toBeNull()
})

it.each([
  'https://a.com@evil',
  'https://a.com/path',
  'https://a.com?x',
  'https://a.com#x',
  '*',
  'https://*',
  'https://*.a.com',
  'ftp://a.com',
  'a.com',
  'javascript:alert(1)',
  'NULL',
  'https://a.com b',
  "https://a.com;script-src'unsafe-inline'",
  'https://a.com\r\nSet-Cookie: a=b',
  'https://',
])('refuses %j, and says so', (line) => {
  expect(() => toAllowedOrigins(['https://a.com', line])).toThrow(`Invalid: ${line}`)
})

it('lets the sites of the list frame the document, and our own pages', () => {
  expect(frameAncestors(['https://a.com', 'http://b.com:81'])).toBe("https://a.com http://b.com:81 'self'")
  expect(frameAncestors(null)).toBe('*')
  expect(frameAncestors(['https://a.com', 'null'])).toBe('*')
})

it('compares origins exactly', () => {
  const own = 'https://chat.example'
  expect(mayBeFramedBy(['https://a.com'], ['https://a.com'], own)).toBe(true)
  expect(mayBeFramedBy(['https://a.com'], ['https://a.com.evil.com'], own)).toBe(false)
  expect(mayBeFramedBy(['https://a.com'], ['null'], own)).toBe(false)
  expect(mayBeFramedBy(['https://a.com', 'null'], ['null'], own)).toBe(true)
  expect(mayBeFramedBy(['https://a.com', 'null'], ['https://evil.com'], own)).toBe(false)
  expect(mayBeFramedBy(['https://a.com'], [own], own)).toBe(true)
  expect(mayBeFramedBy(null, ['https://any.example'], own)).toBe(true)
})

it('lets an opaque page stand for itself alone, when `null` is allowed', () => {
  const own = 'https://chat.example'
  const allowed = ['https://a.com', 'null']
  expect(mayBeFramedBy(allowed, ['null'], own)).toBe(true)
  expect(mayBeFramedBy(allowed, ['https://a.com', 'null'], own)).toBe(true)
  expect(mayBeFramedBy(allowed, ['null', 'https://a.com'], own)).toBe(true)
  expect(mayBeFramedBy(allowed, ['null', 'https://evil.com'], own)).toBe(false)
  expect(mayBeFramedBy(allowed, ['https://a.com', 'https://evil.com'], own)).toBe(false)
  expect(mayBeFramedBy(allowed, ['null', 'null'], own)).toBe(false)
  expect(mayBeFramedBy(['https://a.com'], ['https://a.com', 'null'], own)).toBe(true)
})
