import { describe, expect, it } from 'vitest'
import { ArticleFormatError, parseArticleFile } from './article-file.ts'

const front = [
  '---',
  'title: "Zinc: Facts"',
  'author: An Agency',
  'url: https://example.gov/zinc',
  'topic: supplements',
  '---',
]

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
      { heading: '', body: 'Before.' },
      { heading: 'One', body: 'First.' },
      { heading: 'Two', body: 'Second.' },
    ])
    expect(file.contentHash).toMatch(/^[0-9a-f]{64}$/u)
  })

  it.each([
    ['no front matter', '## One\nText'],
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
