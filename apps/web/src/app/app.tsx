import { QueryClientProvider } from '@tanstack/react-query'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ServicesContext } from '../shared/services.ts'
import type { Services } from '../shared/services.ts'
import { CrashBoundary } from './shell/crash-boundary.tsx'

/** The site: its services around its router. */
export function App({ services, router }: { services: Services; router: DataRouter }) {
  return (
    <CrashBoundary>
      <ServicesContext value={services}>
        <QueryClientProvider client={services.queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ServicesContext>
    </CrashBoundary>
  )
}
