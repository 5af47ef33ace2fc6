import { describe, expect, it } from 'vitest'
import { createSpikeAlert, type SafetySpike } from './spike-alert.ts'

function setUp() {
  const spikes: SafetySpike[] = []
  let time = 0
  const count = createSpikeAlert({ onSpike: (spike) => spikes.push(spike), now: () => time })
  const hourOf = (dangers: number, category = 'self_harm') => {
    time += 3_600_000
    for (let i = 0; i < dangers; i += 1) count(category)
  }
  return { spikes, hourOf }
}

describe('an alert on a spike of dangers', () => {
  it('comes once in the hour that has more than five times the usual count', () => {
    const { spikes, hourOf } = setUp()
    for (let i = 0; i < 24; i += 1) hourOf(4)
    expect(spikes).toEqual([])
    hourOf(30)
    expect(spikes).toEqual([{ category: 'self_harm', count: 21, usual: 4 }])
    hourOf(60)
    expect(spikes).toHaveLength(2)
  })

  it('needs ten dangers in an hour, also after quiet hours', () => {
    const { spikes, hourOf } = setUp()
    hourOf(9)
    for (let i = 0; i < 24; i += 1) hourOf(0)
    hourOf(9)
    expect(spikes).toEqual([])
    for (let i = 0; i < 24; i += 1) hourOf(0)
    hourOf(10)
    expect(spikes).toHaveLength(1)
  })

  it('counts each category on its own', () => {
    const { spikes, hourOf } = setUp()
    for (let i = 0; i < 24; i += 1) hourOf(20, 'minor_dose')
    hourOf(12, 'overdose')
    expect(spikes.map(({ category }) => category)).toEqual(['minor_dose', 'overdose'])
  })
})
