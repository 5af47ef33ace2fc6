import type { RouteObject } from 'react-router'
import type * as screens from '../routes/embed.route.tsx'
import { lazyPage } from './lazy-page.tsx'

/** The pages around the widget, each by its address. */
export const embedRoutes: RouteObject[] = [
  screen('/widgets/demo', 'WidgetDemoRoute'),
  screen('/widgets/preview/:cfgId', 'WidgetPreviewRoute'),
  screen('/embed/login', 'EmbedLoginRoute'),
  screen('/embed/signup', 'EmbedSignupRoute'),
  screen('/embed/reset-password', 'EmbedResetPasswordRoute'),
  screen('/embed/set-password', 'EmbedSetPasswordRoute'),
  screen('/embed/auth/callback', 'EmbedCallbackRoute'),
  screen('/embed/:cfgId?', 'EmbedMockRoute'),
]

/** The page that the configurator editor frames: nothing of the site stands around it. */
export const embedPreviewRoute: RouteObject = screen('/admin/embed-preview', 'EmbedPreviewRoute')

function screen(path: string, name: keyof typeof screens): RouteObject {
  return { path, Component: lazyPage('embed', async () => (await import('../routes/embed.route.tsx'))[name]) }
}
