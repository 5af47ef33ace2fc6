import { createHttp, createSessionCalls } from '@org/api-client'
import { createThemeStore } from '@org/theme'
import { render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { App } from '../app/app.tsx'
import { createQueryClient } from '../app/query-client.ts'
import { createRoutes } from '../app/routes.tsx'
import type { FakeApi } from './fake-api.ts'

/** Shows the whole site at an address, in front of a test's server. */
export function renderSite(path: string, server: FakeApi, { authFragment = '' } = {}) {
  const http = createHttp({ fetch: server.fetch })
  const services = {
    http,
    api: createSessionCalls(http),
    queryClient: createQueryClient(),
    theme: createThemeStore(),
    authFragment,
  }
  const router = createMemoryRouter(createRoutes(services), { initialEntries: [path] })
  return { ...render(<App services={services} router={router} />), router, services }
}
