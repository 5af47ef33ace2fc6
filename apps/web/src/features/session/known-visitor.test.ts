import { createHttp, createSessionCalls } from '@org/api-client'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createFakeApi, failure } from '../../testing/fake-api.ts'
import { isKnownVisitor } from './known-visitor.ts'
import { mergeSession, recheckSession } from './session.queries.ts'

it('knows a visitor once the server has answered, and not after a check that failed', async () => {
  const server = createFakeApi()
  const api = createSessionCalls(createHttp({ fetch: server.fetch }))
  const queryClient = new QueryClient()
  expect(await isKnownVisitor(queryClient, api)).toBe(true)
  expect(await isKnownVisitor(queryClient, api)).toBe(true)
  expect(server.requests).toEqual(['GET /api/me'])
  server.on('GET /api/me', () => failure(500, 'Broken'))
  await recheckSession(queryClient)
  expect(await isKnownVisitor(queryClient, api)).toBe(false)
  mergeSession(queryClient, { authenticated: true, email: 'a@example.com' })
  expect(await isKnownVisitor(queryClient, api)).toBe(false)
})

it('does not wait for the network to know a visitor', async () => {
  onlineManager.setOnline(false)
  try {
    const api = createSessionCalls(createHttp({ fetch: createFakeApi().fetch }))
    expect(await isKnownVisitor(new QueryClient(), api)).toBe(false)
  } finally {
    onlineManager.setOnline(true)
  }
})
