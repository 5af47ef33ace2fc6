import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import type { RouteObject } from 'react-router'
import type { Session } from '@org/api-client'
import { embedPreviewRoute, embedRoutes } from './embed-routes.ts'
import { FromRoot, Guarded } from './guards.tsx'
import { lazyPage } from './lazy-page.tsx'
import { paths } from './paths.ts'
import { PagePending } from './shell/page-pending.tsx'
import { RootLayout } from './shell/root-layout.tsx'
import { shellTexts } from './shell/shell.texts.ts'

/** Every address of the site: its guard and the file that holds its screen. */
export const routes: RouteObject[] = [
  { path: paths.root, Component: FromRoot },
  { path: paths.home, element: <Navigate to={paths.root} replace /> },
  embedPreviewRoute,
  {
    Component: RootLayout,
    children: [
      page(paths.about, async () => (await import('../routes/about.route.tsx')).AboutRoute),
      page(paths.products, async () => (await import('../routes/products.route.tsx')).ProductsRoute),
      page(paths.contact, async () => (await import('../routes/contact.route.tsx')).ContactRoute),
      page(paths.disclaimer, async () => (await import('../routes/disclaimer.route.tsx')).DisclaimerRoute),
      page(paths.login, async () => (await import('../routes/login.route.tsx')).LoginRoute),
      page(paths.signup, async () => (await import('../routes/signup.route.tsx')).SignupRoute),
      page(
        paths.resetPassword,
        async () => (await import('../routes/reset-password.route.tsx')).ResetPasswordRoute,
      ),
      page(
        paths.setPassword,
        async () => (await import('../routes/set-password.route.tsx')).SetPasswordRoute,
      ),
      { path: paths.authCallback, Component: AuthCallback },
      guarded(
        paths.account,
        undefined,
        async () => (await import('../routes/account.route.tsx')).AccountRoute,
      ),
      guarded(
        paths.dashboard,
        ['client', 'admin'],
        async () => (await import('../routes/dashboard.route.tsx')).DashboardRoute,
      ),
      guarded(
        paths.client,
        ['client', 'admin'],
        async () => (await import('../routes/client.route.tsx')).ClientRoute,
      ),
      guarded(paths.admin, ['admin'], async () => (await import('../routes/admin.route.tsx')).AdminRoute),
      guarded(paths.audit, ['admin'], async () => (await import('../routes/audit.route.tsx')).AuditRoute),
      guarded(
        paths.configurators,
        ['admin'],
        async () => (await import('../routes/configurators.route.tsx')).ConfiguratorsRoute,
      ),
      page(paths.chat, async () => (await import('../routes/chat.route.tsx')).ChatRoute),
      ...embedRoutes,
      page('*', async () => (await import('./shell/not-found.tsx')).NotFound),
    ],
  },
]

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, Component: lazyPage(load) }
}

/** A page for those who are signed in, or for some roles alone. */
function guarded(
  path: string,
  roles: readonly Session['role'][] | undefined,
  load: () => Promise<ComponentType>,
): RouteObject {
  const Page = lazyPage(load)
  return {
    path,
    element: (
      <Guarded {...(roles && { roles })}>
        <Page />
      </Guarded>
    ),
  }
}

const AuthCallbackPage = lazyPage(
  async () => (await import('../routes/auth-callback.route.tsx')).AuthCallbackRoute,
)

function AuthCallback() {
  return (
    <Suspense fallback={<PagePending label={shellTexts.authenticating} />}>
      <AuthCallbackPage />
    </Suspense>
  )
}
