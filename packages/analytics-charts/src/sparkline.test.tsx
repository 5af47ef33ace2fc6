import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Sparkline } from './sparkline.tsx'

const pathOf = (...values: (number | null)[]) =>
  render(<Sparkline values={values} />)
    .container.querySelector('path')
    ?.getAttribute('d')

it('goes from the first value to the last, from 0 at the bottom to the highest at the top', () => {
  expect(pathOf(0, 5, 10)).toBe('M2 22L50 12L98 2')
})

it('lies at the bottom where every value is 0, and draws none below it', () => {
  expect(pathOf(0, 0)).toBe('M2 22L98 22')
  expect(pathOf(-4, 4)).toBe('M2 22L98 2')
})

it('breaks at a gap, and begins again after it', () => {
  expect(pathOf(1, 1, null, Number.NaN, 1)).toBe('M2 2L26 2M98 2')
})

it('is left out with fewer than two values', () => {
  expect(pathOf()).toBeUndefined()
  expect(pathOf(3, null)).toBeUndefined()
})

it('is hidden from screen readers', () => {
  const { container } = render(<Sparkline values={[1, 2]} />)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
