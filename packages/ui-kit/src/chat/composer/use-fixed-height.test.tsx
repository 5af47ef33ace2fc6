import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Composer } from './composer.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Replaces the observer; returns a function that reports a height. */
function observeHeights() {
  let report: ResizeObserverCallback = () => undefined
  const observed: unknown[] = []
  class Observer {
    constructor(callback: ResizeObserverCallback) {
      report = callback
    }
    observe(element: Element, options: unknown) {
      observed.push([element, options])
    }
    disconnect() {
      observed.pop()
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  return {
    observed,
    resize: (blockSize: number) =>
      report(
        [Object.assign(Object.create(null), { borderBoxSize: [{ blockSize, inlineSize: 300 }] })],
        Object.create(null),
      ),
  }
}

it('sets the height of the message box to that of its text, rounded up', () => {
  const { observed, resize } = observeHeights()
  const { unmount } = render(<Composer onSend={() => undefined} />)
  const text = screen.getByRole('textbox')
  const box = text.parentElement
  expect(observed).toEqual([[text, { box: 'border-box' }]])
  expect(box?.dataset['fixed']).toBeUndefined()
  resize(47.2)
  expect(box?.dataset['fixed']).toBe('')
  expect(box?.style.blockSize).toBe('48px')
  resize(72)
  expect(box?.style.blockSize).toBe('72px')
  unmount()
  expect(observed).toEqual([])
})

it('leaves the height of a text that scrolls to the style sheet', () => {
  const { resize } = observeHeights()
  render(<Composer onSend={() => undefined} />)
  const box = screen.getByRole('textbox').parentElement
  resize(72)
  expect(box?.dataset['fixed']).toBe('')
  const scrollHeight = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(600)
  resize(600)
  expect(box?.dataset['fixed']).toBeUndefined()
  expect(box?.style.blockSize).toBe('')
  scrollHeight.mockRestore()
  resize(72)
  expect(box?.style.blockSize).toBe('72px')
})

it('leaves the height to the style sheet without ResizeObserver', () => {
  vi.stubGlobal('ResizeObserver', undefined)
  render(<Composer onSend={() => undefined} />)
  expect(screen.getByRole('textbox').parentElement?.style.blockSize).toBe('')
})
