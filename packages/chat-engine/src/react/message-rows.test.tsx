import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { MessageRows } from '../react.ts'

const made = vi.fn<(key: string) => void>()

function Row({ messageKey }: { messageKey: string }) {
  useState(() => made(messageKey))
  return <li>{messageKey}</li>
}

const rows = (keys: readonly string[]) => (
  <MessageRows keys={keys}>{(key) => <Row key={key} messageKey={key} />}</MessageRows>
)
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `message ${from + index}`)
const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

describe('the rows of a thread', () => {
  it('stand in order, each an element beside the others', () => {
    const { container } = render(rows(numbered(0, 100)))
    expect(shown()).toEqual(numbered(0, 100))
    expect(container.children).toHaveLength(100)
  })

  it('stay what they are when messages come after and before them, one or a page of them', () => {
    const { rerender } = render(rows(numbered(100, 150)))
    made.mockClear()
    for (const keys of [numbered(100, 151), numbered(0, 151), numbered(0, 250)]) rerender(rows(keys))
    expect(shown()).toEqual(numbered(0, 250))
    expect(made).toHaveBeenCalledTimes(200)
  })

  it('stay what they are when the ones after them are replaced, as by another branch', () => {
    const { rerender } = render(rows(numbered(0, 50)))
    made.mockClear()
    rerender(rows([...numbered(0, 20), ...numbered(60, 80)]))
    expect(made).toHaveBeenCalledTimes(20)
    rerender(rows(numbered(0, 50)))
    expect(made).toHaveBeenCalledTimes(50)
    expect(shown()).toEqual(numbered(0, 50))
  })

  it('show just what they are given, whatever came before', () => {
    const threads = fc.array(fc.uniqueArray(fc.constantFrom(...numbered(0, 80))), { maxLength: 4 })
    const warn = vi.spyOn(console, 'error')
    fc.assert(
      fc.property(threads, (states) => {
        const { rerender, unmount } = render(rows([]))
        for (const keys of states) {
          rerender(rows(keys))
          expect(shown()).toEqual(keys)
        }
        unmount()
      }),
      { numRuns: 50 },
    )
    expect(warn).not.toHaveBeenCalled()
  })
})
