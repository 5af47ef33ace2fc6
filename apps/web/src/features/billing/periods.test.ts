import type { BillingProduct, Price } from '@org/api-client'
import { describe, expect, it } from 'vitest'
import { periodsOf, pricesIn, savingOf } from './periods.ts'

const price = (interval: string | null, unitAmount: number, currency = 'USD'): Price => ({
  id: `${interval}-${currency}`,
  unitAmount,
  currency,
  interval,
})
const plan = (...prices: Price[]): BillingProduct => ({
  id: 'plan',
  name: 'Plan',
  description: '',
  features: [],
  prices,
})

describe('the billing periods of plans', () => {
  it('are listed once, the shortest first, without payments made once', () => {
    const plans = [plan(price('year', 10), price('month', 1)), plan(price('month', 2), price(null, 5))]
    expect(periodsOf(plans)).toEqual(['month', 'year'])
    expect(periodsOf([plan(price('quarter', 3), price('day', 1), price('week', 1))])).toEqual([
      'day',
      'week',
      'quarter',
    ])
    expect(periodsOf([plan(price(null, 5))])).toEqual([])
  })

  it('choose the prices of a plan, which shows all of them when it has none for the period', () => {
    const month = price('month', 1)
    const year = price('year', 10)
    expect(pricesIn(plan(month, year), 'year')).toEqual([year])
    expect(pricesIn(plan(month), 'year')).toEqual([month])
    expect(pricesIn(plan(price(null, 5)), undefined)).toEqual([price(null, 5)])
  })

  it('save the difference between a year and twelve months of one currency', () => {
    const year = price('year', 1000)
    expect(savingOf(plan(price('month', 100), year), year)).toBeCloseTo(1 / 6)
    expect(savingOf(plan(price('month', 50), year), year)).toBeUndefined()
    expect(savingOf(plan(price('month', 100, 'EUR'), year), year)).toBeUndefined()
    const month = price('month', 100)
    expect(savingOf(plan(month, year), month)).toBeUndefined()
  })
})
