import type { AppContext } from '../platform/http/app-env.ts'

/** Returns whether the caller accepts JSON instead of a redirect. */
export function acceptsJson(c: AppContext): boolean {
  return (c.req.header('accept') ?? '').toLowerCase().includes('application/json')
}

/**
 * Returns the redirect of a form: only `/embed` or a widget's own page on this site, regardless of the request.
 *
 * @param cfg the widget's id, whose page is the fallback
 */
export function safeRedirect(redirect: string | undefined, cfg: string): string {
  const fallback = cfg === '' ? '/embed' : `/embed/${encodeURIComponent(cfg)}`
  return redirect !== undefined && /^\/embed(?:\/[\w-]{1,200})?$/u.test(redirect) ? redirect : fallback
}
