import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

function clipboardThat(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
}

async function press(): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    await Promise.resolve()
  })
}

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'clipboard')
})

it('copies what there is at the moment of the press, and says so for two seconds', async () => {
  vi.useFakeTimers()
  const written: string[] = []
  clipboardThat(async (text) => {
    written.push(text)
  })
  render(<CopyButton text={() => 'An answer'} />)
  await press()
  expect(written).toEqual(['An answer'])
  expect(screen.getByRole('status').textContent).toBe('Copied')
  act(() => {
    vi.advanceTimersByTime(2000)
  })
  expect(screen.getByRole('status').textContent).toBe('')
})

it('says when it could not copy', async () => {
  clipboardThat(() => Promise.reject(new DOMException('denied', 'NotAllowedError')))
  render(<CopyButton text="An answer" />)
  await press()
  expect(screen.getByRole('status').textContent).toBe('Copy failed')
})

it('copies a text with its form where the browser takes both', async () => {
  let written: Record<string, Promise<Blob>> = {}
  vi.stubGlobal('ClipboardItem', function ClipboardItemOfTest(parts: typeof written) {
    written = parts
  })
  const write = async (): Promise<void> => {}
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write } })
  render(<CopyButton text={async () => ({ text: 'Zinc [1]', html: '<b>Zinc</b> [1]' })} />)
  await press()
  expect(screen.getByRole('status').textContent).toBe('Copied')
  expect(await (await written['text/plain'])?.text()).toBe('Zinc [1]')
  expect(await (await written['text/html'])?.text()).toBe('<b>Zinc</b> [1]')
  vi.unstubAllGlobals()
})

it('keeps the words of its own for labels that are undefined', () => {
  render(<CopyButton text="" labels={{ copy: undefined }} />)
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined()
})
