import { createHttp, createSessionCalls } from '@org/api-client'
import { createThemeStore } from '@org/theme'
import { render } from '@testing-library/react'
import { App } from '../app/app.tsx'
import { createQueryClient } from '../app/query-client.ts'
import { organisationHeaders } from '../features/session/session.queries.ts'
import { createMemoryHistory } from '../shared/router-history.ts'
import { createProofRequests } from '../shared/proof-requests.ts'
import { createSiteHistory } from '../shared/site-history.ts'
import type { FakeApi } from './fake-api.ts'

/** Shows the whole site at an address, in front of a test's server. */
export function renderSite(path: string, server: FakeApi, { authFragment = '' } = {}) {
  const proofs = createProofRequests()
  const queryClient = createQueryClient()
  const http = createHttp({
    fetch: server.fetch,
    headers: () => organisationHeaders(queryClient),
    onProofRequired: proofs.ask,
  })
  const services = {
    http,
    proofs,
    api: createSessionCalls(http),
    queryClient,
    history: createSiteHistory(createMemoryHistory({ initialEntries: [path], v5Compat: true })),
    theme: createThemeStore(),
    authFragment,
  }
  return { ...render(<App services={services} />), history: services.history, services }
}
