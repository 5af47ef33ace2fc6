import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { Select } from './select.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

function descriptionOf(control: HTMLElement): string[] {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '')
}

it.each([
  { kind: 'a field', Control: TextField },
  { kind: 'an area', Control: TextArea },
])('$kind is named by its label and described by its texts', ({ Control }) => {
  render(<Control label="Email" description="We never share it." error="Please enter your email." />)
  const control = screen.getByRole('textbox', { name: 'Email' })
  expect(descriptionOf(control)).toEqual(['We never share it.', 'Please enter your email.'])
  expect(control.getAttribute('aria-invalid')).toBe('true')
})

it('says nothing of an error that is not there', () => {
  render(<TextField label="Email" error={undefined} />)
  const control = screen.getByRole('textbox', { name: 'Email' })
  expect(control.hasAttribute('aria-invalid')).toBe(false)
  expect(control.hasAttribute('aria-describedby')).toBe(false)
})

it('keeps a hidden label for the name', () => {
  render(<TextField label="Search" labelHidden type="search" />)
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeDefined()
})

it('tells its value as text, and passes the event on to a form library', async () => {
  const onValueChange = vi.fn<(value: string) => void>()
  const onChange = vi.fn<() => void>()
  render(<TextField label="Name" onValueChange={onValueChange} onChange={onChange} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Jo')
  expect(onValueChange).toHaveBeenLastCalledWith('Jo')
  expect(onChange).toHaveBeenCalledTimes(2)
})

it('a choice of one is named and described, and tells its value in its own type', async () => {
  const onValueChange = vi.fn<(value: 'multi' | 'single') => void>()
  render(
    <Select
      label="Conversations"
      description="How many a visitor has."
      error="Please choose one."
      options={[{ value: 'multi', label: 'Several' }, { value: 'single' }]}
      defaultValue="multi"
      onValueChange={onValueChange}
    />,
  )
  const control = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Conversations' })
  expect(descriptionOf(control)).toEqual(['How many a visitor has.', 'Please choose one.'])
  expect(control.getAttribute('aria-invalid')).toBe('true')
  expect([...control.options].map(({ text }) => text)).toEqual(['Several', 'single'])
  await userEvent.selectOptions(control, 'single')
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('single')
})

it('a checkbox is checked by a press on its label and described by its text', async () => {
  const onCheckedChange = vi.fn<(checked: boolean) => void>()
  render(<Checkbox label="I agree" description="To the terms." onCheckedChange={onCheckedChange} />)
  await userEvent.click(screen.getByText('I agree'))
  expect(onCheckedChange).toHaveBeenCalledWith(true)
  expect(descriptionOf(screen.getByRole('checkbox', { name: 'I agree' }))).toEqual(['To the terms.'])
})
