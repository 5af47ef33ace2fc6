import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'

/** Serves GET /api/site. */
export function mountSite(
  app: Hono<AppEnv>,
  { imageHosts, outboxUrl }: { imageHosts: string[]; outboxUrl: string | null },
): void {
  serve(app, routes.site, () => ({ image_hosts: imageHosts, outbox_url: outboxUrl }))
}
