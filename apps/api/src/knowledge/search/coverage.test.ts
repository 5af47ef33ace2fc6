import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../db/database.ts'
import { loadDemonstration } from '../../demo/load-demonstration.ts'
import { coverageFromFeatures, type CoverageFeatures, isCovered, modelProbability } from './coverage.ts'
import { searchPassages } from './knowledge.search.ts'

describe('covered', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    await loadDemonstration(database.db)
  })
  afterAll(() => database.close())

  it.each([
    ['My legs seize up with charley horses at 3am, am I lacking some mineral?', 'magnesium-fact-sheet'],
    ['I am bunged up, what roughage helps me go?', 'medlineplus-dietary-fiber'],
    ['Grandma had a tumble, what should we change in the house?', 'nia-falls-prevention'],
  ])('is true for an everyday question without a word of its article: %s', async (question, slug) => {
    const { covered, passages } = await searchPassages(database.db, question)
    expect(covered).toBe(true)
    expect(passages.slice(0, 3).map((passage) => passage.slug)).toContain(slug)
  })

  it.each([
    ['Does fiber make you gassy?', 'medlineplus-dietary-fiber'],
    ['Which sweets may I eat on the DASH plan?', 'nhlbi-dash-eating-plan'],
  ])('is true for a question of which the best article lacks nothing: %s', async (question, slug) => {
    const { covered, passages } = await searchPassages(database.db, question)
    expect(covered).toBe(true)
    expect(passages[0]?.slug).toBe(slug)
  })

  it.each([
    'Which laptop should I buy?',
    'How long is flu contagious?',
    'What are the symptoms of appendicitis?',
    'Top ten hard bands of the seventies?',
  ])('is false for a question that shares common words alone: %s', async (question) => {
    expect((await searchPassages(database.db, question)).covered).toBe(false)
  })
})

describe('coverageFromFeatures', () => {
  /** The model alone gives 0.52, below the threshold. */
  const doubtful: CoverageFeatures = {
    coverage: 0.94,
    named: 0.42,
    score: 0.71,
    missingTopic: 0,
    unknown: 0,
    strongest: 0.52,
    matched: 0.4,
    matchedTopic: 1,
    margin: 0.64,
    support: 0.75,
    concepts: 0.67,
    topicNamed: 0.42,
    topicLost: 0,
    anyTopic: 1,
    otherTopic: 0,
    objectLost: 0,
    asked: 0.5,
    askedWell: 0,
    terms: 0.2,
    lost: 0,
    ageLost: 0,
    unnamed: 0.58,
  }
  const decision = (changes: Partial<CoverageFeatures>) =>
    isCovered(coverageFromFeatures({ ...doubtful, ...changes }, false))

  it('covers a doubtful question of which the best article lacks nothing, and leads', () => {
    expect(isCovered(modelProbability(doubtful))).toBe(false)
    expect(decision({})).toBe(true)
    expect(decision({ margin: 0.15 })).toBe(false)
    expect(decision({ objectLost: 0.02 })).toBe(false)
    expect(decision({ unknown: 0.02 })).toBe(false)
  })

  it('covers a doubtful question that a passage stores in other words', () => {
    const lacking = { unknown: 0.05, support: 0.33 }
    expect(decision(lacking)).toBe(false)
    expect(decision({ ...lacking, asked: 0.55 })).toBe(true)
    expect(decision({ ...lacking, asked: 0.55, matched: 0.1 })).toBe(false)
  })
})
