import { expect, it } from 'vitest'
import { lengthStrength, passwordStrength } from './strength.ts'

it.each([
  ['', { level: 0, verdict: 'empty' }],
  ['moss', { level: 1, verdict: 'missing', count: 11 }],
  ['x'.repeat(129), { level: 1, verdict: 'tooLong' }],
  ['😀'.repeat(15), { level: 2, verdict: 'enough' }],
  ['moss beneath seven kettles', { level: 3, verdict: 'long' }],
])('judges the length of %j', (password, strength) => {
  expect(lengthStrength(password)).toEqual(strength)
})

it('judges a password of the right length by the rules of the server', async () => {
  expect(await passwordStrength('qwertyuiopasdfgh', '')).toEqual({ level: 1, verdict: 'guessable' })
  expect(await passwordStrength('alexandra@example.com', 'alexandra@example.com')).toMatchObject({ level: 1 })
  expect(await passwordStrength('moss beneath seven kettles', '')).toEqual({ level: 3, verdict: 'long' })
})
