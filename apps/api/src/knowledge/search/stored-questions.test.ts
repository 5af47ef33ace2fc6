import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { type ArticleFile, parseArticleFile } from '../content/article-file.ts'
import { importArticles } from '../content/knowledge.import.ts'
import { search } from './knowledge.search.ts'

const article = (
  slug: string,
  title: string,
  heading: string,
  body: string,
  questions: string[],
): ArticleFile =>
  parseArticleFile(
    slug,
    [
      '---',
      `title: '${title}'`,
      'author: An office',
      `url: https://example.gov/${slug}`,
      'topic: x',
      'language: en',
      'questions:',
      `  ${heading}:`,
      ...questions.map((question) => `    - ${question}`),
      '---',
      `## ${heading}`,
      body,
    ].join('\n'),
  )

const content = [
  article('zinc', 'Zinc', 'Zinc and the common cold', 'Zinc lozenges may shorten a cold.', [
    'sucking tablets at the first sneeze',
    'something against sniffles',
    'which snack before the marathon',
  ]),
  article('iron', 'Iron', 'How much iron adults need', 'Adult men need 8 mg of iron a day.', [
    'how much for a gentleman',
  ]),
  article('sunscreen', 'Sunscreen', 'How to apply sunscreen', 'Sunscreen is not for young infants.', [
    'cream for my baby at the seaside',
  ]),
  ...Array.from({ length: 20 }, (_, at) =>
    article(`other-${at}`, `Topic ${at}`, `Heading ${at}`, `Text number ${at} on another matter.`, ['x']),
  ),
]

let database: Database
beforeAll(async () => {
  database = await openDatabase({ memory: true })
  await database.migrate()
  await importArticles(database.db, content)
})
afterAll(() => database.close())

const first = async (question: string) => {
  const { passages, covered } = await search(database.db, question)
  return { slug: passages[0]?.slug, askedAs: passages[0]?.askedAs, covered }
}

describe('a stored question', () => {
  it('leads a question that shares no word with the text to its passage', async () => {
    expect(await first('does sucking tablets at a first sneeze do anything')).toEqual({
      slug: 'zinc',
      askedAs: 'sucking tablets at the first sneeze',
      covered: true,
    })
  })

  it('is named only when it shares half of the terms', async () => {
    expect((await first('sneeze')).askedAs).toBeUndefined()
  })

  it('does not lend its words to the other questions of the passage', async () => {
    // Each word is one of the passage's questions', and no question has most of them.
    expect((await first('tablets, sneeze, snack, sniffles and a gentleman')).askedAs).toBeUndefined()
    expect((await first('which snack before the marathon')).askedAs).toBe('which snack before the marathon')
  })

  it('of another topic does not answer', async () => {
    const { askedAs } = await first('iron cream for my baby at the seaside')
    expect(askedAs).toBeUndefined()
  })
})
