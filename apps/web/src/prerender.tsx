import { createHttp, createSessionCalls } from '@org/api-client'
import { createThemeStore } from '@org/theme'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { App } from './app/app.tsx'
import { preloadPage } from './app/lazy-page.tsx'
import { paths } from './app/paths.ts'
import { createQueryClient } from './app/query-client.ts'
import { routes } from './app/routes.tsx'
import { createMemoryHistory } from './shared/router-history.ts'
import { createProofRequests } from './shared/proof-requests.ts'
import { createSiteHistory } from './shared/site-history.ts'

/** The pages that are rendered at build, and the file of each one's screen: what they say, they say to everybody. */
export const publicPages = [
  { path: paths.about, file: 'src/routes/about.route.tsx' },
  { path: paths.products, file: 'src/routes/products.route.tsx' },
  { path: paths.contact, file: 'src/routes/contact.route.tsx' },
  { path: paths.disclaimer, file: 'src/routes/disclaimer.route.tsx' },
  { path: paths.privacy, file: 'src/routes/privacy.route.tsx' },
  { path: paths.terms, file: 'src/routes/terms.route.tsx' },
]

/** A page as a visitor sees it before any script runs, and what belongs into its head. */
export async function renderPage(path: string): Promise<{ head: string; body: string }> {
  const http = createHttp({ fetch: () => new Promise(() => {}) })
  const services = {
    http,
    api: createSessionCalls(http),
    queryClient: createQueryClient(),
    history: createSiteHistory(createMemoryHistory({ initialEntries: [path], v5Compat: true })),
    theme: createThemeStore({ storage: { getItem: () => null, setItem: () => {} } }),
    authFragment: '',
    proofs: createProofRequests(),
  }
  await preloadPage(routes, path)
  const { prelude } = await prerender(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
    // In one piece: a large page would else come hidden, to be shown by a script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const html = await new Response(prelude).text()
  // Outside of a whole document, React puts what belongs into the head before everything else.
  const start = /^(?:<(?:meta|link)\b[^>]*>|<title>[^<]*<\/title>)*/u.exec(html)?.[0] ?? ''
  return { head: start, body: html.slice(start.length) }
}
