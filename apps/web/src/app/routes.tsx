import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import type { RouteObject } from 'react-router'
import type { MemberAction, Session } from '@org/api-client'
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
      page(paths.about, 'site', async () => (await import('../routes/about.route.tsx')).AboutRoute),
      page(paths.products, 'site', async () => (await import('../routes/products.route.tsx')).ProductsRoute),
      page(paths.contact, 'site', async () => (await import('../routes/contact.route.tsx')).ContactRoute),
      page(
        paths.disclaimer,
        'site',
        async () => (await import('../routes/disclaimer.route.tsx')).DisclaimerRoute,
      ),
      page(paths.privacy, 'site', async () => (await import('../routes/privacy.route.tsx')).PrivacyRoute),
      page(paths.terms, 'site', async () => (await import('../routes/terms.route.tsx')).TermsRoute),
      page(paths.login, 'accounts', async () => (await import('../routes/login.route.tsx')).LoginRoute),
      page(paths.signup, 'accounts', async () => (await import('../routes/signup.route.tsx')).SignupRoute),
      page(
        paths.resetPassword,
        'accounts',
        async () => (await import('../routes/reset-password.route.tsx')).ResetPasswordRoute,
      ),
      page(
        paths.setPassword,
        'accounts',
        async () => (await import('../routes/set-password.route.tsx')).SetPasswordRoute,
      ),
      { path: paths.authCallback, Component: AuthCallback },
      // An identity provider leads back to this address: see `redirectUri` of the server.
      { path: '/auth/organisation/:id', Component: AuthCallback },
      page(
        paths.invitation,
        ['accounts', 'members'],
        async () => (await import('../routes/invitation.route.tsx')).InvitationRoute,
      ),
      page(paths.shared, 'chat', async () => (await import('../routes/shared.route.tsx')).SharedRoute),
      guarded(
        paths.account,
        'accounts',
        undefined,
        async () => (await import('../routes/account.route.tsx')).AccountRoute,
      ),
      guarded(
        paths.dashboard,
        'analytics',
        ['client', 'admin'],
        async () => (await import('../routes/dashboard.route.tsx')).DashboardRoute,
      ),
      guarded(
        paths.client,
        'analytics',
        ['client', 'admin'],
        async () => (await import('../routes/client.route.tsx')).ClientRoute,
      ),
      guarded(
        paths.admin,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/admin.route.tsx')).AdminRoute,
      ),
      guarded(
        paths.audit,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/audit.route.tsx')).AuditRoute,
      ),
      guarded(
        paths.clients,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/clients.route.tsx')).ClientsRoute,
      ),
      guarded(
        paths.accounts,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/accounts.route.tsx')).AccountsRoute,
      ),
      guarded(
        paths.managedAccount,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/managed-account.route.tsx')).ManagedAccountRoute,
      ),
      guarded(
        paths.jobs,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/jobs.route.tsx')).JobsRoute,
      ),
      guarded(
        paths.webhooks,
        'admin',
        ['client', 'admin'],
        async () => (await import('../routes/admin/webhooks.route.tsx')).WebhooksRoute,
        'manage',
      ),
      guarded(
        paths.apiKeys,
        'admin',
        ['client', 'admin'],
        async () => (await import('../routes/admin/api-keys.route.tsx')).ApiKeysRoute,
        'manage',
      ),
      guarded(
        paths.members,
        'admin',
        ['client', 'admin'],
        async () => (await import('../routes/admin/members.route.tsx')).MembersRoute,
        'view',
      ),
      guarded(
        paths.operations,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/operations.route.tsx')).OperationsRoute,
      ),
      guarded(
        paths.adminSafety,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/admin-safety.route.tsx')).AdminSafetyRoute,
      ),
      guarded(
        paths.adminSearch,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/admin-search.route.tsx')).AdminTestSearchRoute,
      ),
      guarded(
        paths.adminSynonyms,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/admin-synonyms.route.tsx')).AdminSynonymsRoute,
      ),
      guarded(
        paths.review,
        ['review', 'admin'],
        ['client', 'admin'],
        async () => (await import('../routes/admin/review.route.tsx')).ReviewRoute,
      ),
      guarded(
        paths.gaps,
        'review',
        ['client', 'admin'],
        async () => (await import('../routes/admin/gaps.route.tsx')).GapsRoute,
      ),
      guarded(
        paths.knowledge,
        'admin',
        ['client', 'admin'],
        async () => (await import('../routes/admin/knowledge.route.tsx')).KnowledgeRoute,
      ),
      guarded(
        paths.article,
        'admin',
        ['client', 'admin'],
        async () => (await import('../routes/admin/article.route.tsx')).ArticleRoute,
      ),
      guarded(
        paths.answers,
        'admin',
        ['client', 'admin'],
        async () => (await import('../routes/admin/answers.route.tsx')).AnswersRoute,
      ),
      guarded(
        paths.answer,
        'admin',
        ['client', 'admin'],
        async () => (await import('../routes/admin/answer.route.tsx')).AnswerRoute,
      ),
      guarded(
        paths.evaluations,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/evaluations.route.tsx')).EvaluationsRoute,
      ),
      guarded(
        paths.evaluation,
        'admin',
        ['admin'],
        async () => (await import('../routes/admin/evaluation.route.tsx')).EvaluationRoute,
      ),
      guarded(
        paths.configurators,
        'configurators',
        ['admin'],
        async () => (await import('../routes/configurators.route.tsx')).ConfiguratorsRoute,
      ),
      page(paths.chat, 'chat', async () => (await import('../routes/chat.route.tsx')).ChatRoute),
      ...embedRoutes,
      page('*', 'shell', async () => (await import('./shell/failures/not-found.tsx')).NotFound),
    ],
  },
]

function page(
  path: string,
  catalogue: string | readonly string[],
  load: () => Promise<ComponentType>,
): RouteObject {
  return { path, Component: lazyPage(catalogue, load) }
}

/** A page for those who are signed in, or for some roles alone; of members, for those whose role includes an action. */
function guarded(
  path: string,
  catalogues: string | readonly string[],
  roles: readonly Session['role'][] | undefined,
  load: () => Promise<ComponentType>,
  action?: MemberAction,
): RouteObject {
  const Page = lazyPage(catalogues, load)
  return {
    path,
    element: (
      <Guarded {...(roles && { roles })} {...(action && { action })}>
        <Page />
      </Guarded>
    ),
  }
}

const AuthCallbackPage = lazyPage(
  'accounts',
  async () => (await import('../routes/auth-callback.route.tsx')).AuthCallbackRoute,
)

function AuthCallback() {
  return (
    <Suspense fallback={<PagePending label={shellTexts.authenticating} />}>
      <AuthCallbackPage />
    </Suspense>
  )
}
