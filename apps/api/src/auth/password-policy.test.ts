import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password-policy.ts'

describe('passwordProblem', () => {
  it.each([
    'qwertyuiopasdfgh',
    'PasswordPassword',
    'passwordpasswor',
    '123456789012345678',
    'letmeinletmeinletmein',
    'demonstration-only',
    'alexandra@example.com',
    'ALEXANDRA@EXAMPLE.COM',
    'alexandraexamplecom',
    'alexandraalexandra',
  ])('refuses %j', (password) => {
    expect(passwordProblem(password, 'alexandra@example.com')).toEqual(expect.any(String))
  })

  it.each([
    'thisismypassword but with much more of my own',
    'alexandra likes green tea',
    '😀'.repeat(15),
    'aAaAaAaAaAaAaAa!',
    '               x',
  ])('accepts %j', (password) => {
    expect(passwordProblem(password, 'alexandra@example.com')).toBeUndefined()
  })

  it('copes with an address that has no letter before its sign', () => {
    expect(passwordProblem('🌱🌿🍀🌳🌲🌴🌵🌾', '_@example.com')).toBeUndefined()
  })
})
