import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page.tsx'

const demo = () => import('../routes/embed/embed-demo.route.tsx')
const preview = () => import('../routes/embed/embed-preview.route.tsx')
const accounts = () => import('../routes/embed/embed-accounts.route.tsx')
const mock = () => import('../routes/embed/embed-mock.route.tsx')

/** The pages around the widget, each by its address. */
export const embedRoutes: RouteObject[] = [
  screen('/widgets/demo', async () => (await demo()).WidgetDemoRoute),
  screen('/widgets/preview/:cfgId', async () => (await preview()).WidgetPreviewRoute),
  screen('/embed/login', async () => (await accounts()).EmbedLoginRoute),
  screen('/embed/signup', async () => (await accounts()).EmbedSignupRoute),
  screen('/embed/reset-password', async () => (await accounts()).EmbedResetPasswordRoute),
  screen('/embed/set-password', async () => (await accounts()).EmbedSetPasswordRoute),
  screen('/embed/auth/callback', async () => (await accounts()).EmbedCallbackRoute),
  screen('/embed/:cfgId?', async () => (await mock()).EmbedMockRoute),
]

/** The page that the configurator editor frames: nothing of the site stands around it. */
export const embedPreviewRoute: RouteObject = screen(
  '/admin/embed-preview',
  async () => (await preview()).EmbedPreviewRoute,
)

function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, Component: lazyPage('embed', load) }
}
