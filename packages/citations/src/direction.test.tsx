import { render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { renderAnswer, sanitizeAnswer } from './markdown.ts'
import { Answer } from './react.tsx'

const text = `# \u0627\u0644\u0646\u0648\u0645

\u0627\u0644\u0645\u0635\u0627\u062F\u0631 \u062A\u0642\u0648\u0644:

Magnesium helps some people sleep [1].

> "Adults need 310 to 420 mg." [2]
>
> \u0646\u0639\u0645

- Nuts and seeds
- \u0627\u0644\u0645\u0643\u0633\u0631\u0627\u062A
  - Almonds

1. loose

2. items

| Food | mg |
|------|---:|
| \u0644\u0648\u0632 | 80 |

~~~
code
~~~

<details><summary>Thoughts</summary>

Well.

</details>`

const directed = (root: ParentNode) =>
  Array.from(root.querySelectorAll('[dir="auto"]'), ({ tagName, textContent }) => [
    tagName,
    textContent.replaceAll('\n', ''),
  ])

function parse(html: string): HTMLElement {
  const holder = document.createElement('div')
  holder.innerHTML = html
  return holder
}

const expected = [
  ['H1', '\u0627\u0644\u0646\u0648\u0645'],
  ['P', '\u0627\u0644\u0645\u0635\u0627\u062F\u0631 \u062A\u0642\u0648\u0644:'],
  ['P', 'Magnesium helps some people sleep 1.'],
  ['BLOCKQUOTE', '"Adults need 310 to 420 mg." 2\u0646\u0639\u0645'],
  ['LI', 'Nuts and seeds'],
  ['LI', '\u0627\u0644\u0645\u0643\u0633\u0631\u0627\u062AAlmonds'],
  ['LI', 'Almonds'],
  ['LI', 'loose'],
  ['LI', 'items'],
  ['TABLE', 'Foodmg\u0644\u0648\u063280'],
  ['DETAILS', 'ThoughtsWell.'],
]

describe('each block of an answer takes the direction of its own text', () => {
  it('in the HTML', () => {
    expect(directed(parse(renderAnswer(text)))).toEqual(expected)
  })

  it('in the page, and on a server', () => {
    const { container } = render(<Answer text={text} />)
    expect(directed(container)).toEqual(expected)
    expect(directed(parse(renderToString(<Answer text={text} />)))).toEqual(expected)
  })

  it('is the same at each step of its arrival', () => {
    const { container, rerender } = render(<Answer text="" streaming />)
    for (let end = 0; end <= text.length; end += 7) rerender(<Answer text={text.slice(0, end)} streaming />)
    rerender(<Answer text={text} />)
    expect(directed(container)).toEqual(expected)
  })

  it('has no direction inside a block with one, which would lose its own', () => {
    const nested = parse(renderAnswer('> - \u0646\u0639\u0645\n> - no\n\n- loose\n\n  more'))
    expect(nested.querySelectorAll('[dir] p[dir], blockquote li[dir]')).toHaveLength(0)
    expect(nested.querySelector('blockquote')?.getAttribute('dir')).toBe('auto')
  })

  it('passes the sanitizer', () => {
    expect(sanitizeAnswer('<p dir="auto">x</p>')).toBe('<p dir="auto">x</p>')
  })
})
