import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { mergeSession } from './session.queries.ts'

it('merges partial auth information into the session', () => {
  const queryClient = new QueryClient()
  mergeSession(queryClient, { authenticated: true, email: 'a@example.com' })
  mergeSession(queryClient, { role: 'client' })
  expect(queryClient.getQueryData(['session'])).toEqual({
    authenticated: true,
    role: 'client',
    email: 'a@example.com',
  })
})
