import { render, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { highlightCode } from './highlight.ts'
import { Answer, type HighlightCode } from './react.tsx'

const text = 'Look:\n\n```TS\nconst a = "<b>" // x\n```\n\n~~~\nplain\n~~~\n\nEnd'
const code = () => document.querySelector('code')

describe('highlighted code', () => {
  it('is coloured once its block is done, with the same words and no inline styles', async () => {
    const highlight = vi.fn<HighlightCode>(highlightCode)
    const open = text.slice(0, text.indexOf(' // x'))
    const view = render(<Answer text={open} streaming highlight={highlight} />)
    view.rerender(<Answer text={text} streaming highlight={highlight} />)
    await waitFor(() => {
      expect(code()?.querySelector('.org-code-keyword')?.textContent).toBe('const')
    })
    expect(highlight).toHaveBeenCalledExactlyOnceWith('const a = "<b>" // x\n', 'ts')
    expect(code()?.textContent).toBe('const a = "<b>" // x\n')
    expect(code()?.querySelector('b, [style]')).toBeNull()
    const coloured = code()?.innerHTML
    view.rerender(<Answer text={`${text} of it.`} highlight={highlight} />)
    expect(code()?.innerHTML).toBe(coloured)
    view.rerender(<Answer text={text.replace('const a', 'let b')} highlight={highlight} />)
    expect(code()?.textContent).toBe('let b = "<b>" // x\n')
  })

  it('stays as it is when highlighting fails, changes words or has odd names', async () => {
    const odd = vi
      .fn<HighlightCode>()
      .mockRejectedValueOnce(new Error('no'))
      .mockResolvedValueOnce([{ text: 'other' }])
      .mockResolvedValueOnce([{ text: 'c\n', kind: '" onclick="x' }])
    render(<Answer text={'```js\na\n```\n\n```js\nb\n```\n\n```js\nc\n```\n'} highlight={odd} />)
    await waitFor(() => {
      expect(odd).toHaveBeenCalledTimes(3)
    })
    await Promise.resolve()
    expect(Array.from(document.querySelectorAll('code'), ({ innerHTML }) => innerHTML)).toEqual([
      'a\n',
      'b\n',
      'c\n',
    ])
  })

  it('knows when it does not know a language', async () => {
    expect(await highlightCode('x', 'nolang')).toBeUndefined()
    expect((await highlightCode('a: 1', 'yaml'))?.map((token) => token.text).join('')).toBe('a: 1')
  })
})
