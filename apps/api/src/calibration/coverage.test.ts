import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../db/database.ts'
import { loadDemonstration } from '../demo/load-demonstration.ts'
import { coverageFromFeatures, isCovered } from '../knowledge/search/coverage.ts'
import { type CoverageCase, readCoverageCases, readCoverageQuestions } from './coverage-cases.ts'
import { fitWeights, probabilityOf } from './logistic-regression.ts'

describe('the decision that the content covers a question', () => {
  let database: Database
  const cases: (CoverageCase & { covered: boolean })[] = []
  beforeAll(async () => {
    database = await openTestDatabase()
    await loadDemonstration(database.db)
    for (const each of await readCoverageCases(database.db, readCoverageQuestions()))
      cases.push({ ...each, covered: isCovered(coverageFromFeatures(each.features, false)) })
  }, 120_000)
  afterAll(() => database.close())

  const shareCovered = (list: typeof cases) => list.filter(({ covered }) => covered).length / list.length

  it('is made for nearly every question whose article is found', () => {
    const found = cases.filter(({ isFound }) => isFound)
    expect(found.length).toBeGreaterThan(340)
    expect(shareCovered(found)).toBeGreaterThanOrEqual(0.93)
  })

  it('is made for few questions without an answer', () => {
    const uncovered = cases.filter(({ articles }) => articles.length === 0)
    expect(uncovered.length).toBeGreaterThan(360)
    expect(shareCovered(uncovered)).toBeLessThanOrEqual(0.11)
  })

  it.each([
    'does creatine make you lose hair',
    'can probiotics cure depression',
    'does sunscreen cause cancer',
  ])('sees a second topic that the article lacks: %s', async (question) => {
    const [read] = await readCoverageCases(database.db, [{ question, set: 'own', articles: [], group: '' }])
    expect(read?.features.otherTopic).toBe(1)
  })

  it('sees that the article lacks what something is asked to act on', async () => {
    const [read] = await readCoverageCases(database.db, [
      { question: 'does zinc make hair grow back', set: 'own', articles: [], group: '' },
    ])
    expect(read?.features.objectLost).toBeGreaterThan(0)
  })
})

describe('fitWeights', () => {
  const cases = [
    { features: [1], isMember: true },
    { features: [1], isMember: true },
    { features: [1], isMember: false },
    { features: [0], isMember: true },
  ]

  it('finds the weight at which the probabilities are the shares of the cases', () => {
    const weights = fitWeights(cases, 1e-6)
    expect(probabilityOf(weights, { features: [1] })).toBeCloseTo(2 / 3, 4)
  })

  it('keeps weights small under a penalty', () => {
    expect(Math.abs(fitWeights(cases, 100)[0] ?? 1)).toBeLessThan(0.05)
  })
})
