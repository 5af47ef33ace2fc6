import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Panel } from './panel.tsx'

function Probe({ load }: { load: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['probe'], queryFn: load })
  return (
    <Panel query={query} error="stats failed: probe">
      {query.data}
    </Panel>
  )
}

it('is loading, then error or data', async () => {
  let answer = Promise.withResolvers<string>()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <Probe load={() => answer.promise} />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Loading…')).toBeTruthy()
  answer.reject(new Error('Broken'))
  expect(await screen.findByText('stats failed: probe')).toBeTruthy()
  expect(screen.queryByText('Loading…')).toBeNull()
  answer = Promise.withResolvers()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  answer.resolve('12 events')
  expect(await screen.findByText('12 events')).toBeTruthy()
  expect(screen.queryByText('stats failed: probe')).toBeNull()
})
