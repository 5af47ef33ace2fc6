import { describe, expect, it } from 'vitest'
import { ArticleFormatError, joinSections, parseArticleFile, splitSections } from './article-file.ts'

const front = [
  '---',
  'title: "Zinc: Facts"',
  'author: An Agency',
  'url: https://example.gov/zinc',
  'topic: supplements',
  '---',
]

/** A line of YAML with eight references to another one. */
const unfolding = (from: string, to: string) => [`${to}: &${to} [${Array(8).fill(`*${from}`).join(',')}]`]

describe('parseArticleFile', () => {
  it('makes a passage of every section', () => {
    const file = parseArticleFile(
      'zinc',
      [...front, '', 'Before.', '', '## One', '', 'First.', '', '## Two', 'Second.'].join('\r\n'),
    )
    expect(file).toMatchObject({
      slug: 'zinc',
      title: 'Zinc: Facts',
      author: 'An Agency',
      topic: 'supplements',
    })
    expect(file.sections).toEqual([
      { heading: '', body: 'Before.', questions: [] },
      { heading: 'One', body: 'First.', questions: [] },
      { heading: 'Two', body: 'Second.', questions: [] },
    ])
    expect(file.contentHash).toMatch(/^[0-9a-f]{64}$/u)
  })

  it('reads the questions of a passage from its comment and from the front matter', () => {
    const body = [
      '## One',
      '<!-- questions',
      '- how much a day',
      'is it safe',
      '-->',
      'First.',
      '',
      '## Two',
      'Second <!-- a note --> part.',
    ]
    const { sections } = parseArticleFile(
      'zinc',
      [...front.slice(0, -1), 'questions:', '  Two:', '    - 2 or 3', '---', ...body].join('\n'),
    )
    expect(sections).toEqual([
      { heading: 'One', body: 'First.', questions: ['how much a day', 'is it safe'] },
      { heading: 'Two', body: 'Second <!-- a note --> part.', questions: ['2 or 3'] },
    ])
    expect(splitSections(joinSections(sections))).toEqual(sections)
  })

  it('reads at most 24 questions of 200 characters, and takes an open comment for text', () => {
    const many = Array.from({ length: 30 }, (_, at) => `${at} ${'x'.repeat(300)}`).join('\n')
    const [one, two] = splitSections(
      `## One\n<!-- questions\n${many}\n-->\nFirst.\n## Two\n<!-- questions\n- open`,
    )
    expect(one?.questions).toHaveLength(24)
    expect(one?.questions.every((question) => question.length === 200)).toBe(true)
    expect(two).toEqual({ heading: 'Two', body: '<!-- questions\n- open', questions: [] })
  })

  it('takes a heading that every object has a property of for any other', () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty']
    const headings = names.map((name) => `## ${name}\nText.`).join('\n')
    const { sections } = parseArticleFile('zinc', [...front, headings].join('\n'))
    expect(sections).toEqual(names.map((heading) => ({ heading, body: 'Text.', questions: [] })))
    const withQuestions = front.toSpliced(
      -1,
      0,
      'questions:',
      '  __proto__: [how much]',
      '  constructor: [why]',
    )
    const asked = parseArticleFile('zinc', [...withQuestions, headings].join('\n')).sections
    expect(asked.map(({ questions }) => questions)).toEqual([['why'], [], expect.any(Array), []])
    expect(Object.hasOwn(Object.prototype, '0')).toBe(false)
  })

  it.each([
    ['no front matter', '## One\nText'],
    ['front matter that is no YAML', front.toSpliced(-1, 0, 'topic: [a', 'b: {').join('\n') + '\n## A\nText'],
    [
      'front matter whose aliases unfold',
      front
        .toSpliced(-1, 0, 'a: &a [x,x,x,x,x,x,x,x]', ...unfolding('a', 'b'), ...unfolding('b', 'c'))
        .join('\n') + '\n## A\nText',
    ],
    ['no text', front.join('\n') + '\n'],
    [
      'an address that is no web address',
      front.join('\n').replace('https://example.gov/zinc', 'javascript:alert(1)') + '\n## A\nText',
    ],
  ])('refuses %s, naming the file', (_reason, text) => {
    expect(() => parseArticleFile('zinc', text)).toThrow(ArticleFormatError)
    expect(() => parseArticleFile('zinc', text)).toThrow(/^zinc\.md: /u)
  })
})
