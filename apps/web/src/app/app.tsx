import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import { useRoutes } from 'react-router'
import { ServicesContext, useServices } from '../shared/services.ts'
import type { Services } from '../shared/services.ts'
import { lazyPage } from './lazy-page.tsx'
import { routes } from './routes.tsx'
import { PagePending } from './shell/page-pending.tsx'
import { CrashBoundary } from './shell/failures/crash-boundary.tsx'
import { RouterError } from './shell/failures/router-error.tsx'
import { SiteRouter } from './site-router.tsx'

/** The site: its services around its router. */
export function App({ services }: { services: Services }) {
  return (
    <CrashBoundary>
      <ServicesContext value={services}>
        <QueryClientProvider client={services.queryClient}>
          <SiteRouter history={services.history}>
            <RouterError>
              <Suspense fallback={<PagePending />}>
                <Pages />
              </Suspense>
              <Proof />
            </RouterError>
          </SiteRouter>
        </QueryClientProvider>
      </ServicesContext>
    </CrashBoundary>
  )
}

function Pages() {
  return useRoutes(routes)
}

/** Asks for a proof of identity while a call waits for one. */
function Proof() {
  const { proofs } = useServices()
  const isOpen = useSyncExternalStore(proofs.subscribe, proofs.isOpen, () => false)
  if (!isOpen) return null
  return (
    <Suspense>
      <ProofDialog />
    </Suspense>
  )
}

const ProofDialog = lazyPage('accounts', async () => (await import('../routes/proof.route.tsx')).ProofRoute)
