import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer } from './react.tsx'

const citations = [1, 2, 3].map((number) => ({ number, title: `Title ${number}` }))

function copied(select: (range: Range, root: Element) => void): Record<string, string> {
  const root = document.querySelector('[aria-busy]')
  const range = document.createRange()
  if (root !== null) select(range, root)
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
  const data: Record<string, string> = {}
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, text: string) => Object.assign(data, { [type]: text }) },
  })
  range.startContainer.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(Object.keys(data).length > 0)
  return data
}

const all = (range: Range, root: Element) => {
  range.selectNodeContents(root)
}

describe('copying an answer', () => {
  it('gives its text with `[1]`, without the words of buttons', () => {
    const text = `## Sleep

Take **it** [1-2, 3]
daily, or <product>Magnesium</product>.

1. first
   - inner [2]
   - [x] done
2. second

   more

\`\`\`ts
const a = {
  b: 1,
}
\`\`\`

| a | b |
|---|---|
| 1 |   |
| 3 | [3] |

> quoted

Last [99].
`
    render(<Answer text={text} citations={citations} />)
    const data = copied(all)
    expect(data['text/plain']).toBe(`Sleep

Take it [1-2, 3] daily, or Magnesium.

1. first
   - inner [2]
   - [x] done
2. second
   more

const a = {
  b: 1,
}

a\tb
1\t
3\t[3]

quoted

Last [99].`)
    expect(data['text/html']).not.toMatch(/button|Copy|org-/u)
    expect(data['text/html']).toContain('<strong>it</strong> [1-2, 3]')
  })

  it('gives what is selected of a list, of code and of a word', () => {
    render(<Answer text={'1. one\n2. two\n3. three\n\n```\n  a\n\n  b\n```\n'} />)
    const items = document.querySelectorAll('li')
    const [, second, third] = items
    expect(
      copied((range) => {
        range.setStart(second?.firstChild ?? document, 0)
        range.setEnd(third?.firstChild ?? document, 3)
      })['text/plain'],
    ).toBe('2. two\n3. thr')
    expect(
      copied((range) => {
        range.setStart(second?.firstChild ?? document, 1)
        range.setEnd(second?.firstChild ?? document, 3)
      })['text/plain'],
    ).toBe('wo')
    expect(
      copied((range) => {
        range.selectNodeContents(document.querySelector('code') ?? document)
      })['text/plain'],
    ).toBe('  a\n\n  b')
  })

  it('leaves a selection alone that reaches out of the answer', () => {
    render(<Answer text="One [1]." />)
    expect(
      copied((range) => {
        range.selectNodeContents(document.body)
      }),
    ).toEqual({})
  })

  it('gives nothing of the groups that a long answer stands in', () => {
    render(<Answer text={'Word\n\n'.repeat(20)} />)
    const data = copied(all)
    expect(data['text/plain']).toBe(Array.from({ length: 20 }, () => 'Word').join('\n\n'))
    expect(data['text/html']).toBe('<p dir="auto">Word</p>'.repeat(20))
  })
})
