import { expect, it } from 'vitest'
import { loginPath, returnPath } from './paths.ts'

it('keeps the origin in the sign-in address and finds it again', () => {
  const address = new URL(loginPath('/chat?c=7#end'), 'https://example.com')
  expect(address.pathname).toBe('/login')
  expect(returnPath(address.searchParams.get('from'))).toBe('/chat?c=7#end')
})

it('goes to the chat without an origin', () => {
  expect(returnPath(null)).toBe('/chat')
})

it.each([
  'https://evil.example',
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/chat/..//evil.example',
  '/%2e//evil.example',
  'chat',
])('never leaves the site: %j', (origin) => {
  expect(returnPath(origin)).toBe('/chat')
})

it.each(['/login', '/signup?from=%2Fchat', '/'])('does not loop back to %s', (origin) => {
  expect(returnPath(origin)).toBe('/chat')
})
