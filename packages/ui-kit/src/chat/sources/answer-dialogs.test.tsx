import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProductDialog } from './product-dialog.tsx'
import { SourcesDialog } from './sources-dialog.tsx'

const sources = [
  { number: 1, title: 'Magnesium and insomnia', url: 'https://example.org/a' },
  { number: 2, title: 'In-house guide' },
]

it("shows the sources in the columns 'No., Citation, URL'", () => {
  render(<SourcesDialog open onOpenChange={() => {}} sources={sources} />)
  expect(screen.getByRole('dialog', { name: 'Sources' })).toBeDefined()
  const cells = screen
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(cells).toEqual([
    ['No.', 'Citation', 'URL'],
    ['1', 'Magnesium and insomnia', 'https://example.org/a'],
    ['2', 'In-house guide', ''],
  ])
  const link = screen.getByRole('link')
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
})

it('marks the chosen source', () => {
  render(<SourcesDialog open onOpenChange={() => {}} sources={sources} chosen={[2]} />)
  expect(screen.getByRole('row', { current: true }).textContent).toContain('In-house guide')
})

it('sets the sources that the answer refers to apart from those that were only found', () => {
  const { rerender } = render(<SourcesDialog open onOpenChange={() => {}} sources={sources} cited={[2]} />)
  const rows = (): string[] => screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows().slice(1)).toEqual([
    'Cited in the answer',
    '2In-house guide',
    'Found, not cited',
    '1Magnesium and insomniahttps://example.org/a',
  ])
  rerender(<SourcesDialog open onOpenChange={() => {}} sources={sources} cited={[1, 2]} />)
  expect(rows()).toHaveLength(3)
})

it("says 'No sources available.' when there are none", () => {
  render(<SourcesDialog open onOpenChange={() => {}} sources={[]} />)
  expect(screen.getByText('No sources available.')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})

it("shows image or 'No image', the name as a link in a new tab, price and url of each option", () => {
  render(
    <ProductDialog
      open
      onOpenChange={() => {}}
      title="Magnesium"
      options={[
        {
          name: 'Glycinate 120',
          url: 'https://shop.example/120',
          price: '$24.90',
          imageUrl: 'https://shop.example/120.png',
          imageAlt: 'A brown jar',
        },
        { name: 'Powder', url: 'https://shop.example/powder' },
      ]}
    />,
  )
  const [first, second] = within(screen.getByRole('dialog', { name: 'Magnesium' })).getAllByRole('listitem')
  if (first === undefined || second === undefined) throw new Error('two options were given')
  const link = within(first).getByRole('link', { name: 'Glycinate 120' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://shop.example/120',
    '_blank',
  ])
  expect(within(first).getByText('$24.90')).toBeDefined()
  expect(within(first).getByText('https://shop.example/120')).toBeDefined()
  expect(within(second).getByText('No image')).toBeDefined()
  fireEvent.error(within(first).getByRole('img', { name: 'A brown jar' }))
  expect(within(first).getByText('No image')).toBeDefined()
})
