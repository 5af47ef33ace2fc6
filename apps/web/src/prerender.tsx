import { createHttp, createSessionCalls } from '@org/api-client'
import { createThemeStore } from '@org/theme'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { createMemoryRouter } from 'react-router'
import { App } from './app/app.tsx'
import { paths } from './app/paths.ts'
import { createQueryClient } from './app/query-client.ts'
import { createRoutes } from './app/routes.tsx'
import { withLoadedRoutes } from './app/with-loaded-routes.ts'

/** The pages that are rendered at build, and the file of each one's screen: what they say, they say to everybody. */
export const publicPages = [
  { path: paths.about, file: 'src/routes/about.route.tsx' },
  { path: paths.products, file: 'src/routes/products.route.tsx' },
  { path: paths.contact, file: 'src/routes/contact.route.tsx' },
  { path: paths.disclaimer, file: 'src/routes/disclaimer.route.tsx' },
]

/** A page as a visitor sees it before any script runs, and what belongs into its head. */
export async function renderPage(path: string): Promise<{ head: string; body: string }> {
  const http = createHttp({ fetch: () => new Promise(() => {}) })
  const services = {
    http,
    api: createSessionCalls(http),
    queryClient: createQueryClient(),
    theme: createThemeStore({ storage: { getItem: () => null, setItem: () => {} } }),
    authFragment: '',
  }
  const routes = await withLoadedRoutes(createRoutes(services), path)
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const { prelude } = await prerender(
    <StrictMode>
      <App services={services} router={router} />
    </StrictMode>,
  )
  router.dispose()
  const html = await new Response(prelude).text()
  // Outside of a whole document, React puts what belongs into the head before everything else.
  const start = /^(?:<(?:meta|link)\b[^>]*>|<title>[^<]*<\/title>)*/u.exec(html)?.[0] ?? ''
  return { head: start, body: html.slice(start.length) }
}
