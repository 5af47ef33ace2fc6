import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { SourcesDialog } from './sources-dialog.tsx'
import { SourcesPanel } from './sources-panel.tsx'
import { Suggestions } from '../messages/suggestions.tsx'

const passage = {
  number: 1,
  title: 'Magnesium',
  url: 'https://example.org/a',
  publisher: 'ODS',
  heading: 'Intakes',
  quote: 'Adult men need 400 mg a day.',
  language: 'en',
}

it('shows the passage, its heading and publisher, and leads to it in the page by one link', () => {
  render(<SourcesDialog open onOpenChange={() => {}} sources={[passage]} />)
  const row = screen.getAllByRole('row')[1]
  if (row === undefined) throw new Error('one source was given')
  expect(within(row).getByText('Adult men need 400 mg a day.').tagName).toBe('BLOCKQUOTE')
  expect(within(row).getByText('ODS · Intakes')).toBeDefined()
  const links = within(row).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://example.org/a#:~:text=Adult%20men%20need%20400%20mg%20a%20day.',
  ])
  expect(links[0]?.textContent).toContain('https://example.org/a')
})

function Page() {
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  return (
    <>
      <button onClick={() => setChosen([1])}>[1]</button>
      <SourcesPanel
        open={chosen !== null}
        onOpenChange={() => setChosen(null)}
        sources={[passage]}
        chosen={chosen ?? []}
      />
    </>
  )
}

it('takes the focus beside the page, and gives it back to the opener on Escape and Close', () => {
  render(<Page />)
  const opener = screen.getByRole('button', { name: '[1]' })
  for (const close of [
    (panel: HTMLElement) => fireEvent.keyDown(panel, { key: 'Escape' }),
    (panel: HTMLElement) => fireEvent.click(within(panel).getByRole('button', { name: 'Close' })),
  ]) {
    opener.focus()
    fireEvent.click(opener)
    const panel = screen.getByRole('dialog', { name: 'Sources' })
    expect(document.activeElement).toBe(panel)
    expect(within(panel).getByRole('row', { current: true }).textContent).toContain('Magnesium')
    close(panel)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  }
})

it('asks a suggested question, and shows nothing without one', () => {
  const ask = vi.fn<(question: string) => void>()
  const { rerender } = render(<Suggestions questions={['And for children?']} onAsk={ask} />)
  const list = screen.getByRole('list', { name: 'Suggested questions' })
  fireEvent.click(within(list).getByRole('button', { name: 'And for children?' }))
  expect(ask).toHaveBeenCalledWith('And for children?')
  rerender(<Suggestions questions={[]} onAsk={ask} />)
  expect(screen.queryByRole('list')).toBeNull()
})
