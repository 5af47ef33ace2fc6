import { expect, it } from 'vitest'
import { vouchesForAddress } from './provider.ts'

it('takes an address from Google for accounts of a Workspace alone: others keep it after its owner has changed', () => {
  const claims = { email: 'ada@brand.example', email_verified: true }
  expect(vouchesForAddress('https://login.brand.example', claims)).toBe(true)
  expect(vouchesForAddress('https://accounts.google.com', claims)).toBe(false)
  expect(vouchesForAddress('https://accounts.google.com', { ...claims, hd: 'brand.example' })).toBe(true)
  expect(
    vouchesForAddress('https://accounts.google.com', {
      ...claims,
      email_verified: false,
      hd: 'brand.example',
    }),
  ).toBe(false)
})
