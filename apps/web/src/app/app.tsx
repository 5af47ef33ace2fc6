import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useRoutes } from 'react-router'
import { ServicesContext } from '../shared/services.ts'
import type { Services } from '../shared/services.ts'
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
