import { describe, expect, it } from 'vitest'
import type { SearchToolOutput } from '../search-tool.ts'
import { composeAnswer, composeReply } from './compose-answer.ts'

const iron = {
  citation: 1,
  title: 'Iron: Facts',
  section: 'How much iron adults need',
  author: 'An Agency',
  text: 'Women aged 19 to 50 need 18 mg of iron a day. Women aged 51 and older need 8 mg of iron a day. Iron carries oxygen in the blood.',
}
const tea = {
  citation: 2,
  title: 'Tea',
  section: 'Tea and iron',
  author: 'Another Agency',
  text: 'Tea drunk with a meal lowers how much iron the body takes up. Tea is grown in many countries.',
}
const found = (passages: SearchToolOutput['passages'], products: SearchToolOutput['products'] = []) => ({
  passages,
  products,
})

describe('composeAnswer', () => {
  it('quotes the sentences that answer, and gives those of one source its number together', () => {
    expect(composeAnswer('How much iron do I need after 50?', found([iron]))).toBe(
      'Women aged 51 and older need 8 mg of iron a day. Iron carries oxygen in the blood [1].',
    )
  })

  it('gives no amount of grown-ups for a baby, and does not count as an answer', () => {
    const { text, outcome } = composeReply('How much iron should a seven-month-old baby get?', found([iron]))
    expect(text).not.toMatch(/mg/u)
    expect([text.length > 0, outcome]).toEqual([true, 'uncovered'])
  })

  it('gives advice for pregnancy before the amounts of everybody', () => {
    const coffee = {
      citation: 1,
      title: 'Caffeine',
      section: 'How much caffeine is too much',
      author: 'An Agency',
      asked_as: 'how much caffeine is too much',
      text: 'The agency cites 400 mg of caffeine a day as an amount without negative effects for most adults. Too much caffeine can cause insomnia. People who are pregnant should ask a health care provider about limiting caffeine.',
    }
    const terms = [
      { asked: 'caffeine', alternatives: ['caffeine'], weight: 2.4, known: true },
      { asked: 'when pregnant', alternatives: ['when pregnant'], weight: 2.6, known: true },
      { asked: 'pregnant', alternatives: ['pregnant'], weight: 2.4, known: true },
    ]
    const answer = composeAnswer('how much caffeine is too much when pregnant', { ...found([coffee]), terms })
    expect(answer).toMatch(/^People who are pregnant/u)
  })

  it('answers a question about a child from the section on children', () => {
    const melatonin = {
      citation: 1,
      title: 'Melatonin',
      section: 'What melatonin is',
      author: 'An Agency',
      score: 10,
      text: 'Melatonin is a hormone that helps to sleep. Melatonin supplements may help to sleep through jet lag.',
    }
    const children = {
      ...melatonin,
      citation: 2,
      section: 'Melatonin products and children',
      score: 9,
      text: 'Children may take 1 mg of melatonin to sleep. Melatonin is sold as a supplement. A parent should ask a health professional before giving melatonin to a child.',
    }
    const question = 'My baby is 5 months old, can I give her melatonin to sleep through?'
    const answer = composeAnswer(question, found([melatonin, children]))
    expect(answer).toMatch(/^A parent should ask/u)
    expect(answer).not.toContain('1 mg')
  })

  it('reads a misspelled "how much" as a question for an amount', () => {
    expect(composeAnswer('how mcuh iron for a woman of 60', found([iron, tea]))).toMatch(/^Women aged 51/u)
  })

  it.each([
    { what: 'vegetables under another name', names: ['vegetables'], answers: true },
    { what: 'what no source counts', names: [], answers: false },
  ])('answers how many there should be of $what: $answers', ({ names, answers }) => {
    const greens = {
      citation: 1,
      title: 'Eating well',
      section: 'A daily pattern',
      author: 'An Agency',
      text: 'The pattern includes 2 cups of vegetables a day.',
    }
    const terms = [
      { asked: 'veg', alternatives: ['veg', ...names], weight: 3, known: true },
      { asked: 'day', alternatives: ['day'], weight: 1, known: true },
    ]
    const answer = composeAnswer('How many veg should I have in a day?', { ...found([greens]), terms })
    expect(answer.startsWith('The pattern includes 2 cups of vegetables a day')).toBe(answers)
  })

  it('lets a passage that names both sides in its heading compare them', () => {
    const both = {
      ...tea,
      citation: 3,
      title: 'Drinks',
      section: 'Tea or coffee',
      text: 'Tea holds less caffeine than coffee does.',
    }
    const coffee = {
      ...tea,
      citation: 4,
      title: 'Coffee',
      section: 'Coffee',
      text: 'Coffee keeps many people awake at night.',
    }
    const sides = [
      { name: 'tea', question: 'tea', found: found([tea]) },
      { name: 'coffee', question: 'coffee', found: found([coffee]) },
    ]
    const reply = (passages: SearchToolOutput['passages']) =>
      composeReply('Which is stronger, tea or coffee?', found(passages), { sides }).text
    expect(reply([both, tea, coffee])).toMatch(/^Tea holds less caffeine/u)
    expect(reply([tea, coffee])).toMatch(/^### Tea/u)
  })

  it('quotes a passage of another article that the search rates nearly as high', () => {
    const rates = (score: number) =>
      composeAnswer(
        'What lowers iron?',
        found([
          { ...iron, score: 10 },
          { ...tea, score },
        ]),
      )
    expect(rates(8)).toContain('Tea drunk with a meal lowers')
    const water = {
      ...tea,
      title: 'Iron: Facts',
      section: 'Water',
      text: 'The body keeps water in the blood all day.',
    }
    expect(
      composeAnswer(
        'How much iron do women of 30 need?',
        found([
          { ...iron, score: 10 },
          { ...water, score: 9 },
        ]),
      ),
    ).not.toContain('water')
  })

  it('takes an animal in the name of something else for no animal', () => {
    const yoga = {
      citation: 1,
      title: 'Yoga',
      section: 'Practicing yoga safely',
      author: 'An Agency',
      text: 'Pregnant women should ask before doing yoga.',
    }
    const terms = (asked: string) => [
      { asked, alternatives: [asked, 'yoga'], weight: 3, known: true },
      { asked: 'pregnant', alternatives: ['pregnant'], weight: 3, known: true },
    ]
    const question = 'Can pregnant women do downward dog?'
    expect(composeAnswer(question, { ...found([yoga]), terms: terms('downward dog') })).toContain('[1]')
    expect(composeAnswer(question, { ...found([yoga]), terms: terms('dog') })).not.toContain('[1]')
  })

  it('keeps to what the question is about, however rare its other words are', () => {
    const coffee = {
      citation: 1,
      title: 'Caffeine',
      section: 'How much caffeine is too much',
      author: 'An Agency',
      text: 'For most adults 400 mg of caffeine a day does no harm. Caffeine keeps people awake.',
    }
    const natural = {
      citation: 2,
      title: 'Supplements',
      section: 'Natural products',
      author: 'Another Agency',
      text: 'A natural product is not necessarily safe.',
    }
    const answer = composeAnswer('How much caffeine is safe?', found([coffee, natural]))
    expect(answer).toMatch(/^For most adults 400 mg of caffeine a day does no harm/u)
    expect(answer).not.toContain('necessarily')
  })

  it('says that nobody counts what is asked for, and gives what comes nearest', () => {
    const walking = {
      citation: 1,
      title: 'Walking',
      section: 'How to start walking',
      author: 'An Agency',
      text: 'A new walker can add time until walking reaches 150 minutes a week. Walking shoes should cushion the feet.',
    }
    const label = {
      citation: 2,
      title: 'Labels',
      section: 'Reading a label step by step',
      author: 'Another Agency',
      text: 'A guide of 2,000 calories a day is used on labels. Each step is easy.',
    }
    const answer = composeAnswer('how many steps per day should I walk', found([walking, label]))
    expect(answer).toMatch(
      /^The knowledge base gives no number of steps\. What comes nearest:\n\nA new walker/u,
    )
    expect(answer).not.toContain('label')
    expect(composeAnswer('how many steps should I take a day?', found([label]))).toMatch(/does not cover/u)
    const counted = { ...walking, text: 'A walk of 8,000 steps a day is good for the heart.' }
    expect(composeAnswer('how many steps per day should I walk', found([counted]))).toMatch(
      /^A walk of 8,000/u,
    )
  })

  it('answers whether something works by what it was shown to do, not by its risks', () => {
    const safety = {
      ...tea,
      section: 'Is tea safe',
      text: 'Tea has a long history of safe use. Tea can stain teeth.',
    }
    const effect = {
      ...tea,
      citation: 3,
      section: 'What tea is and what it may help',
      text: 'Tea is a drink. Tea has shown promise for staying awake.',
    }
    expect(composeAnswer('does tea work', found([safety, effect]))).toMatch(/^Tea has shown promise/u)
  })

  it('answers which one to take by advice, with its number', () => {
    const cream = {
      citation: 1,
      title: 'Sun',
      section: 'What SPF means',
      author: 'An Agency',
      text: 'The factor, or SPF, shows how well a cream protects. SPF is no measure of time. A cream with SPF 15 or higher is advised.',
    }
    expect(composeAnswer('which spf should I use', found([cream]))).toMatch(
      /^A cream with SPF 15 or higher is advised/u,
    )
  })

  it('compares nothing where no source names a side', () => {
    const bath = {
      ...tea,
      title: 'Eczema',
      section: 'Caring for skin with eczema',
      text: 'Bathing in lukewarm water helps skin with eczema.',
    }
    const sides = ['hot bath', 'cold bath'].map((name) => ({
      name,
      question: `${name} for eczema`,
      found: found([bath]),
    }))
    const { text } = composeReply('hot or cold bath for eczema?', found([bath]), { sides })
    expect(text).toMatch(/^Bathing in lukewarm water/u)
  })

  it('leaves out what was said when more is asked for, and says when that was all', () => {
    const question = 'How much iron do I need?'
    const [first = ''] = iron.text.split('. ')
    expect(composeAnswer(question, found([iron]), first)).not.toContain(first)
    expect(composeAnswer(question, found([iron]), iron.text)).toMatch(/says no more about this/u)
  })

  it('gives each part of a question its section, and says what is missing', () => {
    const text = composeAnswer(
      'How much iron do I need, does tea matter, and who was Napoleon?',
      found([iron, tea]),
    )
    expect(text).toContain('### How much iron adults need')
    expect(text).toContain('### Tea and iron\n\nTea drunk with a meal lowers how much iron the body takes up')
    expect(text).toContain('The knowledge base does not cover “who was Napoleon”.')
  })

  it('names products that were found, and never others', () => {
    const products = ['Iron Drops', 'Iron Tablets', 'Iron Powder'].map((name) => ({
      name,
      description: '',
      price: '$1',
    }))
    const text = composeAnswer('How much iron?', found([iron], products))
    expect(text).toMatch(
      /From the shop: <product>Iron Drops<\/product> and <product>Iron Tablets<\/product>\.$/u,
    )
  })

  it('says plainly that nothing was found, without citations or products', () => {
    const text = composeAnswer('Who was Napoleon?', found([]))
    expect(text).toBe('The knowledge base does not cover this question, so I do not know the answer.')
  })

  it('names the authors that it was limited to when they have nothing', () => {
    const text = composeAnswer('Who was Napoleon?', { ...found([]), only_authors: ['A', 'B'] })
    expect(text).toContain('what A or B have published')
  })

  it.each([
    ['de', 'von A oder B'],
    ['es', 'por A o B'],
    ['ar', 'A أو B'],
  ])('names them in the asker’s language: %s', (language, names) => {
    const { text } = composeReply(
      'Who was Napoleon?',
      { ...found([]), only_authors: ['A', 'B'] },
      { language },
    )
    expect(text).toContain(names)
    expect(text).not.toContain('published')
  })

  it('cites only numbers of what was found, and says no sentence twice', () => {
    const text = composeAnswer('iron and tea? iron? tea?', found([iron, tea]))
    expect(new Set(text.match(/\[\d+\]/gu))).toEqual(new Set(['[1]', '[2]']))
    for (const sentence of iron.text.split('. '))
      expect(text.split(sentence.replace('.', '')).length).toBeLessThanOrEqual(2)
  })

  it('keeps the people that another sentence of the question names', () => {
    const text = composeAnswer('My mother is 60. How much iron does she need?', found([iron]))
    expect(text).toMatch(/^Women aged 51 and older need 8 mg/u)
    expect(text).not.toContain('18 mg')
  })

  it('gives no figure of other people, and says so', () => {
    const text = composeAnswer('How much iron does a baby of seven months need?', found([iron]))
    expect(text).toMatch(/^The sources give figures for other groups/u)
    expect(text).not.toMatch(/\d mg/u)
  })
})
