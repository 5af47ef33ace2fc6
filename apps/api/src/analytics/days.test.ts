import { describe, expect, it } from 'vitest'
import { dayRange } from './days.ts'

const now = new Date('2026-03-01T23:59:59.999Z')

describe('dayRange', () => {
  it('is the last 30 UTC days with today', () => {
    const { from, to, days } = dayRange({}, now)
    expect([from, to, days.length]).toEqual(['2026-01-31', '2026-03-01', 30])
    expect(days.slice(-3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })

  it('has each day once where clocks change', () => {
    const { days } = dayRange({ from: '2026-03-28', to: '2026-03-30' }, now)
    expect(days).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  })

  it('knows leap days, and takes a whole leap year', () => {
    expect(dayRange({ from: '2024-01-01', to: '2024-12-31' }, now).days).toHaveLength(366)
  })

  it('takes one end alone', () => {
    expect(dayRange({ to: '2026-02-10' }, now).from).toBe('2026-01-12')
    expect(dayRange({ from: '2026-02-25' }, now).to).toBe('2026-03-01')
    expect(dayRange({ from: '2025-01-01' }, now).to).toBe('2025-01-30')
  })

  it.each([
    { from: '2026-02-02', to: '2026-02-01' },
    { from: '2025-01-01', to: '2026-01-02' },
  ])('refuses %j', (range) => {
    expect(() => dayRange(range, now)).toThrow(expect.objectContaining({ status: 422 }))
  })
})
