import '@org/theme/styles.css'
import '@org/ui-kit/styles.css'
import './app/fonts.css'
import './app/styles.css'
import { createHttp, createSessionCalls } from '@org/api-client'
import { createThemeStore } from '@org/theme'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { paths } from './app/paths.ts'
import { createQueryClient, followWindowFocus } from './app/query-client.ts'
import { createRoutes } from './app/routes.tsx'
import { takeAuthFragment } from './app/take-auth-fragment.ts'
import { withLoadedRoutes } from './app/with-loaded-routes.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')

const authFragment = takeAuthFragment(window, paths.authCallback)
followWindowFocus(window)
const http = createHttp()
const services = {
  http,
  api: createSessionCalls(http),
  queryClient: createQueryClient(),
  theme: createThemeStore(),
  authFragment,
}
const routes = createRoutes(services)

if (root.hasChildNodes()) {
  // Rendered ahead: the page's own code must be there before React takes over what is shown.
  const router = createBrowserRouter(await withLoadedRoutes(routes, window.location.pathname))
  hydrateRoot(root, <Site router={router} />)
} else {
  // The page's title takes its place.
  document.querySelector('title')?.remove()
  createRoot(root).render(<Site router={createBrowserRouter(routes)} />)
}

function Site({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <StrictMode>
      <App services={services} router={router} />
    </StrictMode>
  )
}
