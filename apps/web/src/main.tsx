import '@org/theme/styles.css'
import '@org/ui-kit/styles.css'
import './app/fonts.css'
import './app/styles.css'
import { createHttp, createSessionCalls } from '@org/api-client'
import { markLanguage } from '@org/languages'
import { createThemeStore } from '@org/theme'
import { StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preloadPage } from './app/lazy-page.tsx'
import { paths } from './app/paths.ts'
import { createQueryClient, followWindowFocus } from './app/query-client.ts'
import { routes } from './app/routes.tsx'
import { takeAuthFragment } from './app/take-auth-fragment.ts'
import { followOtherTabs, organisationHeaders } from './features/session/session.queries.ts'
import { createProofRequests } from './shared/proof-requests.ts'
import { createBrowserHistory } from './shared/router-history.ts'
import { createSiteHistory } from './shared/site-history.ts'
import { installTrustedTypes } from './shared/trusted-types.ts'

installTrustedTypes(window)
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')

const authFragment = takeAuthFragment(window, paths.authCallback, paths.invitation)
followWindowFocus(window)
// The server's sentences are to be in the language that the page is in, which may be another than the browser's.
const proofs = createProofRequests()
const queryClient = createQueryClient()
const http = createHttp({
  headers: () => ({
    'Accept-Language': document.documentElement.lang,
    ...organisationHeaders(queryClient),
  }),
  onProofRequired: proofs.ask,
})
followOtherTabs(queryClient, window)
const services = {
  http,
  proofs,
  api: createSessionCalls(http),
  queryClient,
  theme: createThemeStore(),
  history: createSiteHistory(createBrowserHistory({ v5Compat: true })),
  authFragment,
}

// The page's first script has chosen it, before the first paint.
if (document.documentElement.lang !== 'en') await translate(document.documentElement, root)

if (root.hasChildNodes()) {
  // Rendered ahead: the page's own code must be there before React takes over what is shown.
  await preloadPage(routes, window.location.pathname)
  hydrateRoot(root, <Site />)
} else {
  // The page's title takes its place.
  document.querySelector('title')?.remove()
  createRoot(root).render(<Site />)
}

/** Fetches the texts of another language. What was rendered ahead, hidden until now, is English: it gives way. */
async function translate(html: HTMLElement, root: HTMLElement): Promise<void> {
  try {
    const { speakLanguage } = await import('./app/speak-language.ts')
    await speakLanguage(html.lang)
    root.replaceChildren()
    root.removeAttribute('lang')
  } catch {
    markLanguage(html, 'en')
  }
}

function Site() {
  // Read by the boot guard.
  useEffect(() => {
    document.documentElement.dataset['started'] = ''
    // Without the boot guard, nothing else removes it.
    document.getElementById('boot-fallback')?.remove()
  }, [])
  return (
    <StrictMode>
      <App services={services} />
    </StrictMode>
  )
}
