import { Skeleton } from '@org/ui-kit'
import { render, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TopDown } from './top-down.tsx'

const page = (isLoading: boolean) => (
  <TopDown>
    <section>{isLoading ? <Skeleton /> : 'Drafts'}</section>
    <button type="button">Send</button>
  </TopDown>
)

it('orders its content while something of it loads for the first time, and no more afterwards', async () => {
  const { container, rerender } = render(page(true))
  const isOrdered = () => container.querySelector('[data-first-load]') !== null
  expect(isOrdered()).toBe(true)
  rerender(page(false))
  await waitFor(() => {
    expect(isOrdered()).toBe(false)
  })
  rerender(page(true))
  expect(isOrdered()).toBe(false)
})

it('orders nothing where everything is there at once', () => {
  const { container } = render(page(false))
  expect(container.querySelector('[data-first-load]')).toBeNull()
})
