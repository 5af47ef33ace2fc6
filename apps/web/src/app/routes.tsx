import type { RouteObject } from 'react-router'
import type { Services } from '../shared/services.ts'
import { embedPreviewRoute, embedRoutes } from './embed-routes.ts'
import { leadOn, redirectFromRoot, requireRole, requireSession } from './guards.ts'
import { paths } from './paths.ts'
import { PagePending } from './shell/page-pending.tsx'
import { RootLayout } from './shell/root-layout.tsx'
import { RouterError } from './shell/router-error.tsx'
import { shellTexts } from './shell/shell.texts.ts'

/** Every address of the site: its guard and the file that holds its screen. */
export function createRoutes(services: Services): RouteObject[] {
  return [
    {
      ErrorBoundary: RouterError,
      children: [
        {
          path: paths.root,
          loader: redirectFromRoot(services),
          Component: Nothing,
          HydrateFallback: Nothing,
        },
        {
          path: paths.home,
          loader: ({ request }) => leadOn(request, paths.root),
          Component: Nothing,
          HydrateFallback: Nothing,
        },
        embedPreviewRoute,
        {
          Component: RootLayout,
          children: [
            page(paths.about, async () => (await import('../routes/about.route.tsx')).AboutRoute),
            page(paths.products, async () => (await import('../routes/products.route.tsx')).ProductsRoute),
            page(paths.contact, async () => (await import('../routes/contact.route.tsx')).ContactRoute),
            page(
              paths.disclaimer,
              async () => (await import('../routes/disclaimer.route.tsx')).DisclaimerRoute,
            ),
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
            {
              path: paths.authCallback,
              HydrateFallback: Authenticating,
              loader: async () =>
                (await import('../routes/auth-callback.route.tsx')).completeSignIn(services),
              lazy: {
                Component: async () => (await import('../routes/auth-callback.route.tsx')).AuthCallbackRoute,
              },
            },
            {
              ...page(paths.account, async () => (await import('../routes/account.route.tsx')).AccountRoute),
              middleware: [requireSession(services)],
              loader: () => null,
            },
            {
              ...page(
                paths.dashboard,
                async () => (await import('../routes/dashboard.route.tsx')).DashboardRoute,
              ),
              middleware: [requireRole(services, ['client', 'admin'])],
              loader: () => null,
            },
            {
              ...page(paths.client, async () => (await import('../routes/client.route.tsx')).ClientRoute),
              middleware: [requireRole(services, ['client', 'admin'])],
              loader: () => null,
            },
            {
              ...page(paths.admin, async () => (await import('../routes/admin.route.tsx')).AdminRoute),
              middleware: [requireRole(services, ['admin'])],
              loader: () => null,
            },
            {
              ...page(paths.audit, async () => (await import('../routes/audit.route.tsx')).AuditRoute),
              middleware: [requireRole(services, ['admin'])],
              loader: () => null,
            },
            {
              ...page(
                paths.configurators,
                async () => (await import('../routes/configurators.route.tsx')).ConfiguratorsRoute,
              ),
              middleware: [requireRole(services, ['admin'])],
              loader: () => null,
            },
            page(paths.chat, async () => (await import('../routes/chat.route.tsx')).ChatRoute),
            ...embedRoutes,
            page('*', async () => (await import('./shell/not-found.tsx')).NotFound),
          ],
        },
      ],
    },
  ]
}

function page(path: string, Component: () => Promise<React.ComponentType>): RouteObject {
  return { path, lazy: { Component }, HydrateFallback: PagePending }
}

function Authenticating() {
  return <PagePending label={shellTexts.authenticating} />
}

function Nothing() {
  return null
}
