import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { MultiSelect } from './multi-select.tsx'

const options = [{ value: 'Ada' }, { value: 'Grace' }, { value: 'greta', label: 'Greta Holm' }]

function Example({ onSubmit }: { onSubmit?: () => void }) {
  const [value, setValue] = useState<readonly string[]>([])
  return (
    <form onSubmit={onSubmit}>
      <MultiSelect label="Authors" options={options} value={value} onValueChange={setValue} />
      <output aria-label="Chosen">{value.join(' ')}</output>
      <button type="submit">Elsewhere</button>
    </form>
  )
}

const trigger = (): HTMLElement => screen.getByRole('button', { name: /^Authors/u })
const search = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search' })
const chosen = (): string => screen.getByLabelText('Chosen').textContent
const shown = (): string[] =>
  within(screen.getByRole('list', { name: 'Authors' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

async function open(): Promise<void> {
  await userEvent.click(trigger())
  await screen.findByRole('dialog', { name: 'Authors' })
}

it('opens with the focus in the search box and shows every option', async () => {
  render(<Example />)
  expect(trigger().getAttribute('aria-expanded')).toBe('false')
  await open()
  expect(trigger().getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('dialog', { name: 'Authors' })).toBeDefined()
  expect(document.activeElement).toBe(search())
  expect(shown()).toEqual(['Ada', 'Grace', 'Greta Holm'])
})

it('tells how many are chosen in the name of its button', () => {
  render(<MultiSelect label="Authors" options={options} defaultValue={['Ada', 'greta']} />)
  expect(screen.getByRole('button', { name: 'Authors, 2 selected' })).toBeDefined()
})

it("narrows the options to what is searched for, and says 'No matches'", async () => {
  render(<Example />)
  await open()
  await userEvent.type(search(), 'GR')
  expect(shown()).toEqual(['Grace', 'Greta Holm'])
  await userEvent.type(search(), 'x')
  expect(shown()).toEqual([])
  expect(screen.getByText('No matches')).toBeDefined()
})

it('Select All and Select None hold for what the search shows', async () => {
  render(<Example />)
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Select All' }))
  expect(chosen()).toBe('Ada Grace greta')
  await userEvent.type(search(), 'gr')
  await userEvent.click(screen.getByRole('button', { name: 'Select None' }))
  expect(chosen()).toBe('Ada')
})

it('is worked by keyboard alone, and never sends the form it stands in', async () => {
  const onSubmit = vi.fn<() => void>()
  render(<Example onSubmit={onSubmit} />)
  trigger().focus()
  await userEvent.keyboard('{Enter}{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Ada' }))
  await userEvent.keyboard(' {ArrowDown}{Enter}')
  expect(chosen()).toBe('Ada Grace')
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Greta Holm' }))
  await userEvent.keyboard('{Home}')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Ada' }))
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(search())
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Greta Holm' }))
  await userEvent.keyboard('{ArrowDown}ada{Enter}')
  expect(chosen()).toBe('Grace')
  expect(onSubmit).not.toHaveBeenCalled()
})

it('closes with Escape, and the focus goes back to its button', async () => {
  render(<Example />)
  await open()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(trigger())
})

it('closes when one presses or goes elsewhere', async () => {
  render(<Example />)
  await open()
  await userEvent.click(document.body)
  expect(screen.queryByRole('dialog')).toBeNull()
  await open()
  screen.getByRole('button', { name: 'Elsewhere' }).focus()
  expect(await screen.findByRole('button', { name: 'Authors', expanded: false })).toBeDefined()
})
