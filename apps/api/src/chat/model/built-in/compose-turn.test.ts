import { describe, expect, it } from 'vitest'
import type { SearchToolOutput } from '../search-tool.ts'
import { composeTurn } from './compose-turn.ts'
import { planTurn } from './turn-plan.ts'

const lozenges = {
  name: 'Zinc Lozenges',
  price: '$9.90',
  description: 'Honey-lemon zinc lozenges.',
  url: 'https://example.com/shop/zinc-lozenges',
}
const limit = {
  citation: 1,
  title: 'Zinc: Facts',
  section: 'Upper limit of zinc',
  author: 'An Agency',
  text: 'The tolerable upper intake level for zinc is 40 mg a day for adults.',
}

/** Composes the answer to a message with what the shop and the articles have. */
function answer(message: string, { fitting, covered }: { fitting: string[]; covered: boolean }) {
  const plan = planTurn([message], [], { usePrevContext: true, expandShort: true })
  const shop: SearchToolOutput = { passages: [], products: [lozenges], wish: { fitting, isGoods: true } }
  const articles: SearchToolOutput = { passages: covered ? [limit] : [], products: [lozenges], covered }
  return composeTurn(plan, [shop, articles], '')
}

describe('a message with a wish and a question', () => {
  const message = 'Do you sell zinc lozenges, and how much zinc is too much?'

  it('gets both answers, the question first', () => {
    const { text, outcome, sources } = answer(message, { fitting: ['Zinc Lozenges'], covered: true })
    expect(text).toMatch(
      /^The tolerable upper intake level for zinc is 40 mg a day for adults \[1\]\..*\n\n.*Zinc Lozenges/su,
    )
    expect(text.match(/Zinc Lozenges/gu)).toHaveLength(1)
    expect(outcome).toBe('answered')
    expect(sources).toHaveLength(1)
  })

  it('gets the answer of the articles where the shop has nothing', () => {
    const { text, outcome } = answer(message, { fitting: [], covered: true })
    expect(text).toMatch(/^The tolerable upper intake level.*\n\nThe shop does not sell this/su)
    expect(outcome).toBe('partial')
  })

  it('gets the products where the articles have nothing', () => {
    const { text, outcome } = answer(message, { fitting: ['Zinc Lozenges'], covered: false })
    expect(text).toContain('Zinc Lozenges')
    expect(text).not.toContain('40 mg')
    expect(outcome).toBe('answered')
  })
})

describe('two things that are compared by name alone', () => {
  it('are answered by the articles where the shop has one of them', () => {
    const plan = planTurn(['zinc syrup or zinc lozenges for a cold?'], [], {
      usePrevContext: true,
      expandShort: true,
    })
    const article = {
      ...limit,
      section: 'Zinc lozenges and the common cold',
      text: 'Zinc lozenges or zinc syrup may shorten a cold.',
    }
    const articles: SearchToolOutput = { passages: [article], products: [], covered: true }
    const shop: SearchToolOutput = {
      passages: [],
      products: [lozenges],
      wish: { fitting: ['Zinc Lozenges'], isGoods: true },
    }
    const results = plan.searches.map(({ kind }) => (kind === 'products' ? shop : articles))
    expect(composeTurn(plan, results, '').text).toContain('may shorten a cold [1]')
  })
})

describe('a question to the service of a shop', () => {
  const delivery = {
    citation: 1,
    title: 'Delivery abroad',
    section: 'Delivery to Iceland',
    author: 'A Shop',
    text: 'Delivery to Iceland takes five days.',
  }

  function answerTo(message: string, found: SearchToolOutput) {
    const plan = planTurn([message], [], { usePrevContext: true, expandShort: true })
    return composeTurn(
      plan,
      plan.searches.map(({ kind }) => (kind === 'knowledge' ? found : { passages: [], products: [] })),
      '',
    )
  }

  it('is answered by content about it', () => {
    const found = { passages: [limit, delivery], products: [], covered: true }
    const { text, outcome } = answerTo('Do you deliver to Iceland?', found)
    expect(text).toMatch(/^Delivery to Iceland takes five days \[1\]\./u)
    expect(outcome).toBe('answered')
  })

  it.each([
    'Do you deliver to Norway?',
    'Can I return it?',
    'How long does delivery take?',
    'Do you offer free shipping?',
  ])('%s is not answered by other content', (message) => {
    const { text, outcome } = answerTo(message, {
      passages: [{ ...delivery, section: 'Return to Iceland' }, limit],
      products: [],
      covered: true,
    })
    expect(text).toMatch(/^The knowledge base does not cover orders/u)
    expect(outcome).toBe('uncovered')
  })

  it.each(['How long does it take until a parcel is in Iceland?', 'Do you sell parcels for Iceland?'])(
    '%s is answered by the article with that title',
    (title) => {
      const found = { passages: [limit, { ...delivery, title }], products: [], covered: true }
      expect(answerTo(title.toLowerCase(), found)).toMatchObject({ outcome: 'answered' })
      expect(answerTo(title, found).text).toContain('five days [1]')
    },
  )
})
