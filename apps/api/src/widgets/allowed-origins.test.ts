import * as fc from 'fast-check'
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

// Every character that ends a source, a directive or a header, or matches more than itself, plain and encoded.
const harmful = Array.from('*;,\' "\t\r\n\\@?#%<>^`|{}')
const hostPart = fc.constantFrom(
  ...harmful,
  ...harmful.map((character) => `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`),
  '%2A',
  '%3B',
  '%2C',
  '%253B',
  '%00',
  '＊',
  '；',
  '，',
  'a',
  'com',
  '.',
  '-',
  ':',
  '81',
  '[',
  ']',
  'ü',
)
const lineOf = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'HTTPS://'),
    fc.array(hostPart, { minLength: 1, maxLength: 6 }),
  )
  .map(([scheme, parts]) => scheme + parts.join(''))

it('accepts nothing that means more than one origin once its encoding is resolved', () => {
  fc.assert(
    fc.property(lineOf, (line) => {
      const accepted = acceptedOf(line)
      fc.pre(accepted !== undefined)
      for (const origin of accepted ?? []) {
        expect(origin).not.toMatch(/[*;,'"\s\\@?#%]/u)
        expect(new URL(origin).origin).toBe(origin)
        const named = origin.includes('[') ? undefined : [origin, "'self'"]
        expect(frameAncestors([origin])?.split(' ')).toEqual(named)
      }
    }),
    { numRuns: 2000, maxSkipsPerRun: 1000, examples: [['https://a%3Bb.com'], ['https://%2A.com']] },
  )
})

it.each([
  'https://a%3Bb.com',
  'https://%2A.com',
  'https://a%2Cb.com',
  'https://a%27b.com',
  'https://a%20b.com',
])('refuses %s, whose encoding hides a character of the policy', (line) => {
  expect(() => toAllowedOrigins([line])).toThrow('Invalid')
})

function acceptedOf(line: string): string[] | null | undefined {
  try {
    return toAllowedOrigins([line])
  } catch {
    return undefined
  }
}

it('lets the sites of the list frame the document, and our own pages', () => {
  expect(frameAncestors(['https://a.com', 'http://b.com:81'])).toBe("https://a.com http://b.com:81 'self'")
  expect(frameAncestors(null)).toBeNull()
  expect(frameAncestors(['https://a.com', 'null'])).toBeNull()
})

it('lets the handshake decide for sites with an IPv6 address, which no policy can name', () => {
  const [ipv6, own] = ['http://[::1]:3000', 'https://chat.example']
  const allowed = ['https://a.com', ipv6]
  expect(frameAncestors(allowed)).toBeNull()
  expect(mayBeFramedBy(allowed, [ipv6], own)).toBe(true)
  expect(mayBeFramedBy(allowed, ['https://a.com', ipv6], own)).toBe(true)
  for (const other of ['https://evil.com', 'http://[::1]:3001', 'http://[::2]:3000', 'null']) {
    expect(mayBeFramedBy(allowed, [other], own)).toBe(false)
    expect(mayBeFramedBy(allowed, [ipv6, other], own)).toBe(false)
    expect(mayBeFramedBy(allowed, ['https://a.com', other], own)).toBe(false)
  }
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
