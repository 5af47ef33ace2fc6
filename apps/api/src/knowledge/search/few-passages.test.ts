import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../db/database.ts'
import { importArticles } from '../content/knowledge.import.ts'
import { searchPassages } from './knowledge.search.ts'

const texts: Record<string, string> = {
  'Chamomile tea':
    'Steep chamomile tea for five minutes in hot water.\n\nChamomile tea keeps for two years in a dark tin.',
  'Magnesium capsules':
    'Take two magnesium capsules with dinner.\n\nThe magnesium capsules contain no gluten.',
  'Returns and delivery':
    'You can return an unopened tea tin within 30 days.\n\nDelivery to Spain takes four working days.',
  'Care of teapots': 'Wash a cast iron teapot by hand with warm water and dry it at once.',
  'Our shop in Lisbon': 'The shop in Lisbon opens at nine in the morning from Monday to Saturday.',
  Selenium: 'Adults need selenium.',
}

describe('a search in the content of a brand that has a few passages', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    const articles = Object.entries(texts).map(([title, body]) => ({
      slug: title.toLowerCase().replaceAll(' ', '-'),
      title,
      author: 'Tea shop',
      url: '',
      topic: '',
      language: 'en',
      sections: [{ heading: '', body }],
      contentHash: title,
    }))
    await importArticles(database.db, articles)
  })
  afterAll(() => database.close())

  it.each([
    ['How long do I steep chamomile tea?', 'chamomile-tea'],
    ['How long does chamomile tea keep?', 'chamomile-tea'],
    ['When should I take the magnesium capsules?', 'magnesium-capsules'],
    ['Do the magnesium capsules contain gluten?', 'magnesium-capsules'],
    ['Can I return an unopened tea tin?', 'returns-and-delivery'],
    ['How long does delivery to Spain take?', 'returns-and-delivery'],
    ['How do I wash a cast iron teapot?', 'care-of-teapots'],
    ['When does the shop in Lisbon open?', 'our-shop-in-lisbon'],
    ['How much selenium do adults need?', 'selenium'],
  ])('covers what they answer: %s', async (question, slug) => {
    const { covered, passages } = await searchPassages(database.db, question)
    expect(covered).toBe(true)
    expect(passages[0]?.slug).toBe(slug)
  })

  it.each([
    'Does oolong contain caffeine?',
    'Do you engrave wooden gift boxes?',
    'Do you ship to Japan?',
    'Which hotels in Lisbon are near the beach?',
    'How long does it take to learn Spanish?',
    'How do I wash a wool sweater?',
    'How do I sharpen a kitchen knife by hand?',
    'How many minutes does it take to boil an egg?',
    'Can I take ibuprofen with alcohol?',
    'Is chamomile tea safe in pregnancy?',
  ])('does not cover what they do not answer: %s', async (question) => {
    expect((await searchPassages(database.db, question)).covered).toBe(false)
  })
})
