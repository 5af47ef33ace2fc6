import { expect, it } from 'vitest'
import { isOpen } from './opening-hours.ts'

const day = { from: '09:00', to: '17:00' }
const week = { zone: 'Europe/Berlin', days: [day, day, day, day, { from: '09:00', to: '12:30' }, null, null] }

it.each([
  ['2026-11-23T07:59:59Z', false, 'a minute before opening on Monday, in winter'],
  ['2026-11-23T08:00:00Z', true, 'at opening'],
  ['2026-11-23T15:59:00Z', true, 'a minute before closing'],
  ['2026-11-23T16:00:00Z', false, 'at closing'],
  ['2026-07-20T07:00:00Z', true, 'at opening on Monday, in summer'],
  ['2026-11-27T11:29:00Z', true, 'on a short Friday'],
  ['2026-11-27T11:30:00Z', false, 'after a short Friday'],
  ['2026-11-28T10:00:00Z', false, 'on a closed Saturday'],
  // Sunday in UTC is Monday there.
  ['2026-11-22T23:30:00Z', false, 'at night, on the next day'],
])('at %s is %s: %s', (at, expected) => {
  expect(isOpen(week, new Date(at))).toBe(expected)
})

it('counts the day of the time zone, not of UTC', () => {
  const tokyo = { zone: 'Asia/Tokyo', days: [day, null, null, null, null, null, null] }
  expect(isOpen(tokyo, new Date('2026-11-23T00:30:00Z'))).toBe(true)
  expect(isOpen(tokyo, new Date('2026-11-22T23:59:00Z'))).toBe(false)
  expect(isOpen(tokyo, new Date('2026-11-22T16:00:00Z'))).toBe(false)
})

it('is always open without hours', () => {
  expect(isOpen(null, new Date())).toBe(true)
})
