import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { renderAnswer } from './markdown.ts'
import { Answer, type AnswerProps } from './react.tsx'

const props: AnswerProps = {
  text: `# Sleep\n\nTake **it** [1-2] & rest[^9].\n\nTry <product data-pk="m">Magnesium</product>.<script>alert(1)</script>

- [x] done\n- open\n\n3. three\n\n| a | b |\n|:--|--:|\n| 1 | [x](https://example.org "t") |\n\n~~~ts\na < b\n~~~

![i](https://img.example/a.png) ![j](https://other.example/b.png)

<details open><summary>Thoughts</summary>\n\nwell\n\n</details>\n`,
  citations: [
    { number: 1, title: 'One', url: 'https://example.org/1' },
    { number: 2, title: '"Two"' },
  ],
  products: { Magnesium: [{ name: 'Mag 200' }] },
  imageHosts: ['img.example'],
}

function bare(html: string): string {
  const holder = document.createElement('div')
  holder.innerHTML = html
  const sorted = (element: Element) =>
    element
      .getAttributeNames()
      .sort()
      .map((name) => `${name}=${element.getAttribute(name) ?? ''}`)
  return Array.from(
    holder.querySelectorAll('*'),
    (element) => `${element.tagName} ${sorted(element).join()} ${element.textContent}`,
  ).join('\n')
}

const textOf = (element: ParentNode) => element.querySelector('[aria-busy]')

describe('an answer rendered on a server', () => {
  it('is what the browser shows, without a DOM', () => {
    vi.stubGlobal('window', undefined)
    vi.stubGlobal('document', undefined)
    const html = renderToString(<Answer {...props} />)
    vi.unstubAllGlobals()
    const holder = document.createElement('div')
    holder.innerHTML = html
    expect(bare(textOf(holder)?.innerHTML ?? '')).toBe(bare(renderAnswer(props.text, props)))
  })

  it('is taken over without a warning', async () => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(<Answer {...props} />)
    const onRecoverableError = vi.fn<() => void>()
    const root = await act(() => hydrateRoot(container, <Answer {...props} />, { onRecoverableError }))
    expect(complaints).not.toHaveBeenCalled()
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(container.querySelector('.org-copy')).not.toBeNull()
    expect(container.querySelectorAll('h1')).toHaveLength(1)
    act(() => {
      root.unmount()
    })
    container.remove()
  })

  it('shows half a text, and what is no text', () => {
    expect(renderToString(<Answer text="Take **it [1" streaming />)).toContain('<strong>it</strong>')
    const notText: AnswerProps = JSON.parse('{"text":17}')
    expect(renderToString(<Answer {...notText} />)).toContain('17')
  })
})
