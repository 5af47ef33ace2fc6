import { describe, expect, it } from 'vitest'
import rules from '../data/rules.json' with { type: 'json' }
import type { Finding } from './danger-model.ts'
import { decide, type Thresholds } from './decide.ts'
import { compileRules } from './rules.ts'

const thresholds: Thresholds = {
  reports: 0.8,
  raises: 0.6,
  drops: 0.2,
  dropsEmergency: 0.15,
  past: 0.8,
  cautions: 0.4,
  dropsCaution: 0.06,
  sells: 0.1,
}
const known = compileRules(rules).rules
const emergency = known.find(({ severity }) => severity === 'emergency')
const urgent = known.find(({ severity }) => severity === 'urgent')
const caution = known.find(({ severity }) => severity === 'caution')

function found(probability: number, cautious = 0): Finding {
  return {
    probability,
    severity: 'emergency',
    category: 'overdose',
    caution: cautious,
    cautionCategory: 'pregnancy',
    concern: probability + cautious,
  }
}

const decideOn = (evidence: Partial<Parameters<typeof decide>[0]>) =>
  decide(
    { rule: undefined, caution: undefined, finding: undefined, names: false, isPast: false, ...evidence },
    thresholds,
  )

describe('the decision', () => {
  it('withholds products below the threshold of a danger', () => {
    expect(decideOn({ finding: found(0.3) })).toEqual({ danger: undefined, sensitive: true })
    expect(decideOn({ finding: found(0.02, 0.09) })).toEqual({ danger: undefined, sensitive: true })
    expect(decideOn({ finding: found(0.05) })).toEqual({ danger: undefined, sensitive: false })
  })

  it('withholds products beside a rule that the model drops', () => {
    expect(decideOn({ rule: emergency, finding: found(0.01) })).toEqual({
      danger: undefined,
      sensitive: true,
    })
  })

  it('drops an urgent rule before an emergency rule', () => {
    expect(decideOn({ rule: urgent, finding: found(0.18) }).danger).toBeUndefined()
    expect(decideOn({ rule: emergency, finding: found(0.18) }).danger?.severity).toBe('emergency')
    expect(decideOn({ rule: emergency, finding: found(0.12) }).danger).toBeUndefined()
  })

  it('falls back to a rule of caution where the model drops a higher one', () => {
    const { danger } = decideOn({ rule: emergency, caution, finding: found(0.1, 0.2) })
    expect(danger?.severity).toBe('caution')
  })

  it('drops what a message tells of years ago, unless the model is sure of a danger', () => {
    expect(decideOn({ rule: emergency, finding: found(0.7), isPast: true }).danger).toBeUndefined()
    expect(decideOn({ rule: emergency, finding: found(0.7) }).danger?.severity).toBe('emergency')
    expect(decideOn({ rule: emergency, finding: found(0.85), isPast: true }).danger?.severity).toBe(
      'emergency',
    )
    expect(decideOn({ rule: emergency, finding: found(0.7), isPast: true }).sensitive).toBe(true)
  })

  it('raises a caution to the severity of the model', () => {
    expect(decideOn({ rule: caution, finding: found(0.7) }).danger?.severity).toBe('emergency')
    expect(decideOn({ rule: caution, finding: found(0.5) }).danger?.severity).toBe('caution')
  })

  it('reports nothing where neither a rule nor the model finds a danger', () => {
    expect(decideOn({})).toEqual({ danger: undefined, sensitive: false })
  })
})
