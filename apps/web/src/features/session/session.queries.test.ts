import { createHttp, createSessionCalls } from '@org/api-client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createFakeApi, session } from '../../testing/fake-api.ts'
import { meQuery, mergeSession, recheckSession, signedOut } from './session.queries.ts'

const sessionKey = ['session']

/** A query client whose first session check has no answer yet; later ones find a person signed in. */
function startCheck() {
  const queryClient = new QueryClient()
  const server = createFakeApi()
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.on('GET /api/me', () => (server.requests.length === 1 ? promise : session('a@example.com')))
  const check = meQuery(createSessionCalls(createHttp({ fetch: server.fetch })))
  return { queryClient, check, answerSignedOut: () => resolve(Response.json(signedOut)) }
}

it('merges partial auth information into the session', () => {
  const queryClient = new QueryClient()
  mergeSession(queryClient, { authenticated: true, email: 'a@example.com' })
  mergeSession(queryClient, { role: 'client' })
  expect(queryClient.getQueryData(sessionKey)).toEqual({
    authenticated: true,
    role: 'client',
    email: 'a@example.com',
  })
})

it('keeps the session of a sign-in when an earlier check answers after it', async () => {
  const { queryClient, check, answerSignedOut } = startCheck()
  const told = { authenticated: true, role: 'client', email: 'a@example.com' } as const
  const checked = queryClient.query(check)
  mergeSession(queryClient, told)
  answerSignedOut()
  await checked
  expect(queryClient.getQueryData(sessionKey)).toEqual(told)
})

it('sends a new check after a sign-in while the first one is under way', async () => {
  const { queryClient, check, answerSignedOut } = startCheck()
  const stop = new QueryObserver(queryClient, check).subscribe(() => undefined)
  const rechecked = recheckSession(queryClient)
  answerSignedOut()
  await rechecked
  expect(queryClient.getQueryData(sessionKey)).toMatchObject({ authenticated: true, email: 'a@example.com' })
  stop()
})
