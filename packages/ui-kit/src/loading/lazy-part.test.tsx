import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>
}

it('shows its fallback until its code is there, then itself', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>()
  const Part = lazyPart(
    () => promise,
    () => 'on its way',
  )
  render(<Part name="Ada" />)
  expect(screen.getByText('on its way')).toBeDefined()
  await act(async () => {
    resolve(Greeting)
    await promise
  })
  expect(screen.getByText('Hello Ada')).toBeDefined()
})

it('is there at once after a preload', async () => {
  const Part = lazyPart(() => Promise.resolve(Greeting))
  await Part.preload()
  render(<Part name="Ada" />)
  expect(screen.getByText('Hello Ada')).toBeDefined()
})

it('fetches once for any number of uses', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting))
  const Part = lazyPart(load)
  render(
    <>
      <Part name="Ada" />
      <Part name="Grace" />
    </>,
  )
  expect(await screen.findByText('Hello Grace')).toBeDefined()
  await Part.preload()
  expect(load).toHaveBeenCalledTimes(1)
})

it('survives a fetch that fails, and tries again on request', async () => {
  let isOnline = false
  const load = () => (isOnline ? Promise.resolve(Greeting) : Promise.reject(new Error('no network')))
  const Part = lazyPart(load, ({ failed, retry }) =>
    failed ? <button onClick={retry}>Try again</button> : 'on its way',
  )
  render(<Part name="Ada" />)
  const button = await screen.findByRole('button', { name: 'Try again' })
  isOnline = true
  await userEvent.click(button)
  expect(await screen.findByText('Hello Ada')).toBeDefined()
})

it.each(['network', 'use'])('tries again after a failed fetch with the next %s', async (occasion) => {
  let isOnline = false
  const Part = lazyPart(
    () => (isOnline ? Promise.resolve(Greeting) : Promise.reject(new Error('no network'))),
    ({ failed }) => (failed ? 'failed' : 'on its way'),
  )
  const { rerender } = render(<Part name="Ada" />)
  expect(await screen.findByText('failed')).toBeDefined()
  isOnline = true
  if (occasion === 'network') window.dispatchEvent(new Event('online'))
  else rerender(<Part key="again" name="Ada" />)
  expect(await screen.findByText('Hello Ada')).toBeDefined()
})
