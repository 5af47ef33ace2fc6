import { expect, it } from 'vitest'
import { citedNumbers, citedSources, copiedAnswer, plainAnswer, withReferences } from './answer-content.ts'

const citations = [
  { number: 1, title: 'Sleep', url: 'https://example.com/sleep' },
  { number: 2, title: 'Zinc' },
]
const answer = {
  text: 'Rest [1]. Try <product>Magnesium</product> or <product>Zinc</product>.',
  citations,
  products: { Magnesium: [{ name: 'Magnesium', url: 'https://shop.example/magnesium' }] },
}

it('finds the sources that an answer refers to', () => {
  expect(citedNumbers(answer)).toEqual([1])
  expect(citedSources(answer)).toEqual([citations[0]])
  expect(citedSources({ text: 'None.', citations })).toEqual([])
  expect(citedSources({ text: 'Rest [1].', citations: null })).toEqual([])
})

it('removes tags from copied Markdown', () => {
  expect(plainAnswer(' <details><summary>Why</summary>It <PRODUCT id="1">Zinc</PRODUCT></details> ')).toBe(
    'WhyIt Zinc',
  )
})

it('lists references below a text, with their addresses', () => {
  expect(withReferences('Text', { cited: citations, heading: 'Sources' })).toBe(
    'Text\n\nSources\n[1] Sleep (https://example.com/sleep)\n[2] Zinc',
  )
  expect(withReferences('Text', { cited: citations, heading: 'Sources' }, '\n\n')).toMatch('Sources\n\n[1]')
  expect(withReferences('Text', { cited: [], heading: 'Sources' })).toBe('Text')
})

it('copies an answer as Markdown and as HTML without controls', () => {
  const { text, html } = copiedAnswer(answer, 'Sources')
  expect(text).toBe('Rest [1]. Try Magnesium or Zinc.\n\nSources\n[1] Sleep (https://example.com/sleep)')
  const { body } = new DOMParser().parseFromString(html ?? '', 'text/html')
  expect(body.querySelector('button, [class]')).toBeNull()
  expect(body.querySelector('p')?.textContent).toBe('Rest [1]. Try Magnesium or Zinc.')
  expect([...body.querySelectorAll('a')].map(({ href, textContent }) => [href, textContent])).toEqual([
    ['https://shop.example/magnesium', 'Magnesium'],
    ['https://example.com/sleep', 'Sleep'],
  ])
  expect(body.querySelector('li')?.value).toBe(1)
})
