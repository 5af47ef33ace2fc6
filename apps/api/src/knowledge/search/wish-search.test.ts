import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../db/database.ts'
import { importProducts } from '../content/knowledge.import.ts'
import { parseProductFile } from '../content/product-file.ts'
import { searchWished } from './knowledge.search.ts'

const product = (name: string, price: number, description: string, keywords: string[]) => ({
  pk: name.toLowerCase().replaceAll(' ', '-'),
  name,
  description,
  unit_amount: Math.round(price * 100),
  currency: 'USD',
  url: 'https://example.com/shop',
  keywords,
})

const catalogue = [
  product('Oak Comb', 10, 'A hand-cut comb in a cotton bag.', ['comb', 'hair', 'thick hair']),
  product('Horn Comb', 40, 'A polished comb with a case.', ['comb', 'hair', 'beard']),
  product('Oat Soap', 6, 'A fragrance-free bar for dry skin.', ['soap', 'dry skin']),
  product('Rose Soap', 7, 'A bar with a perfume of roses.', ['soap', 'roses']),
  product('Insulated Water Bottle', 27, 'A steel bottle with a leakproof lid.', ['water', 'bottle']),
  product('Mineral Sunscreen SPF 30', 18, 'A lotion with zinc oxide.', ['sunscreen', 'sun']),
  product('Iron Tablets', 12, 'Tablets of iron.', ['iron', 'mineral']),
  product('Quiet Fan', 50, 'A fan for the bedside table.', ['fan', 'noise', 'summer heat']),
]

describe('findWished', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    await importProducts(database.db, parseProductFile(JSON.stringify(catalogue)))
  })
  afterAll(() => database.close())

  const wished = async (message: string) => {
    const found = await searchWished(database.db, message)
    return found?.products.map(({ name }) => name)
  }

  it('finds a thing by its name, in other forms and with typing errors', async () => {
    expect(await wished('do u sell sunscren')).toEqual(['Mineral Sunscreen SPF 30'])
    expect(await wished('have you got sun cream?')).toEqual(['Mineral Sunscreen SPF 30'])
    expect(await wished('do you have iron in capsules')).toEqual(['Iron Tablets'])
    expect(await wished('do you sell a flask')).toEqual(['Insulated Water Bottle'])
  })

  it('finds any thing by its use', async () => {
    expect(await wished('what do you have for noisy nights')).toEqual(['Quiet Fan'])
    expect(await wished('gift for a man with a beard')).toEqual(['Horn Comb'])
  })

  it('takes the last word of a name for the thing: its neighbours are not sold', async () => {
    expect(await wished('do you sell comb cases')).toEqual([])
    expect(await wished('do you sell water')).toEqual([])
    expect(await wished('got any iron pans')).toEqual([])
    expect(await wished('do you have a baby comb')).toEqual([])
    expect(await wished('do you sell earplugs for noisy nights')).toEqual([])
  })

  it('filters and orders by price', async () => {
    expect(await wished('a comb under 20 dollars')).toEqual(['Oak Comb'])
    expect(await wished('a comb under 5 dollars')).toEqual([])
    expect(await wished('cheapest comb')).toEqual(['Oak Comb'])
    expect(await wished('do you have a cheap comb')).toEqual(['Oak Comb', 'Horn Comb'])
    expect(await wished('most expensive comb')).toEqual(['Horn Comb'])
    expect(await wished('What is the most expensive thing you sell?')).toEqual(['Quiet Fan'])
    expect(await wished('which products cost less than 8 dollars')).toEqual(['Oat Soap', 'Rose Soap'])
  })

  it('leaves out what the product must not contain, and needs it said of any thing', async () => {
    expect(await wished('soap without perfume')).toEqual(['Oat Soap'])
    expect(await wished('a bottle that does not leak')).toEqual(['Insulated Water Bottle'])
    expect(await wished('something without gluten')).toEqual([])
  })

  it('says of things and their properties that they are goods, and of remedies that they are not', async () => {
    const isGoods = async (message: string) => (await searchWished(database.db, message))?.isGoods
    expect(await isGoods('comb for thick hair')).toBe(true)
    expect(await isGoods('iron tablets')).toBe(false)
  })
})

describe('findWished in a shop with more products than are compared', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    const cards = Array.from({ length: 510 }, (_, at) =>
      product(`Card ${at + 1}`, (100 + at) / 100, 'A printed card.', ['card']),
    )
    const desk = product('Walnut Desk', 900, 'A desk of solid wood.', ['desk'])
    const supplement = product('Iron Tablets', 12, 'Tablets of iron.', ['supplements', 'iron'])
    await importProducts(database.db, parseProductFile(JSON.stringify([...cards, desk, supplement])))
  })
  afterAll(() => database.close())

  it.each([
    ['what is the most expensive thing you sell?', 'Walnut Desk'],
    ['what do you sell over $500?', 'Walnut Desk'],
    ['what is your cheapest supplement?', 'Iron Tablets'],
    ['what is the cheapest thing you sell?', 'Card 1'],
  ])('reads the prices and the topic before it cuts: %s', async (message, name) => {
    const found = await searchWished(database.db, message)
    expect(found?.products[0]?.name).toBe(name)
  })
})
