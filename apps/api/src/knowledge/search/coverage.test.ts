import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../db/database.ts'
import { loadDemonstration } from '../../demo/load-demonstration.ts'
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
    'Which laptop should I buy?',
    'How long is flu contagious?',
    'What are the symptoms of appendicitis?',
    'Top ten hard bands of the seventies?',
  ])('is false for a question that shares common words alone: %s', async (question) => {
    expect((await searchPassages(database.db, question)).covered).toBe(false)
  })
})
