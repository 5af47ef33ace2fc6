import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'

/** Serves GET /api/site. */
export function mountSite(
  app: Hono<AppEnv>,
  site: { imageHosts: string[]; outboxUrl: string | null; mapStyleUrl: string | null; handover: boolean },
): void {
  serve(app, routes.site, () => ({
    image_hosts: site.imageHosts,
    outbox_url: site.outboxUrl,
    map_style_url: site.mapStyleUrl,
    handover: site.handover,
  }))
}
